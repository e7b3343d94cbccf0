import { describe, expect, test } from "vitest";

import { type Fields, fieldsOf, listOf } from "../../../../../src/hubServer/formats/base/fields.ts";
import type { ChatFormat } from "../../../../../src/hubServer/formats/chatFormat.ts";
import { readChatCall } from "../../../../../src/hubServer/models/chatCall.ts";
import { upstreamRequest } from "../../../../../src/hubServer/upstream/upstreamRequest.ts";

const mark = { type: "ephemeral" };

/** The body that an Anthropic upstream gets for what a client sends. */
function sent(fields: Fields, format: ChatFormat = "openai", changes: object = {}): Fields {
  const bytes = new TextEncoder().encode(
    JSON.stringify({
      model: "m",
      [format === "responses" ? "max_output_tokens" : "max_tokens"]: 100,
      ...fields,
    }),
  );
  const { body, dropped } = upstreamRequest(
    { ...readChatCall(bytes, format), allowedTokens: 100, ...changes },
    "anthropic",
    "m",
  );
  expect(dropped).toEqual([]);
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  return JSON.parse(text) as Fields;
}

/** Blocks in the order in which Anthropic hashes them: tools, system, messages. */
function blocksOf(request: Fields): readonly Fields[] {
  const system = request["system"];
  return [
    ...listOf(request["tools"]),
    ...(typeof system === "string" ? [{ type: "text", text: system }] : listOf(system)),
    ...listOf(request["messages"]).flatMap((message) => {
      const { role, content } = fieldsOf(message);
      const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
      return listOf(blocks).map((block) => ({ role, ...fieldsOf(block) }));
    }),
  ].map(fieldsOf);
}

/** In multiples of the input's price: reading from the cache costs 0.1, writing 1.25. */
function costOf({ read, written, size }: Asked): number {
  return 0.1 * read + 1.25 * written + (size - read - written);
}

interface Asked {
  readonly read: number;
  readonly written: number;
  readonly size: number;
}

/** What a native client sends that marks by itself as Anthropic advises: its system prompt and its last two turns. */
function native(steps: number): Fields {
  const asked = agents.anthropic(steps);
  const messages = listOf(asked["messages"]);
  return {
    ...asked,
    system: [{ type: "text", text: system, cache_control: mark }],
    messages: messages.map((message, at) => {
      const { role, content } = fieldsOf(message);
      const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
      const isMarked = at === messages.length - 1 || at === messages.length - 3;
      return isMarked
        ? {
            role,
            content: listOf(blocks).map((block) => ({ ...fieldsOf(block), cache_control: mark })),
          }
        : message;
    }),
  };
}

/** Anthropic's rule: at a mark, the longest prefix that was marked before, at most 20 blocks back, is read. */
class CachingUpstream {
  readonly #kept = new Set<string>();

  /** Characters that are read from the cache, written to it, and in all. */
  ask(request: Fields): Asked {
    const blocks = blocksOf(request);
    const prefixes: string[] = [];
    for (const { cache_control: _, ...block } of blocks) {
      prefixes.push((prefixes.at(-1) ?? "") + JSON.stringify(block));
    }
    const marks = blocks.flatMap((block, at) => (block["cache_control"] === undefined ? [] : [at]));
    expect(marks.length).toBeLessThanOrEqual(4);
    const read = marks.flatMap((at) =>
      prefixes.slice(Math.max(0, at - 20), at + 1).filter((prefix) => this.#kept.has(prefix)),
    );
    for (const at of marks) {
      this.#kept.add(prefixes[at] ?? "");
    }
    const readLength = Math.max(0, ...read.map(({ length }) => length));
    const marked = Math.max(0, ...marks.map((at) => prefixes[at]?.length ?? 0));
    return {
      read: readLength,
      written: Math.max(0, marked - readLength),
      size: prefixes.at(-1)?.length ?? 1,
    };
  }
}

const system = "You are careful. ".repeat(400);
const file = "const answer = 42;\n".repeat(30);

/** Step by step, what an agent sends: each request has the one before it. */
const agents: Readonly<Record<ChatFormat, (steps: number) => Fields>> = {
  openai: (steps) => ({
    tools: [{ type: "function", function: { name: "read", parameters: { type: "object" } } }],
    messages: [
      { role: "system", content: system },
      { role: "user", content: "Mend it." },
      ...Array.from({ length: steps }, (_, step) => [
        {
          role: "assistant",
          content: `Step ${step}`,
          tool_calls: [
            { id: `c${step}`, type: "function", function: { name: "read", arguments: "{}" } },
          ],
        },
        { role: "tool", tool_call_id: `c${step}`, content: `${step} ${file}` },
      ]).flat(),
    ],
  }),
  anthropic: (steps) => ({
    tools: [{ name: "read", input_schema: { type: "object" } }],
    system,
    messages: [
      { role: "user", content: "Mend it." },
      ...Array.from({ length: steps }, (_, step) => [
        {
          role: "assistant",
          content: [
            { type: "text", text: `Step ${step}` },
            { type: "tool_use", id: `c${step}`, name: "read", input: {} },
          ],
        },
        {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: `c${step}`, content: `${step} ${file}` }],
        },
      ]).flat(),
    ],
  }),
  responses: (steps) => ({
    tools: [{ type: "function", name: "read", parameters: { type: "object" } }],
    instructions: system,
    input: [
      { role: "user", content: "Mend it." },
      ...Array.from({ length: steps }, (_, step) => [
        { role: "assistant", content: `Step ${step}` },
        { type: "function_call", call_id: `c${step}`, name: "read", arguments: "{}" },
        { type: "function_call_output", call_id: `c${step}`, output: `${step} ${file}` },
      ]).flat(),
    ],
  }),
};

