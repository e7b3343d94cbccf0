import { createHash } from "node:crypto";

import * as fc from "fast-check";
import { expect, test } from "vitest";

import { inspectRequest } from "../../../src/dlp/scanRequest.ts";
import { type DlpPolicy, forEachKind } from "../../../src/shared/sensitiveKinds.ts";
import { base64, fields } from "./requestFields.ts";

const alertAll: DlpPolicy = forEachKind(() => "alert");
const maskAll: DlpPolicy = forEachKind(() => "mask");
const blockAll: DlpPolicy = forEachKind(() => "block");
const text = "O CPF do cliente é 529.982.247-25.";
const maskedText = "O CPF do cliente é ***.***.***-**.";

test.for(Object.entries(fields))(
  "the same text has the same verdict in %s",
  ([field, bodyWith]) => {
    const body = { model: "claude-3-5-haiku-20241022", ...bodyWith(text) };
    expect(inspectRequest(body, blockAll)).toEqual({
      action: "block",
      findings: [{ kind: "cpf", count: 1, field, action: "block" }],
      body,
    });
    expect(inspectRequest(body, maskAll)).toMatchObject({
      action: "mask",
      findings: [{ kind: "cpf", count: 1, field, action: "mask" }],
    });
    expect(inspectRequest(inspectRequest(body, maskAll).body, alertAll).findings).toEqual([]);
  },
);

test("a body with nothing to mask is handed back as the same object", () => {
  const body = {
    model: "m",
    messages: [{ role: "user", content: text }],
    temperature: 0.2,
    stream: true,
  };
  for (const policy of [alertAll, blockAll]) {
    expect(inspectRequest(body, policy).body).toBe(body);
  }
  const clean = { messages: [{ role: "user", content: "oi" }] };
  expect(inspectRequest(clean, maskAll)).toEqual({ action: "allow", findings: [], body: clean });
  expect(inspectRequest(clean, maskAll).body).toBe(clean);
});

test("masking changes the value only, and leaves the body that came in as it was", () => {
  const body = {
    model: "m",
    messages: [{ role: "user", content: text, n: [1, null, true] }],
    x: {},
  };
  const copy = structuredClone(body);
  expect(inspectRequest(body, maskAll).body).toEqual({
    model: "m",
    messages: [{ role: "user", content: maskedText, n: [1, null, true] }],
    x: {},
  });
  expect(body).toEqual(copy);
});

test("each kind has its own action, the strongest counts, and what is allowed is not told", () => {
  const content = "cpf 529.982.247-25, maria@empresa.com, (11) 98456-5666 e (21) 98456-5666";
  const policy: DlpPolicy = { ...alertAll, cpf: "mask", email: "allow", phone: "alert" };
  expect(inspectRequest({ content }, policy)).toEqual({
    action: "mask",
    findings: [
      { kind: "cpf", count: 1, field: "content", action: "mask" },
      { kind: "phone", count: 2, field: "content", action: "alert" },
    ],
    body: { content: "cpf ***.***.***-**, maria@empresa.com, (11) 98456-5666 e (21) 98456-5666" },
  });
});

test("what is only possible never blocks: it alerts, or is masked", () => {
  const body = { content: "52998224725" };
  expect(inspectRequest(body, blockAll)).toMatchObject({
    action: "alert",
    findings: [{ kind: "cpf", count: 1, field: "content", action: "alert", doubt: "unnamed" }],
  });
  expect(inspectRequest(body, maskAll)).toMatchObject({
    action: "mask",
    body: { content: "***.***.***-**" },
  });
});

test("the name of a field is context, for texts and for numbers", () => {
  const input = { cpf: "52998224725", telefone: 11_984_565_666, total: 52_998_224_725.5 };
  expect(inspectRequest({ input }, blockAll).action).toBe("block");
  expect(inspectRequest({ input }, maskAll).body).toEqual({
    input: { cpf: "***.***.***-**", telefone: "(**) *****-****", total: 52_998_224_725.5 },
  });
});

test("JSON inside a string stays JSON, with escapes and with bare numbers", () => {
  const json = String.raw`{"cpf":52998224725,"note":"CPF \u0035\u0032\u0039.982.247-25","list":[{"phone":11984565666}],"deep":"{\"cpf\":\"52998224725\"}"}`;
  const { body } = inspectRequest({ arguments: json }, maskAll);
  expect(JSON.parse(String(body["arguments"]))).toEqual({
    cpf: "***.***.***-**",
    note: "CPF ***.***.***-**",
    list: [{ phone: "(**) *****-****" }],
    deep: '{"cpf":"***.***.***-**"}',
  });
});

