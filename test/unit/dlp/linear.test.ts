import { afterEach, expect, test, vi } from "vitest";

import { scanText } from "../../../src/dlp/find/scanText.ts";

/** Inputs on which a careless scan takes quadratic time or worse. */
const adversarial = [
  "1",
  "1 ",
  "1.",
  "1-",
  "((((1",
  "12/",
  ".",
  "a@",
  "a@a.",
  "@",
  "a",
  "A1",
  "cpf ",
  "11984565666 ",
  "52998224725 ",
  "529.982.247-25",
  "12.ABC.345/01DE-35 ",
  "12ABC34501DE35 ",
  "/",
  "https://x/1234567890/",
  "%35",
  "\\u0035",
  "\u200B",
  "5\u0301",
  "=\n",
  "1=\n",
  "&#",
  'O"+"',
  "a (at) ",
  "a (dot) ",
  "a (at) a.",
  "cpf 1,",
  "card1,7,0,0,4,3,2,5,8,5,1",
  "\uD800",
  "\uD83D1.",
  "1.\0",
  "a1_",
  "1_",
  "1**",
  "1.**",
  "1.<b>",
  "1<span a",
  "1&shy;",
  "1\\.",
  "1.\t",
  "0800 ",
  "4004-1234 tel ",
  "contrato529.982.247-25b",
  "password=",
  'password: "',
  "senha ",
  "=:>",
  "sk-",
  "eyJhbGciOi.",
  "eyJaaaaaaaaaaaa.eyJ",
  "a://b:c",
  "://a:b@",
  "-----BEGIN PRIVATE KEY-----\n",
  "-----BEGIN ",
  "PuTTY-User-Key-File-2: ",
  "Bearer a",
  "password the ",
  "token=x1Y2",
  "um ",
  "nove, ",
  "um ponto\n",
  "35 ",
  "53,",
  "0x35, ",
  "0a 12 35 ",
  "00000000: 3532 392e 3938 322e  529.982.\n",
  "00000000  35 32 |52|\n",
  "0000 ",
  "AA AAA AAA AAAA 11 ",
  "curl -u a:x1Y2z3Q4 ",
  "define('A_KEY', 'x1Y2z3Q4')",
  "Authorization: a x1Y2z3Q4x1Y2z3Q4 ",
  "LS0tLS1CRUdJTi",
  "discord.com/api/webhooks/1",
  "#  a(token=x1Y2z3Q4\n",
  "**token**: `",
  "password: Aaaa-aaaa1-",
  "aB3xZ9qL2mW7/",
  "x9K2m4Pq7Lw3-",
  "a_a_a1_",
  "key x9K2m4Pq7Lw3Zt8Rv5 ",
  "sk_live_",
  "ab_cd_x9K2m4Pq7Lw3 ",
  "ab-3f2b8c1e-9d4a-4f6b-8e2c-",
  "x9K2m4Pq7Lw3Zt8Rv5=",
  ":<a-a-",
];

afterEach(() => {
  vi.restoreAllMocks();
});

/** Characters that the scan looks at one by one or copies. */
function workOn(text: string): number {
  let work = 0;
  for (const method of ["charCodeAt", "charAt", "slice"] as const) {
    const original: (this: string, ...args: number[]) => string | number = String.prototype[method];
    const counting = function (this: string, ...args: number[]): string | number {
      const result = original.apply(this, args);
      work += typeof result === "string" ? result.length : 1;
      return result;
    };
    vi.spyOn(String.prototype, method).mockImplementation(counting as never);
  }
  scanText(text);
  vi.restoreAllMocks();
  return work;
}

test.for(adversarial)("twice the text is at most twice the work: %j", (unit) => {
  const text = unit.repeat(Math.ceil(1500 / unit.length));
  const once = workOn(text);
  expect(once).toBeGreaterThan(text.length / 2);
  expect(workOn(text + text)).toBeLessThanOrEqual(2.1 * once);
  expect(once).toBeLessThanOrEqual(400 * text.length);
});
