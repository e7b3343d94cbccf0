import type { ServerResponse } from "node:http";

import { describe, expect, test } from "vitest";

import { answers, dataEvents, streams } from "../../support/modelServer/fakeUpstream.ts";
import { chunk } from "./endlessUpstream.ts";
import { labOfFile } from "./labOfFile.ts";

const lab = labOfFile();

const messages = [{ role: "user", content: "hi" }];

interface Event {
  readonly type: string;
  readonly delta?: { readonly text?: string; readonly stop_reason?: string };
  readonly content_block?: object;
  readonly usage?: object;
  readonly error?: object;
}

/** An OpenAI upstream's stream as a client of Anthropic's format gets it. */
async function translated(): Promise<readonly Event[]> {
  const body = { model: "gpt", max_tokens: 99, stream: true, messages };
  const text = await (await lab.post("messages", body)).text();
  return [...text.matchAll(/^data: (?<data>.+)$/gmu)].map(
    ({ groups }) => JSON.parse(groups?.["data"] ?? "") as Event,
  );
}

function textOf(events: readonly Event[]): string {
  return events.map(({ delta }) => delta?.text ?? "").join("");
}

describe("an answer is whole in the other format", () => {
  test("with an empty finish reason in each chunk", async () => {
    const [one, other] = [chunk({ content: "Hel" }, ""), chunk({ content: "lo" }, "")];
    lab.openAi.handle = streams(dataEvents(one, other, chunk({}, "stop")));
    const events = await translated();
    expect(textOf(events)).toBe("Hello");
    expect(events.at(-1)?.type).toBe("message_stop");
  });

  test("as one chunk with a message", async () => {
    const choice = { index: 0, message: { content: "Hello" }, finish_reason: "stop" };
    lab.openAi.handle = streams(dataEvents({ choices: [choice] }));
    expect(textOf(await translated())).toBe("Hello");
  });

  test("with a call in the older form", async () => {
    const call = { name: "look", arguments: '{"at":1}' };
    lab.openAi.handle = streams(
      dataEvents(chunk({ function_call: call }), chunk({}, "function_call")),
    );
    const events = await translated();
    const block = events.find(({ content_block: begun }) => begun)?.content_block;
    expect(block).toMatchObject({ type: "tool_use", name: "look" });
    expect(events.at(-2)?.delta?.stop_reason).toBe("tool_use");
  });

  test("with estimated tokens where none are reported", async () => {
    lab.openAi.handle = streams(dataEvents(chunk({ content: "Hello" }), chunk({}, "stop")));
    const told = (await translated()).at(-2)?.usage;
    expect(told).toMatchObject({ output_tokens: 2 });
    expect(told).not.toMatchObject({ input_tokens: 0 });
    lab.openAi.handle = answers({ choices: [{ message: { content: "Hello" } }] });
    const whole = await lab.post("messages", { model: "gpt", max_tokens: 99, messages });
    const { usage } = (await whole.json()) as Event;
    expect(usage).toMatchObject({ output_tokens: 2 });
    expect(usage).not.toMatchObject({ input_tokens: 0 });
  });
});

describe("an answer that lacks a piece ends with one error", () => {
  test.each([
    ["an event that is no JSON", "data: {broken\n\n", "cannot be read"],
    ["an error", dataEvents({ error: { message: "boom" } }), "boom"],
  ])("%s", async (_, broken, message) => {
    lab.openAi.handle = streams(
      dataEvents(chunk({ content: "Hel" })),
      broken,
      dataEvents(chunk({}, "stop")),
    );
    const events = await translated();
    const errors = events.filter(({ type }) => type === "error");
    expect(errors).toHaveLength(1);
    expect(JSON.stringify(errors)).toContain(message);
    expect(events.at(-1)?.type).toBe("error");
    expect(lab.governance.settled).toMatchObject([{ outcome: "failed" }]);
  });
});

test("what is no JSON by intent, such as a sign of life, is passed over", async () => {
  lab.openAi.handle = streams(
    "data: ping\n\n",
    dataEvents(chunk({ content: "Hello" }), chunk({}, "stop")),
  );
  expect(textOf(await translated())).toBe("Hello");
});

function breaks(_: unknown, response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(dataEvents(chunk({ content: "Hello" }), chunk({}, "stop")));
  setTimeout(() => response.socket?.resetAndDestroy(), 50);
}

describe("a connection that breaks behind a complete answer does not undo it", () => {
  test("in the other format", async () => {
    lab.openAi.handle = breaks;
    const events = await translated();
    expect(events.map(({ type }) => type)).not.toContain("error");
    expect(events.at(-1)?.type).toBe("message_stop");
    expect(lab.governance.settled).toMatchObject([{ outcome: "complete" }]);
  });

  test("in the same format", async () => {
    lab.openAi.handle = breaks;
    const body = { model: "gpt", stream: true, messages };
    const text = await (await lab.post("chat/completions", body)).text();
    expect(text).toContain('"finish_reason":"stop"');
    expect(text).not.toContain("error");
    expect(lab.governance.settled).toMatchObject([{ outcome: "complete" }]);
  });
});

test("an upstream that answers with no content is a 502", async () => {
  lab.openAi.handle = (_, response) => {
    response.writeHead(204);
    response.end();
  };
  const answer = await lab.post("chat/completions", { model: "gpt", messages });
  expect([answer.status, await answer.json()]).toMatchObject([
    502,
    { error: { code: "upstream_error" } },
  ]);
});

test("an error with a successful status keeps its words in the other format", async () => {
  lab.openAi.handle = answers({ error: { message: "no credit is left" } });
  const answer = await lab.post("messages", { model: "gpt", max_tokens: 99, messages });
  expect([answer.status, await answer.json()]).toMatchObject([
    502,
    { error: { message: "no credit is left" } },
  ]);
});
