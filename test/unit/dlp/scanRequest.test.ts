import * as fc from "fast-check";
import { expect, test } from "vitest";

import { inspectRequest } from "../../../src/dlp/scanRequest.ts";
import { type DlpPolicy, forEachKind } from "../../../src/shared/guarded/sensitiveKinds.ts";
import { fields } from "./requestFields.ts";

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

test("parts of messages of different roles, and other items between, are not read as one", () => {
  const first = { type: "text", text: "CPF 529.982" };
  const second = { type: "text", text: ".247-25" };
  const image = { type: "image", source: {} };
  expect(inspectRequest({ content: [first, image, second] }, blockAll).action).toBe("allow");
  const messages = [
    { role: "user", content: [first] },
    { role: "assistant", content: [second] },
  ];
  expect(inspectRequest({ messages }, blockAll).action).toBe("allow");
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
