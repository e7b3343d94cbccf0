import { expect, test } from "vitest";

import type { ApprovalDecision } from "../../../../src/chat/tools/pendingDecisions.ts";
import { maxSteps } from "../../../../src/chat/tools/toolLoop.ts";
import type { ToolOutcome } from "../../../../src/shared/conversation/tool.ts";
import {
  call,
  done,
  finished,
  moves,
  reading,
  run,
  text,
  tool,
  usage,
  writing,
} from "./loopRun.ts";

test("an answer takes at most twenty steps; the calls of the last are refused and the rest stays", async () => {
  let count = 0;
  const answers = Array.from({ length: 30 }, (_, index) => [
    call("look", { index }),
    finished("tool_calls"),
  ]);
  const result = await run(answers, { tools: [reading("look", () => `${(count += 1)}`)] });
  expect(result.requests).toHaveLength(maxSteps);
  expect(count).toBe(maxSteps - 1);
  expect(moves(result).at(-1)).toEqual([
    "call_id20",
    "refused",
    "Not done: 20 steps are the most.",
  ]);
  expect(result.events.at(-1)).toEqual(finished("tool_calls"));
});

test("the same call is answered three times at most", async () => {
  let count = 0;
  const result = await run([[call("look", { a: 1 }), finished()]], {
    tools: [reading("look", () => `${(count += 1)}`)],
  });
  expect(count).toBe(3);
  expect(moves(result)[3]).toEqual([
    "call_id4",
    "refused",
    expect.stringContaining("exactly the same before") as string,
  ]);
});

test("at most 32 calls of one step are done", async () => {
  let count = 0;
  const calls = Array.from({ length: 128 }, (_, index) => call("look", { index }));
  await run(
    [
      [...calls, finished()],
      [text("ok"), finished()],
    ],
    {
      tools: [reading("look", () => `${(count += 1)}`)],
    },
  );
  expect(count).toBe(32);
});

test("a result of 5 MB is cut, with a note that says so, and what is cut away is never scanned", async () => {
  let scanned = 0;
  const result = await run(
    [
      [call("look"), finished()],
      [text("ok"), finished()],
    ],
    {
      tools: [reading("look", "x".repeat(5_000_000))],
      scan: (part) => {
        scanned += part.length;
        return part;
      },
    },
  );
  const told = result.requests[1]?.request.messages.at(-1);
  expect(told?.content).toMatch(
    /^x{65536}\n\[Cut here: the whole result has 5000000 characters\.\]$/u,
  );
  expect(scanned).toBe(66_560);
});

test.each([
  ["529.982.247-25", 5],
  ["529.982.247-25", 13],
  ["maria.souza@acme.com.br", 20],
  ["(11) 98765-4321", 14],
])(
  "a result is not cut inside of %s, of which %i characters would be left",
  async (value, left) => {
    const before = `{"contato": "`;
    const padding = "x ".repeat(40_000).slice(0, 65_536 - left - before.length);
    const result = await run(
      [
        [call("look"), finished()],
        [text("ok"), finished()],
      ],
      { tools: [reading("look", `${padding}${before}${value}", "z": "${"y ".repeat(9_000)}"}`)] },
    );
    const told = result.requests[1]?.request.messages.at(-1);
    expect(told?.content).toMatch(
      /"contato": "\n\[Cut here: the whole result has \d+ characters\.\]$/u,
    );
  },
);

test("every result is scanned before a model is told of it, and kept as it was told", async () => {
  const result = await run(
    [
      [call("look"), finished()],
      [text("ok"), finished()],
    ],
    {
      tools: [reading("look", "CPF 529.982.247-25")],
      scan: (part) => part.replace("529.982.247-25", "***"),
    },
  );
  expect(result.requests[1]?.request.messages.at(-1)).toMatchObject({ content: "CPF ***" });
  expect(moves(result)).toEqual([["call_id1", "done", "CPF ***"]]);
});

test("a write that throws after its approval is unknown, and what it throws is told to nobody", async () => {
  const result = await run(
    [
      [call("w"), finished()],
      [text("ok"), finished()],
    ],
    {
      tools: [writing("w", () => Promise.reject(new Error("secret")))],
    },
  );
  expect(moves(result).at(-1)).toEqual([
    "call_id1",
    "unknown",
    expect.stringContaining("does not say whether it took effect") as string,
  ]);
  expect(JSON.stringify(result)).not.toContain("secret");
});

test("stopping while a read runs ends the answer although the read never does", async () => {
  const controller = new AbortController();
  const endless = tool("endless", () =>
    Promise.resolve({
      kind: "read",
      run: () => {
        controller.abort();
        return new Promise<ToolOutcome>(() => undefined);
      },
    }),
  );
  const result = await run([[call("endless"), finished()]], {
    tools: [endless],
    signal: controller.signal,
  });
  expect(result.failure).toMatchObject({ failure: { kind: "cancelled" } });
  expect(result.requests).toHaveLength(1);
});

test("stopping while a write waits sends nothing, also if it is approved later", async () => {
  const controller = new AbortController();
  let sent = 0;
  let approve: ((decision: ApprovalDecision) => void) | undefined;
  const result = await run([[call("w"), finished()]], {
    tools: [
      writing("w", () => {
        sent += 1;
        return Promise.resolve(done(""));
      }),
    ],
    signal: controller.signal,
    approve: () =>
      new Promise((resolve) => {
        approve = resolve;
        controller.abort();
        resolve("approved");
      }),
  });
  approve?.("approved");
  expect(result.failure).toMatchObject({ failure: { kind: "cancelled" } });
  expect(sent).toBe(0);
});

test("what several requests of one answer used is summed exactly", async () => {
  const { events } = await run(
    [
      [usage(1, "0"), usage(10, "0.1"), call("look"), finished()],
      [usage(20, "0.20"), text("ok"), finished()],
    ],
    { tools: [reading("look", "")] },
  );
  expect(events.filter(({ kind }) => kind === "usage").at(-1)).toEqual({
    kind: "usage",
    inputTokens: 30,
    cost: "0.30",
    currency: "BRL",
  });
});

test("without tools the calls of the past go along as text", async () => {
  const { requests, events } = await run([[text("ok"), finished()]], {
    tools: [],
    messages: [
      { role: "user", content: "Go" },
      {
        role: "assistant",
        content: "Let me see.",
        toolCalls: [{ id: "c1", name: "look", arguments: { a: 1 } }],
      },
      { role: "tool", callId: "c1", content: "five" },
      { role: "assistant", content: "It is 5." },
    ],
  });
  expect(requests[0]?.request).toEqual({
    model: "m",
    messages: [
      { role: "user", content: "Go" },
      {
        role: "assistant",
        content:
          'Let me see.\n\n[Called the tool look with {"a":1}]\n\n[Result of the tool]\nfive\n\nIt is 5.',
      },
    ],
  });
  expect(events).toEqual([text("ok"), finished()]);
});
