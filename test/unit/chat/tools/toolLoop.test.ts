import { expect, test } from "vitest";

import type { Decision } from "../../../../src/chat/tools/approvals.ts";
import type { AnswerEvent } from "../../../../src/chat/tools/toolEvents.ts";
import { maxSteps, runToolLoop } from "../../../../src/chat/tools/toolLoop.ts";
import type { ChatRequest, StreamEvent, StreamOptions } from "../../../../src/hub/chatTypes.ts";
import type {
  PreparedCall,
  Tool,
  ToolOutcome,
  WriteProposal,
} from "../../../../src/shared/tool.ts";

const proposal: WriteProposal = {
  environment: { name: "Sandbox", isProduction: false },
  title: { en: "Write", ptBr: "Escrever" },
  act: { en: "Write 1", ptBr: "Escrever 1" },
  method: "PUT",
  url: "https://portal.test/1",
  fields: [],
  warnings: [],
};

const done = (text: string): ToolOutcome => ({ state: "done", text });

function tool(name: string, prepare: Tool["prepare"], isWrite = false): Tool {
  return {
    definition: { name, description: name, inputSchema: { type: "object" } },
    isWrite,
    prepare,
  };
}

const reading = (name: string, text: string | (() => string)): Tool =>
  tool(name, () =>
    Promise.resolve({
      kind: "read",
      run: () => Promise.resolve(done(typeof text === "string" ? text : text())),
    }),
  );

const writing = (name: string, run: () => Promise<ToolOutcome>): Tool =>
  tool(name, () => Promise.resolve({ kind: "write", proposal, run } satisfies PreparedCall), true);

const call = (name: string, input: Record<string, unknown> = {}): StreamEvent => ({
  kind: "toolCall",
  call: { id: "", name, arguments: input },
});
const text = (words: string): StreamEvent => ({ kind: "textDelta", text: words });
const finished = (reason = "stop"): StreamEvent => ({ kind: "finished", reason });

interface Run {
  readonly events: AnswerEvent[];
  readonly requests: { readonly request: ChatRequest; readonly options: StreamOptions }[];
  readonly failure: unknown;
}

interface RunOptions {
  readonly tools: readonly Tool[];
  readonly approve?: (callId: string, shown: WriteProposal) => Promise<Decision>;
  readonly scan?: (text: string) => string;
  readonly signal?: AbortSignal;
  readonly messages?: ChatRequest["messages"];
}

/** Runs the loop against a model that answers each request with the next of `answers`, the last one again. */
async function run(
  answers: readonly (readonly StreamEvent[])[],
  options: RunOptions,
): Promise<Run> {
  const requests: Run["requests"] = [];
  const events: AnswerEvent[] = [];
  let lastId = 0;
  const { tools, approve = () => Promise.resolve("approved"), scan = (same) => same } = options;
  const signal = options.signal ?? new AbortController().signal;
  try {
    const loop = runToolLoop(
      {
        model: "m",
        messages: options.messages ?? [
          { role: "system", content: "S" },
          { role: "user", content: "Go" },
        ],
      },
      { signal, idempotencyKey: "key" },
      {
        tools,
        scan,
        approve,
        newId: () => `id-${(lastId += 1)}`,
        async *streamChat(request, streamOptions) {
          await Promise.resolve();
          requests.push({ request, options: streamOptions });
          yield* answers[Math.min(requests.length, answers.length) - 1] ?? [];
        },
      },
    );
    for await (const event of loop) {
      events.push(event);
    }
    return { events, requests, failure: undefined };
  } catch (failure) {
    return { events, requests, failure };
  }
}

const moves = ({ events }: Run): readonly unknown[] =>
  events.flatMap((event) =>
    event.kind === "toolCallMoved" ? [[event.callId, event.state, event.result]] : [],
  );

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
      [call("constructor"), call("strict", { a: "x" }), finished()],
      [text("ok"), finished()],
    ],
    { tools: [strict, reading("look", () => `${(runs += 1)}`)] },
  );
  expect(moves(result)).toEqual([
    ["call_id1", "failed", "There is no tool of this name. There are: strict, look"],
    ["call_id2", "failed", "a: must be a number"],
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
  let approve: ((decision: Decision) => void) | undefined;
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
  const usage = (inputTokens: number, cost: string): StreamEvent => ({
    kind: "usage",
    inputTokens,
    cost,
    currency: "BRL",
  });
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
