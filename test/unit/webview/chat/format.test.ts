import { expect, test } from "vitest";

import { createFormat } from "../../../../src/webview/kit/format.ts";

const en = createFormat("en");
const ptBr = createFormat("pt-br");

/** Intl separates with spaces that do not break. */
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/gu, " ");

test("seconds have a decimal only where it tells something, and many are minutes", () => {
  expect([0, 620, 9_940, 14_000, 60_000, 75_000].map((ms) => plain(en.seconds(ms)))).toEqual([
    "0 s",
    "0.6 s",
    "9.9 s",
    "14 s",
    "1 min 0 s",
    "1 min 15 s",
  ]);
  expect(plain(ptBr.seconds(620))).toBe("0,6 s");
});

test("money keeps what is far below a cent, in the currency that was reported", () => {
  expect(plain(ptBr.money("0.03", "BRL"))).toBe("R$ 0,03");
  expect(plain(en.money("0.000123", "USD"))).toBe("$0.00012");
  expect(plain(en.money("12", "USD"))).toBe("$12.00");
  expect(en.money("0.5", undefined)).toBe("0.50");
  expect(en.money("0.5", "credits")).toBe("0.50");
});

test("an amount that is no number is not shown", () => {
  expect(en.money("free", "USD")).toBe("");
});

test("a context that is so many times 1024 is written as that", () => {
  expect([8_192, 32_768, 131_072, 1_048_576].map(en.contextSize)).toEqual([
    "8K",
    "32K",
    "128K",
    "1M",
  ]);
  expect([128_000, 200_000, 16_385, 1_000_000].map(en.contextSize)).toEqual([
    "128K",
    "200K",
    "16.4K",
    "1M",
  ]);
});

test("numbers and sizes are written as the language does", () => {
  expect([en.count(9900), ptBr.count(9900)]).toEqual(["9,900", "9.900"]);
  expect([en.compact(12_400), plain(ptBr.compact(12_400))]).toEqual(["12.4K", "12,4 mil"]);
  expect([12, 240_000, 5_000_000].map((size) => plain(en.size(size)))).toEqual([
    "12 bytes",
    "240 kB",
    "5 MB",
  ]);
});
