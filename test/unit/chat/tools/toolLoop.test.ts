import { expect, test } from "vitest";

import type { Tool } from "../../../../src/shared/conversation/tool.ts";
import { call, done, finished, moves, reading, run, text, tool, writing } from "./loopRun.ts";

test("a read runs freely and its result goes to the model, whose answer ends it", async () => {
  const result = await run(
    [
      [text("Let me see. "), call("look", { a: 1 }), finished("tool_calls")],
      [text("It is 5."), finished()],
    ],
    { tools: [reading("look", "five")] },
  );
  expect(result.events).toEqual([
    text("Let me see. "),
    {
      kind: "toolCallStarted",
      isWrite: false,
      part: {
        kind: "toolCall",
        callId: "call_id1",
        step: 1,
        name: "look",
        arguments: '{"a":1}',
        state: "running",
      },
    },
    { kind: "toolCallMoved", callId: "call_id1", state: "done", result: "five" },
    text("It is 5."),
    finished(),
  ]);
  expect(result.requests[1]?.request.messages.slice(2)).toEqual([
    {
      role: "assistant",
      content: "Let me see. ",
      toolCalls: [{ id: "call_id1", name: "look", arguments: { a: 1 } }],
    },
    { role: "tool", callId: "call_id1", content: "five" },
  ]);
});

test("each request offers the tools and has a key of its own", async () => {
  const { requests } = await run(
    [
      [call("look"), finished()],
      [text("Done"), finished()],
    ],
    {
      tools: [reading("look", "")],
    },
  );
  expect(requests.map(({ options }) => options.idempotencyKey)).toEqual(["key", "key-2"]);
  expect(requests.map(({ request }) => request.tools?.map(({ name }) => name))).toEqual([
    ["look"],
    ["look"],
  ]);
});

test("reads of one step run side by side, writes one after the other", async () => {
  const log: string[] = [];
  const slow = (name: string): Tool =>
    tool(name, () =>
      Promise.resolve({
        kind: "read",
        run: async () => {
          log.push(`${name} begins`);
          await new Promise((resolve) => {
            setImmediate(resolve);
          });
          log.push(`${name} ends`);
          return done("");
        },
      }),
    );
  const write = (name: string): Tool =>
    writing(name, async () => {
      log.push(`${name} begins`);
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      log.push(`${name} ends`);
      return done("");
    });
  await run(
    [
      [call("w1"), call("r1"), call("w2"), call("r2"), finished()],
      [text("ok"), finished()],
    ],
    {
      tools: [slow("r1"), slow("r2"), write("w1"), write("w2")],
    },
  );
  expect(log).toEqual([
    "r1 begins",
    "r2 begins",
    "r1 ends",
    "r2 ends",
    "w1 begins",
    "w1 ends",
    "w2 begins",
    "w2 ends",
  ]);
});

test("each of several writes is approved on its own, and only what was is sent", async () => {
  const sent: string[] = [];
  const asked: string[] = [];
  const write = (name: string): Tool =>
    writing(name, () => {
      sent.push(name);
      return Promise.resolve(done("written"));
    });
  const result = await run(
    [
      [call("w1"), call("w2"), finished()],
      [text("ok"), finished()],
    ],
    {
      tools: [write("w1"), write("w2")],
      approve: (callId) => {
        asked.push(callId);
        return Promise.resolve(asked.length === 1 ? "approved" : "rejected");
      },
    },
  );
  expect(asked).toEqual(["call_id1", "call_id2"]);
  expect(sent).toEqual(["w1"]);
  expect(moves(result)).toEqual([
    ["call_id1", "running", undefined],
    ["call_id1", "done", "written"],
    ["call_id2", "refused", expect.stringContaining("The person rejected it") as string],
  ]);
  expect(result.requests[1]?.request.messages.at(-1)).toMatchObject({
    role: "tool",
    callId: "call_id2",
    isError: true,
  });
});

test.each(["expired", "withdrawn"] as const)("a write that is %s is not sent", async (decision) => {
  let sent = 0;
  const result = await run(
    [
      [call("w"), finished()],
      [text("ok"), finished()],
    ],
    {
      tools: [
        writing("w", () => {
          sent += 1;
          return Promise.resolve(done(""));
        }),
      ],
      approve: () => Promise.resolve(decision),
    },
  );
  expect(sent).toBe(0);
  expect(moves(result)).toEqual([
    ["call_id1", "refused", expect.stringContaining("Nothing was changed") as string],
  ]);
});

test("whether a tool writes is a property of the tool, whatever the model claims", async () => {
  let asked = 0;
  await run(
    [
      [call("w", { requires_approval: false, readOnly: true, isWrite: false }), finished()],
      [text("ok"), finished()],
    ],
    {
      tools: [writing("w", () => Promise.resolve(done("")))],
      approve: () => {
        asked += 1;
        return Promise.resolve("rejected");
      },
    },
  );
  expect(asked).toBe(1);
});

test("an unknown tool and one whose arguments are wrong are told to the model and run nothing", async () => {
  let runs = 0;
  const strict = tool("strict", () =>
    Promise.resolve({ kind: "refused", state: "failed", text: "a: must be a number" }),
  );
  const result = await run(
    [
      [call("constructor"), call(""), call("strict", { a: "x" }), finished()],
      [text("ok"), finished()],
    ],
    { tools: [strict, reading("look", () => `${(runs += 1)}`)] },
  );
  expect(moves(result)).toEqual([
    ["call_id1", "failed", "Not done. There is no tool constructor. There are: strict, look."],
    ["call_id2", "failed", "Not done. The call has no name of a tool. There are: strict, look."],
    ["call_id3", "failed", "a: must be a number"],
  ]);
  expect(runs).toBe(0);
});

test.each(["length", "content_filter"])(
  "calls of an answer that ended by %s are not run",
  async (reason) => {
    let runs = 0;
    const result = await run([[call("look"), finished(reason)]], {
      tools: [reading("look", () => `${(runs += 1)}`)],
    });
    expect(runs).toBe(0);
    expect(result.events).toEqual([finished(reason)]);
  },
);

test("calls of an answer that broke off are not run", async () => {
  let runs = 0;
  const result = await run([[call("look")]], {
    tools: [reading("look", () => `${(runs += 1)}`)],
  });
  expect([runs, result.events]).toEqual([0, []]);
});

test("a call whose arguments are no JSON object fails, and the call beside it runs", async () => {
  let prepared = 0;
  const look = tool("look", () => {
    prepared += 1;
    return Promise.resolve({ kind: "read", run: () => Promise.resolve(done("five")) });
  });
  const broken = { id: "", name: "look", arguments: {}, unreadable: '{"a": 1' };
  const result = await run(
    [
      [{ kind: "toolCall", call: broken }, call("look"), finished("tool_calls")],
      [text("ok"), finished()],
    ],
    { tools: [look] },
  );
  expect(prepared).toBe(1);
  const word = expect.stringContaining(
    'The arguments of look are no JSON object: {"a": 1\n',
  ) as string;
  expect(moves(result)).toEqual([
    ["call_id1", "failed", word],
    ["call_id2", "done", "five"],
  ]);
  expect(result.requests[1]?.request.messages.slice(3)).toEqual([
    { role: "tool", callId: "call_id1", content: word, isError: true },
    { role: "tool", callId: "call_id2", content: "five" },
  ]);
});
