import * as fc from "fast-check";
import { expect, test } from "vitest";

import { inspectRequest } from "../../../src/dlp/scanRequest.ts";
import { type DlpPolicy, forEachKind, maskOf } from "../../../src/shared/guarded/sensitiveKinds.ts";
import { cards, cnpjs, cpfs, punctuated } from "./values.ts";

/** A piece alone may resemble a telephone number. */
const maskAll: DlpPolicy = { ...forEachKind(() => "mask"), phone: "allow" };
const blockAll: DlpPolicy = { ...forEachKind(() => "block"), phone: "allow" };

type Body = Readonly<Record<string, unknown>>;

const assistant = { role: "assistant", content: "Pode mandar o resto." };
const call = (id: string): object => ({
  id,
  type: "function",
  function: { name: "read", arguments: "{}" },
});

/** Conversations whose two texts follow each other, for each format of a request. */
const conversations: Readonly<Record<string, (one: string, two: string) => Body>> = {
  "two messages": (one, two) => ({
    messages: [
      { role: "user", content: one },
      { role: "user", content: two },
    ],
  }),
  "two messages around an answer": (one, two) => ({
    messages: [{ role: "user", content: one }, assistant, { role: "user", content: two }],
  }),
  "the last part of a message and the first of the next": (one, two) => ({
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "Oi." },
          { type: "text", text: one },
        ],
      },
      {
        role: "user",
        content: [
          { type: "text", text: two },
          { type: "text", text: "Só isso." },
        ],
      },
    ],
  }),
  "two results of tools": (one, two) => ({
    messages: [
      { role: "assistant", content: null, tool_calls: [call("1"), call("2")] },
      { role: "tool", tool_call_id: "1", content: one },
      { role: "tool", tool_call_id: "2", content: two },
    ],
  }),
  "two results around a call": (one, two) => ({
    messages: [
      { role: "tool", tool_call_id: "1", content: one },
      { role: "assistant", content: null, tool_calls: [call("2")] },
      { role: "tool", tool_call_id: "2", content: two },
    ],
  }),
  "two results in Anthropic's form": (one, two) => ({
    messages: [
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "1", content: one },
          { type: "tool_result", tool_use_id: "2", content: [{ type: "text", text: two }] },
        ],
      },
    ],
  }),
  "two messages of the Responses API": (one, two) => ({
    input: [
      { role: "user", content: [{ type: "input_text", text: one }] },
      { type: "message", role: "user", content: two },
    ],
  }),
  "two results of the Responses API": (one, two) => ({
    input: [
      { type: "function_call_output", call_id: "1", output: one },
      { type: "function_call_output", call_id: "2", output: two },
    ],
  }),
};

const values = fc.oneof(
  cpfs.map((value) => ["cpf", "", punctuated(value)] as const),
  cnpjs.map((value) => ["cnpj", "", punctuated(value)] as const),
  cpfs.map((value) => ["cpf", "cpf ", value] as const),
  cards
    .filter(({ length }) => length === 16)
    .map((value) => ["card", "", value.replaceAll(/(.{4})(?=.)/gu, "$1 ")] as const),
);

/** A value in two pieces; the name of a bare number stays with its first digits. */
const cuts = fc.tuple(values, fc.nat()).map(([[kind, name, value], wanted]) => {
  const at = 1 + (wanted % (value.length - 1));
  return { name, one: value.slice(0, at), two: value.slice(at), mask: maskOf(kind) };
});
const around = fc.constantFrom("", "Segue o número: ", `${"uma linha de texto ".repeat(30)}\n`);

test.for(Object.entries(conversations))(
  "a number that is cut over %s is masked in both, and blocks",
  ([, conversation]) => {
    fc.assert(
      fc.property(cuts, around, ({ name, one, two, mask }, text) => {
        const body = conversation(text + name + one, `${two}. ${text}`);
        expect(inspectRequest(body, blockAll).action).toBe("block");
        const { findings, body: masked } = inspectRequest(body, maskAll);
        expect(findings).toHaveLength(2);
        expect(masked).toEqual(conversation(text + name + mask, `${mask}. ${text}`));
        expect(inspectRequest(masked, blockAll).action).toBe("allow");
      }),
      { numRuns: 60 },
    );
  },
);

test("a number over three messages is masked in each", () => {
  const messages = ["CPF 529.", "982", ".247-25"].map((content) => ({ role: "user", content }));
  expect(inspectRequest({ messages }, maskAll).findings.map(({ field }) => field)).toEqual([
    "messages[0].content",
    "messages[1].content",
    "messages[2].content",
  ]);
});

test.for([
  [
    "of two roles",
    [
      { role: "user", content: "CPF 529.982." },
      { role: "assistant", content: "247-25" },
    ],
  ],
  [
    "of a tool and a person",
    [
      { role: "tool", content: "CPF 529.982." },
      { role: "user", content: "247-25" },
    ],
  ],
  [
    "with a text between them",
    ["CPF 529.982.", "e", "247-25"].map((content) => ({ role: "user", content })),
  ],
  ["that are bare numbers", ["45320151", "12830366"].map((content) => ({ role: "tool", content }))],
  ["of an address", ["ana.sil", "va@loja.com.br"].map((content) => ({ role: "user", content }))],
] as const)("texts %s make no value together", ([, messages]) => {
  expect(inspectRequest({ messages }, { ...blockAll, email: "allow" }).action).toBe("allow");
});

function saving(given: object): Body {
  return {
    messages: [
      { role: "assistant", content: [{ type: "tool_use", id: "1", name: "save", input: given }] },
    ],
  };
}

test.for([
  ["the digits of a CPF", { cpf: [5, 2, 9, 9, 8, 2, 2, 4, 7, 2, 5] }, { cpf: ["***.***.***-**"] }],
  [
    "the bytes of a CPF",
    { data: [...Buffer.from("é 529.982.247-25")] },
    { data: ["195,169,32,***.***.***-**"] },
  ],
] as const)("a list of numbers with %s is masked", ([, input, masked]) => {
  expect(inspectRequest(saving(input), maskAll).body).toEqual(saving(masked));
});