test("text in base64 is masked inside it, in its own alphabet", () => {
  const note = "ÿ~~~?>? CPF 529.982.247-25";
  const url = Buffer.from(note).toString("base64url");
  const { body } = inspectRequest({ data: base64(note), url: `see ${url} there` }, maskAll);
  const expected = note.replace("529.982.247-25", "***.***.***-**");
  expect(Buffer.from(String(body["data"]), "base64").toString()).toBe(expected);
  expect(body["url"]).toBe(`see ${Buffer.from(expected).toString("base64url")} there`);
});

test.each([
  ["of an older Windows", Buffer.from("Ação: CPF 529.982.247-25, José", "latin1")],
  ["in UTF-16, as PowerShell writes it", Buffer.from(text, "utf16le")],
  ["in UTF-16 with its mark", Buffer.from(`\uFEFFÉ ${text}`, "utf16le")],
])("text in base64 is masked inside it in its own encoding: %s", (_, bytes) => {
  const { body } = inspectRequest({ data: bytes.toString("base64") }, maskAll);
  const expected = bytes.toString("latin1").replaceAll(/\d/gu, "*");
  expect(Buffer.from(String(body["data"]), "base64").toString("latin1")).toBe(expected);
});

test("text in base64 is masked inside it where JSON escapes its slashes", () => {
  const [sent = "", masked = ""] = [text, maskedText].map((note) =>
    base64(`???>>>???>>> ${note} ???>>>`).replaceAll("/", String.raw`\/`),
  );
  expect(sent).toContain(String.raw`\/`);
  const { body } = inspectRequest({ data: `{"d":"${sent}"}` }, maskAll);
  expect(body["data"]).toBe(`{"d":"${masked}"}`);
});

test.each([
  ["mail's", 76, "\r\n"],
  ["PEM's", 64, "\n"],
  ["JSON in a text", 76, String.raw`\n`],
])(
  "text in lines of base64 is masked wherever a line ends within it: %s",
  (_, length, lineBreak) => {
    const wrapped = (plain: string): string =>
      base64(plain).replaceAll(new RegExp(`.{${length}}(?=.)`, "gu"), `$&${lineBreak}`);
    for (let shift = 0; shift < 60; shift += 1) {
      const around = (note: string): string =>
        `${"x".repeat(60 + shift)} ${note} ${"y".repeat(99)}`;
      const { body } = inspectRequest({ data: `file: ${wrapped(around(text))}` }, maskAll);
      expect(body["data"]).toBe(`file: ${wrapped(around(maskedText))}`);
    }
  },
);

function inHex(note: string): string {
  return Buffer.from(note).toString("hex");
}

function inLinesOfHex(note: string): string {
  return inHex(note).replaceAll(/.{60}(?=.)/gu, "$&\n");
}

test.each([
  ["in small letters", (hex: string) => hex],
  ["in capitals", (hex: string) => hex.toUpperCase()],
  ["of a database", (hex: string) => String.raw`\x${hex}`],
  ["of a program", (hex: string) => `0x${hex}, 0`],
  ["in an address", (hex: string) => `https://example.com/people-by-note/${hex}/address`],
  ["in JSON", (hex: string) => JSON.stringify({ note: hex })],
  ["before a digit without its pair", (hex: string) => `${hex}a`],
  ["of base64", (hex: string) => base64(hex)],
])("text in hexadecimal is masked inside it: %s", (_, wrapped) => {
  const { action, findings, body } = inspectRequest({ data: wrapped(inHex(text)) }, maskAll);
  expect(body).toEqual({ data: wrapped(inHex(maskedText)) });
  expect({ action, findings }).toMatchObject({ action: "mask", findings: [{ field: "data" }] });
});

test("text in lines of hexadecimal is masked wherever a line ends within it", () => {
  for (let shift = 0; shift < 60; shift += 1) {
    const around = (note: string): string => `${"x".repeat(60 + shift)} ${note} ${"y".repeat(99)}`;
    const { body } = inspectRequest({ data: `dump:\n${inLinesOfHex(around(text))}` }, maskAll);
    expect(body["data"]).toBe(`dump:\n${inLinesOfHex(around(maskedText))}`);
  }
});

test("hashes, keys and colours are no text", () => {
  const hashes = Array.from({ length: 5_000 }, (_, at) =>
    createHash(at % 2 === 0 ? "sha1" : "sha256")
      .update(`${at}`)
      .digest("hex"),
  );
  const body = { data: `${hashes.join("\n")}\n#f0f0f0 ${hashes.join("")}` };
  expect(inspectRequest(body, blockAll)).toEqual({ action: "allow", findings: [], body });
});

