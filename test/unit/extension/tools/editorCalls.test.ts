import { beforeEach, expect, test } from "vitest";

import { EditorCalls } from "../../../../src/extension/tools/editorCalls.ts";
import type {
  PreparedCall,
  Tool,
  WriteProposal,
} from "../../../../src/shared/conversation/tool.ts";

const signal = new AbortController().signal;

const sandbox: WriteProposal = {
  environment: { name: "Sandbox", isProduction: false },
  title: { en: "Save", ptBr: "Salvar" },
  act: { en: "Save it", ptBr: "Salvar" },
  method: "POST",
  url: "https://portal.test/save",
  fields: [],
  warnings: [],
};

let proposal: WriteProposal;
let sent: unknown[];
let asked: WriteProposal[];
let answer: boolean;
let calls: EditorCalls;
let isOffered: boolean;

const write: Tool = {
  definition: { name: "save", description: "", inputSchema: {} },
  isWrite: true,
  prepare: (input) =>
    Promise.resolve({
      kind: "write",
      proposal,
      run: () => {
        sent.push(input);
        return Promise.resolve({ state: "done", text: "saved" });
      },
    } satisfies PreparedCall),
};

const read: Tool = {
  definition: { name: "read", description: "", inputSchema: {} },
  isWrite: false,
  prepare: () =>
    Promise.resolve({
      kind: "read",
      run: () => Promise.resolve({ state: "done", text: '{"cpf":"529.982.247-25","codigo":5}' }),
    }),
};

beforeEach(() => {
  proposal = sandbox;
  sent = [];
  asked = [];
  answer = true;
  isOffered = true;
  calls = new EditorCalls({
    tool: (name) =>
      isOffered ? [write, read].find((one) => one.definition.name === name) : undefined,
    ask: (shown) => {
      asked.push(shown);
      return Promise.resolve(answer);
    },
  });
});

test("a read asks nothing, and its personal data is masked", async () => {
  expect(await calls.prepare("read", {}, signal)).toBeUndefined();
  expect(await calls.invoke("read", {}, signal)).toBe('{"cpf":"***.***.***-**","codigo":5}');
  expect(asked).toEqual([]);
});

test("a write that the editor asked about is sent once; the next one is asked about again", async () => {
  expect(await calls.prepare("save", { a: 1 }, signal)).toBe(sandbox);
  expect(await calls.invoke("save", { a: 1 }, signal)).toBe("saved");
  answer = false;
  expect(await calls.invoke("save", { a: 1 }, signal)).toContain("rejected");
  expect([sent, asked]).toEqual([[{ a: 1 }], [sandbox]]);
});

test("other arguments than those that were asked about are asked about anew", async () => {
  await calls.prepare("save", { a: 1 }, signal);
  answer = false;
  await calls.invoke("save", { a: 2 }, signal);
  expect([sent, asked]).toEqual([[], [sandbox]]);
});

test("a call that the editor asked nothing about is asked about by us", async () => {
  await calls.invoke("save", { a: 1 }, signal);
  expect([sent, asked]).toEqual([[{ a: 1 }], [sandbox]]);
});

test("production is asked about by us whatever the editor asked", async () => {
  proposal = { ...sandbox, environment: { name: "Loja", isProduction: true } };
  answer = false;
  await calls.prepare("save", { a: 1 }, signal);
  expect(await calls.invoke("save", { a: 1 }, signal)).toContain("rejected");
  expect([sent, asked]).toEqual([[], [proposal]]);
});

test("without an environment nothing is called", async () => {
  isOffered = false;
  expect(await calls.prepare("save", {}, signal)).toBeUndefined();
  expect(await calls.invoke("save", {}, signal)).toBe("The person chose no environment.");
  expect(sent).toEqual([]);
});
