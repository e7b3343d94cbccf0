import { expect, test } from "vitest";

import { AnswerProtection } from "../../../../src/hubServer/answers/guardedAnswer.ts";
import type { StreamBody } from "../../../../src/hubServer/http/message.ts";
import type { ApiFormat } from "../../../../src/hubServer/store/records.ts";
import { forEachKind } from "../../../../src/shared/guarded/sensitiveKinds.ts";
import { FakeClock } from "../../../support/fakeClock.ts";
import { dataEvents } from "../../../support/modelServer/fakeUpstream.ts";

const cpf = "529.982.247-25";

async function guarded(format: ApiFormat, body: string, isStream: boolean): Promise<string> {
  const protection = new AnswerProtection({
    request: { fields: { messages: [{ role: "user", content: "hi" }] } },
    format,
    order: { rules: forEachKind(() => "mask"), note: () => Promise.resolve() },
    clock: new FakeClock(),
  });
  const stream: StreamBody = (sink) => {
    sink.write(body);
    return Promise.resolve();
  };
  const response = await protection.guard({
    status: 200,
    headers: {},
    body: isStream ? stream : body,
  });
  if (typeof response.body !== "function") {
    return Buffer.from(response.body).toString();
  }
  let text = "";
  await response.body({
    write: (bytes) => {
      text += Buffer.from(bytes).toString();
      return true;
    },
    drained: () => Promise.resolve(),
  });
  return text;
}

const chat = (fields: object): object => ({ id: "c", choices: [{ index: 0, ...fields }] });
const message = (fields: object): object => chat({ message: { role: "assistant", ...fields } });
const spoken = { audio: { id: "a", transcript: `CPF ${cpf}` } };
const cited = { annotations: [{ type: "url_citation", url_citation: { title: `CPF ${cpf}` } }] };
const called = { tool_calls: [{ id: "a", function: { name: "f", arguments: { cpf } } }] };

test.each<[string, ApiFormat, object]>([
  ["the words of a sound", "openai", message(spoken)],
  ["the title of a citation", "openai", message(cited)],
  ["arguments that are an object", "openai", message(called)],
  ["a vendor's own field", "openai", message({ plan: { steps: [`CPF ${cpf}`] } })],
  ["a list in place of an answer", "openai", [message({ content: `CPF ${cpf}` })]],
  [
    "a citation of a document",
    "anthropic",
    { type: "message", content: [{ type: "text", citations: [{ cited_text: `CPF ${cpf}` }] }] },
  ],
  [
    "a command for a shell",
    "responses",
    { object: "response", output: [{ type: "shell_call", action: { commands: [`echo ${cpf}`] } }] },
  ],
])("a whole answer is masked in %s", async (_, format, answer) => {
  const given = await guarded(format, JSON.stringify(answer), false);
  expect(given).not.toContain(cpf);
  expect(given).toContain("***");
});

test.each<[string, ApiFormat, object]>([
  ["the words of a sound", "openai", chat({ delta: spoken })],
  ["the title of a citation", "openai", chat({ delta: cited })],
  ["a message beside an empty delta", "openai", chat({ delta: {}, message: { content: cpf } })],
  [
    "a citation of a document",
    "anthropic",
    {
      type: "content_block_delta",
      index: 0,
      delta: { type: "citations_delta", citation: { cited_text: `CPF ${cpf}` } },
    },
  ],
  [
    "a patch of a file",
    "responses",
    { type: "response.apply_patch_call_operation_diff.delta", item_id: "a", delta: `CPF ${cpf}` },
  ],
  [
    "a tool's call that ends",
    "responses",
    {
      type: "response.output_item.done",
      item: { type: "apply_patch_call", id: "a", operation: { diff: `CPF ${cpf}` } },
    },
  ],
])("an event is masked in %s", async (_, format, event) => {
  const given = await guarded(format, dataEvents(event), true);
  expect(given).not.toContain(cpf);
  expect(given).toContain("***");
});

const deep = (levels: number, text: string): string =>
  `{"choices":[{"index":0,"message":{"plan":${"[".repeat(levels)}"${text}"${"]".repeat(levels)}}}]}`;

test("an answer that is nested deep passes, and is masked or refused for a value", async () => {
  const harmless = deep(100_000, "nothing");
  expect(await guarded("openai", harmless, false)).toBe(harmless);
  expect(await guarded("openai", `data: ${harmless}\n\n`, true)).toBe(`data: ${harmless}\n\n`);
  expect(await guarded("openai", deep(500, cpf), false)).not.toContain(cpf);
  for (const isStream of [false, true]) {
    const text = deep(100_000, cpf);
    await expect(
      guarded("openai", isStream ? `data: ${text}\n\n` : text, isStream),
    ).rejects.toMatchObject({
      status: 502,
      message: expect.stringContaining("too deep") as string,
    });
  }
});

test.each([false, true])(
  "a key that is there twice leaves nothing unmasked: stream %s",
  async (isStream) => {
    const body = `{"choices":[{"index":0,"message":{"content":"CPF ${cpf}","content":"hi"}}]}`;
    const text = isStream ? `data: ${body}\n\n` : body;
    const given = await guarded("openai", text, isStream);
    expect(given).not.toContain(cpf);
    expect(given).toContain('"content":"hi"');
  },
);

test("a stream that is one JSON text is masked", async () => {
  const given = await guarded("openai", JSON.stringify(message({ content: cpf })), true);
  expect(given).not.toContain(cpf);
});

test("ids, signatures and files stay as they are", async () => {
  const answer = {
    type: "message",
    id: `msg ${cpf}`,
    content: [
      { type: "thinking", thinking: "", signature: `CPF ${cpf}` },
      { type: "redacted_thinking", data: `CPF ${cpf}` },
      { type: "tool_use", id: `toolu ${cpf}`, name: `f ${cpf}`, input: {} },
    ],
  };
  expect(JSON.parse(await guarded("anthropic", JSON.stringify(answer), false))).toEqual(answer);
});