test("lines of base64 that belong not together, and words behind them, are each looked at", () => {
  const binary = Buffer.from(Array.from({ length: 57 }, (_, at) => at * 7)).toString("base64");
  const line = base64(`${text} ${"x".repeat(80)}`).slice(0, 76);
  const word = `${line}\nfim`;
  expect(inspectRequest({ a: `${binary}\n${line}`, word }, maskAll).findings).toMatchObject([
    { field: "a" },
    { field: "word" },
  ]);
  const { body } = inspectRequest({ word }, maskAll);
  expect(String(body["word"]).split("\n")[1]).toBe("fim");
});

test("base64 that is mostly text and cannot be written again as it was blocks where it would be masked", () => {
  const bytes = Buffer.concat([
    Buffer.from(`${text} `.repeat(3)),
    Buffer.from([0xff, 0xfe]),
    Buffer.from("fim"),
  ]);
  const body = { data: bytes.toString("base64") };
  expect(inspectRequest(body, maskAll)).toMatchObject({ action: "block", body });
});

test("images and sounds are left alone", () => {
  const image = Buffer.from(
    Array.from({ length: 60_000 }, (_, at) => (at * 193 + (at >> 3)) % 256),
  ).toString("base64");
  const body = {
    content: [
      { type: "image_url", image_url: { url: `data:image/png;base64,${image}` } },
      { type: "image", source: { type: "base64", media_type: "image/png", data: image } },
    ],
  };
  expect(inspectRequest(body, blockAll)).toEqual({ action: "allow", findings: [], body });
});

test("parts of different messages, and other items between, are not read as one", () => {
  const first = { type: "text", text: "CPF 529.982" };
  const second = { type: "text", text: ".247-25" };
  const image = { type: "image", source: {} };
  expect(inspectRequest({ content: [first, image, second] }, blockAll).action).toBe("allow");
  expect(
    inspectRequest({ messages: [{ content: [first] }, { content: [second] }] }, blockAll).action,
  ).toBe("allow");
});

test("keys are data too: found, masked apart, and never told", () => {
  const { findings, body } = inspectRequest(
    { people: { "529.982.247-25": { note: text }, "111.444.777-35": 1, plain: 2 } },
    maskAll,
  );
  expect(findings).toEqual([
    { kind: "cpf", count: 2, field: "people.*", action: "mask" },
    { kind: "cpf", count: 1, field: "people.*.note", action: "mask" },
  ]);
  expect(body).toEqual({
    people: { "***.***.***-**": { note: maskedText }, "***.***.***-** (2)": 1, plain: 2 },
  });
});

test("a key that is masked like its neighbour already is does not pass for unchanged", () => {
  const { body } = inspectRequest({ a: { "529.982.247-25": 1, "***.***.***-**": 1 } }, maskAll);
  expect(body).toEqual({ a: { "***.***.***-**": 1, "***.***.***-** (2)": 1 } });
});

test("a long text without spaces is no image: what stands in it is found", () => {
  const path = `relatorios/anuais/cpf/52998224725/${"documentos/".repeat(8)}`;
  expect(inspectRequest({ path }, blockAll).action).toBe("block");
});

test("what is told holds no digit of a value, wherever it was", () => {
  for (const bodyWith of Object.values(fields)) {
    const { findings } = inspectRequest({ [text]: bodyWith(text) }, blockAll);
    expect(JSON.stringify(findings)).not.toMatch(/529|982|247/u);
  }
});

test("a policy that allows everything looks at nothing", () => {
  const body = { content: text };
  const allowAll: DlpPolicy = forEachKind(() => "allow");
  expect(inspectRequest(body, allowAll)).toEqual({ action: "allow", findings: [], body });
});

test("any JSON can be inspected, and masked bodies keep their shape", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (body) => {
      expect(inspectRequest(body, maskAll).action).toMatch(/^(?:allow|mask|block)$/u);
    }),
  );
  const hostile: unknown = JSON.parse(
    '{"__proto__":{"cpf":"52998224725"},"constructor":"529.982.247-25","a":"\\ud800"}',
  );
  expect(JSON.stringify(inspectRequest({ hostile }, maskAll).body)).toBe(
    '{"hostile":{"__proto__":{"cpf":"***.***.***-**"},"constructor":"***.***.***-**","a":"\\ud800"}}',
  );
});

function nested(levels: number): unknown {
  return JSON.parse(`${"[".repeat(levels)}${JSON.stringify(text)}${"]".repeat(levels)}`);
}

test("200 levels are inspected; thousands are refused rather than passed", () => {
  expect(inspectRequest({ deep: nested(200) }, blockAll).action).toBe("block");
  expect(() => inspectRequest({ deep: nested(4000) }, blockAll)).toThrow(RangeError);
});