function costOfAll(requests: readonly Fields[]): number {
  const upstream = new CachingUpstream();
  return requests.reduce((sum, request) => sum + costOf(upstream.ask(request)), 0);
}

describe.each(["openai", "anthropic", "responses"] as const)(
  "an agent in the format %s",
  (format) => {
    test("reads nine tenths of its prompts from the cache, from the third step on", () => {
      const upstream = new CachingUpstream();
      const shares = Array.from({ length: 40 }, (_, step) =>
        upstream.ask(sent(agents[format](step), format)),
      ).map(({ read, size }) => read / size);
      expect(Math.min(...shares.slice(3))).toBeGreaterThan(0.85);
      expect(shares.slice(3).reduce((sum, share) => sum + share, 0) / 37).toBeGreaterThan(0.9);
    });

    test("costs at most a tenth more than a native client with marks of its own", () => {
      const steps = Array.from({ length: 40 }, (_, step) => step);
      const ours = costOfAll(steps.map((step) => sent(agents[format](step), format)));
      const its = costOfAll(steps.map((step) => sent(native(step), "anthropic")));
      expect(ours / its).toBeLessThan(1.1);
    });

    test("keeps its prompt but for the marks", () => {
      const asked = agents[format](3);
      const plain = blocksOf(sent(asked, format, { cachesPrompt: false }));
      const marked = blocksOf(sent(asked, format));
      expect(marked.map((block) => ({ ...block, cache_control: undefined }))).toEqual(plain);
    });

    test("gets no marks where its model has the cache turned off", () => {
      const body = JSON.stringify(sent(agents[format](3), format, { cachesPrompt: false }));
      expect(body).not.toContain("cache_control");
    });
  },
);

test("a short prompt, which no model caches, gets no marks", () => {
  const body = sent({ messages: [{ role: "user", content: "Hi" }] });
  expect(JSON.stringify(body)).not.toContain("cache_control");
});

test("marks of the client go on in their places, and none is added", () => {
  const cache_control = { type: "ephemeral", ttl: "1h" };
  const body = sent({
    tools: [{ type: "function", function: { name: "read" }, cache_control: mark }],
    messages: [
      { role: "system", content: [{ type: "text", text: system, cache_control }] },
      { role: "user", content: "Hi" },
    ],
  });
  const marks = blocksOf(body).map((block) => block["cache_control"]);
  expect(marks).toEqual([mark, cache_control, undefined]);
});

test("a prompt with a number that JavaScript cannot hold goes on byte by byte", () => {
  const text = JSON.stringify({ model: "m", max_tokens: 9, ...agents.anthropic(3) });
  const bytes = new TextEncoder().encode(text.replace('"max_tokens":9', '"x":9007199254740993'));
  const call = { ...readChatCall(bytes, "anthropic"), allowedTokens: 100 };
  expect(upstreamRequest(call, "anthropic", "m").body).toBe(bytes);
});

test("a thought has no mark; the block before it has", () => {
  const body = sent(
    {
      system,
      messages: [
        { role: "user", content: "Hi" },
        {
          role: "assistant",
          content: [
            { type: "text", text: "I think." },
            { type: "thinking", thinking: "…", signature: "s" },
          ],
        },
      ],
    },
    "anthropic",
  );
  const marks = blocksOf(body).map((block) => block["cache_control"]);
  expect(marks).toEqual([mark, undefined, mark, undefined]);
});
