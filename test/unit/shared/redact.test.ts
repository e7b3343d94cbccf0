import * as fc from "fast-check";
import { expect, test } from "vitest";

import { redact } from "../../../src/shared/text/redact.ts";

const secret = "another+shape/of=token?1234567890";

test("a secret is hidden as it is, URL-encoded and in base64", () => {
  const base64 = Buffer.from(secret).toString("base64");
  const text = [
    secret,
    encodeURIComponent(secret),
    base64,
    Buffer.from(secret).toString("base64url"),
  ];
  expect(redact(text.join(" | "), [secret])).toBe("*** | *** | *** | ***");
});

test("a secret is hidden as JSON escapes it, also with its slashes", () => {
  const hidden = 'ab/c"defgh/ij';
  const slashes = JSON.stringify({ hidden }).replaceAll("/", String.raw`\/`);
  expect(redact(slashes, [hidden])).toBe('{"hidden":"***"}');
  expect(redact(JSON.stringify({ hidden }), [hidden])).toBe('{"hidden":"***"}');
});

test("the end of a secret is hidden too: it is enough to know which one it is", () => {
  expect(redact("key …34567890 is revoked", [secret])).toBe("key …*** is revoked");
});

test("what looks like a hub's token is hidden, whoever's it is", () => {
  expect(redact("Bearer sk_hub_abcdEFGH_-12 failed", [])).toBe("Bearer *** failed");
  expect(redact("tokens begin with sk_hub_…", [])).toBe("tokens begin with sk_hub_…");
});

test("a secret is hidden as XML escapes it", () => {
  expect(redact("<e>ab&amp;cd&lt;ef&gt;</e>", ["ab&cd<ef>"])).toBe("<e>***</e>");
});

test("a JSON Web Token is hidden, also one that nobody knows", () => {
  const token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.AbC-dEf_GhIjKl";
  expect(redact(`{"id_token":"${token}"}`, [])).toBe('{"id_token":"***"}');
  expect(redact(`Bearer ${token}, eyJhbGciOiJIUzI1NiJ9`, [])).toBe(
    "Bearer ***, eyJhbGciOiJIUzI1NiJ9",
  );
  const hostile = "eyJ-eyJabcdefgh.eyJ.".repeat(20_000) + "eyJ-".repeat(100_000);
  expect(redact(hostile, [])).toBe(hostile);
});

test("an empty or tiny secret blanks nothing out", () => {
  expect(redact("all of this stays", ["", "all"])).toBe("all of this stays");
});

test("no secret survives anywhere in any text", () => {
  const secrets = fc.string({ minLength: 8, maxLength: 40, unit: "grapheme" });
  fc.assert(
    fc.property(secrets, fc.string(), fc.string(), (hidden, before, after) => {
      fc.pre(!hidden.includes("*"));
      expect(redact(`${before}${hidden}${after}`, [hidden]).includes(hidden)).toBe(false);
    }),
  );
});

test("secrets that change between calls are each hidden, also in a list that grew meanwhile", () => {
  const secrets = [secret];
  expect(redact(`${secret} first-secret`, secrets)).toBe("*** first-secret");
  secrets.push("first-secret");
  expect(redact(`${secret} first-secret`, secrets)).toBe("*** ***");
  expect(redact(`${secret} first-secret`, ["first-secret"])).toBe(`${secret} ***`);
  expect(redact(`${secret} first-secret`, [])).toBe(`${secret} first-secret`);
});
