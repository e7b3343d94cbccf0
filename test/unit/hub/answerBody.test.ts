import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { AnswerBody } from "../../../src/hub/answerBody.ts";
import type { StreamEvent } from "../../../src/hub/chatTypes.ts";
import { HubError } from "../../../src/hub/hubError.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const choice = (fields: unknown) => event({ model: "m1", choices: [fields] });
const delta = (fields: unknown) => choice({ index: 0, delta: fields });
const finish = (reason: string) => choice({ index: 0, delta: {}, finish_reason: reason });
const tool = (fields: unknown) => delta({ tool_calls: [fields] });
const done = "data: [DONE]\n\n";

function read(pieces: readonly Uint8Array[]) {
  const answer = new AnswerBody({
    requestId: undefined,
    cost: undefined,
    errorFrom: () => new HubError({ kind: "upstream_error" }),
    onContent: () => undefined,
    onEnd: () => undefined,
  });
  const events: StreamEvent[] = [];
  for (const piece of pieces) {
    if (!answer.isDone) {
      events.push(...answer.push(piece));
    }
  }
  events.push(...answer.end());
  return { events: merged(events), problem: answer.problem?.kind };
}

/** How deltas are cut into events is nobody's business; their order is. */
function merged(events: readonly StreamEvent[]): readonly StreamEvent[] {
  const result: StreamEvent[] = [];
  for (const next of events) {
    const last = result.at(-1);
    const isMore =
      (next.kind === "textDelta" || next.kind === "reasoningDelta") && last?.kind === next.kind;
    if (isMore) {
      result[result.length - 1] = { ...last, text: last.text + next.text };
    } else {
      result.push(next);
    }
  }
  return result;
}

function readText(body: string) {
  const { events, problem } = read([encode(body)]);
  const text = events.map((one) => (one.kind === "textDelta" ? one.text : "")).join("");
  const reasoning = events.map((one) => (one.kind === "reasoningDelta" ? one.text : "")).join("");
  const calls = events.flatMap((one) => (one.kind === "toolCall" ? one.call : []));
  const reason = events.flatMap((one) => (one.kind === "finished" ? one.reason : [])).at(0);
  return { text, reasoning, calls, reason, problem };
}

const plain = { reasoning: "", calls: [], reason: "stop", problem: undefined };

describe("forms that a good answer may take", () => {
  test.each([
    ["CR only", `${delta({ content: "Hi" })}${finish("stop")}${done}`.replaceAll("\n", "\r")],
    [
      "no space after the colon",
      `data:${JSON.stringify({ choices: [{ delta: { content: "Hi" } }] })}\n\n${finish("stop")}`,
    ],
    [
      "comments and ids",
      `: PROCESSING\n\nid: 1\nretry: 5\n${delta({ content: "Hi" })}: x\n${finish("stop")}`,
    ],
    ["no end of the stream", `${delta({ content: "Hi" })}${finish("stop")}`],
    ["no blank line at the end", `${delta({ content: "Hi" })}${finish("stop").trimEnd()}`],
    [
      "JSON over several data lines",
      `data: {"choices":\ndata: [{"delta":{"content":"Hi"}}]}\n\n${finish("stop")}`,
    ],
    [
      "first chunk with filter results only",
      `${event({ choices: [], prompt_filter_results: [{}] })}${delta({ content: "Hi" })}${finish("stop")}`,
    ],
    [
      "content as parts",
      `${delta({ content: [{ type: "text", text: "H" }, { type: "image_url" }, { text: "i" }] })}${finish("stop")}`,
    ],
    [
      "delta null",
      `${choice({ index: 0, delta: null })}${delta({ content: "Hi" })}${finish("stop")}`,
    ],
    [
      "choices null and unknown objects",
      `${event({ choices: null })}${event({ ping: 1 })}${event(7)}${delta({ content: "Hi" })}${finish("stop")}`,
    ],
    [
      "several alternatives",
      `${delta({ content: "Hi" })}${choice({ index: 1, delta: { content: "No" } })}${finish("stop")}`,
    ],
    [
      "role repeated",
      `${delta({ role: "assistant", content: "H" })}${delta({ role: "assistant", content: "i" })}${finish("stop")}`,
    ],
    [
      "text with the reason to end",
      `${choice({ index: 0, delta: { content: "Hi" }, finish_reason: "stop" })}${done}`,
    ],
    ["index null", `${choice({ index: null, delta: { content: "Hi" } })}${finish("stop")}`],
    [
      "one object",
      JSON.stringify({ choices: [{ message: { content: "Hi" }, finish_reason: "stop" }] }),
    ],
    [
      "one object that does not say why it ends",
      JSON.stringify({ choices: [{ message: { content: "Hi" } }] }),
    ],
    [
      "one object behind white space",
      `\r\n\t ${JSON.stringify({ choices: [{ message: { content: "Hi" } }] })}\n`,
    ],
  ])("%s", (_name, body) => {
    expect(readText(body)).toEqual({ ...plain, text: "Hi" });
  });

  test("reasoning is told apart from the text, under either name", () => {
    const body = `${delta({ reasoning_content: "hm" })}${delta({ reasoning: "m" })}${delta({ content: "Hi" })}${finish("stop")}`;
    expect(readText(body)).toEqual({ ...plain, reasoning: "hmm", text: "Hi" });
  });

  test("characters of several bytes, lone surrogates and right-to-left text arrive as sent", () => {
    const text = "👩‍👩‍👧 \ud800 ‏שלום é\u2028\n".repeat(3);
    const bytes = encode(`${delta({ content: text })}${finish("stop")}`);
    const pieces = [...bytes].map((byte) => new Uint8Array([byte]));
    expect(merged(read(pieces).events)).toContainEqual({ kind: "textDelta", text });
  });

  test("a byte order mark counts nothing, at the beginning or before a later line", () => {
    const body = `\uFEFF${delta({ content: "H" })}\uFEFF${delta({ content: "i\uFEFF" })}${finish("stop")}`;
    expect(readText(body)).toEqual({ ...plain, text: "Hi\uFEFF" });
  });

  test("usage is told once, as last reported, with the cost", () => {
    const usage = {
      prompt_tokens: 3,
      completion_tokens: 1,
      prompt_tokens_details: { cached_tokens: 2 },
    };
    const body = `${event({ choices: [], usage })}${finish("stop")}${event({ choices: [], usage: { completion_tokens: 5, cost: 0.25 } })}${done}`;
    expect(read([encode(body)]).events.filter(({ kind }) => kind === "usage")).toEqual([
      { kind: "usage", inputTokens: 3, cachedTokens: 2, outputTokens: 5, cost: "0.25" },
    ]);
  });
});

describe("an answer is complete only if it said so", () => {
  test.each([
    ["nothing at all", "", "", "truncated"],
    ["white space", " \n\n ", "", "truncated"],
    ["only the end of the stream", done, "", "truncated"],
    [
      "text, then the end of the stream without a reason",
      `${delta({ content: "Hi" })}${done}`,
      "Hi",
      "truncated",
    ],
    ["text, then nothing", delta({ content: "Hi" }), "Hi", "truncated"],
    [
      "cut inside an event",
      `${delta({ content: "Hi" })}data: {"choices":[{"del`,
      "Hi",
      "truncated",
    ],
    ["usage only", event({ choices: [], usage: { prompt_tokens: 1 } }), "", "truncated"],
    ["comments only", ": a\n\n: b\n\n", "", "truncated"],
    [
      "a forged end",
      `${delta({ content: "Hi" })}data: [DONE]x\n\n${finish("stop")}`,
      "Hi",
      "malformed_stream",
    ],
    [
      "an end over two lines",
      `${delta({ content: "Hi" })}data: [DONE]\ndata: x\n\n${finish("stop")}`,
      "Hi",
      "malformed_stream",
    ],
    [
      "broken JSON",
      `${delta({ content: "Hi" })}data: {"a":\n\n${finish("stop")}`,
      "Hi",
      "malformed_stream",
    ],
    ["a page", "<!doctype html><p>Sign in", "", "upstream_error"],
    ["plain text", "Please sign in to the network", "", "not_a_hub"],
    ["one object cut off", '{"choices":[{"message":{"content":"Hi', "", "truncated"],
    ["one broken object", '{"choices":[{"message":{"content":"Hi"}}]]', "", "malformed_stream"],
    ["one object of something else", '{"status":"ok"}', "", "not_a_hub"],
    ["an array", "[]", "", "not_a_hub"],
    ["no alternatives", '{"choices":[]}', "", "not_a_hub"],
    [
      "an alternative that cannot be told",
      choice({ index: 1.5, delta: { content: "x" } }) + finish("stop"),
      "",
      "malformed_stream",
    ],
    [
      "an alternative with a text as number",
      choice({ index: "0", delta: { content: "x" } }) + finish("stop"),
      "",
      "malformed_stream",
    ],
  ])("%s", (_name, body, text, problem) => {
    expect(readText(body)).toEqual({ ...plain, reason: undefined, text, problem });
  });

  test("what follows the end counts nothing: text, another end, an error", () => {
    const body = `${delta({ content: "Hi" })}${finish("length")}${delta({ content: "X" })}${finish("stop")}${event({ error: "x" })}`;
    expect(readText(body)).toEqual({ ...plain, text: "Hi", reason: "length" });
  });

  test.each([
    ["max_tokens", "length"],
    ["refusal", "content_filter"],
    ["guardrail_intervened", "content_filter"],
    ["SAFETY", "content_filter"],
    ["eos_token", "eos_token"],
  ])("the reason %s is %s", (reason, told) => {
    expect(readText(finish(reason)).reason).toBe(told);
  });
});

describe("tool calls are told only when they are whole", () => {
  const end = finish("tool_calls") + done;

  test("pieces are put together by index, however they are mixed", () => {
    const body =
      tool({ index: 0, id: "a", function: { name: "one", arguments: '{"x"' } }) +
      tool({ index: 1, id: "b", function: { name: "two", arguments: "" } }) +
      tool({ index: 0, function: { arguments: ":1}" } });
    expect(readText(body + end).calls).toEqual([
      { id: "a", name: "one", arguments: { x: 1 } },
      { id: "b", name: "two", arguments: {} },
    ]);
  });

  test("without an index the id tells, and without both the last goes on", () => {
    const body =
      tool({ id: "a", function: { name: "one", arguments: '{"x"' } }) +
      tool({ function: { arguments: ":" } }) +
      tool({ id: "b", function: { name: "two", arguments: "{}" } }) +
      tool({ id: "a", function: { arguments: "2}" } });
    expect(readText(body + end).calls).toEqual([
      { id: "a", name: "one", arguments: { x: 2 } },
      { id: "b", name: "two", arguments: {} },
    ]);
  });

  test("names and keys of the language's own objects are only names and keys", () => {
    const args = '{"__proto__":{"polluted":true},"constructor":1}';
    const body = tool({
      index: 0,
      id: "__proto__",
      function: { name: "constructor", arguments: args },
    });
    const [call] = readText(body + end).calls;
    expect(call).toMatchObject({ id: "__proto__", name: "constructor" });
    expect(JSON.stringify(call?.arguments)).toBe(args);
    expect("polluted" in {}).toBe(false);
  });

  test("an object in place of its text is taken as it is", () => {
    const body = tool({ index: 0, id: "a", function: { name: "one", arguments: { x: 1 } } });
    expect(readText(body + end).calls).toEqual([{ id: "a", name: "one", arguments: { x: 1 } }]);
  });

  test("128 calls at once are fine", () => {
    const body = Array.from({ length: 128 }, (_, index) =>
      tool({ index, id: `c${index}`, function: { name: "n", arguments: "{}" } }),
    ).join("");
    expect(readText(body + end).calls).toHaveLength(128);
  });

  test.each([-1, 1.5, 128, 2 ** 32, "0", {}])("the index %j is refused", (index) => {
    const body = tool({ index, id: "a", function: { name: "one", arguments: "{}" } });
    expect(readText(body + end)).toMatchObject({ problem: "malformed_stream", calls: [] });
  });

  test.each(["{", '{"x": tr', "[1]", "null", '"x"'])("the arguments %s run nothing", (json) => {
    const body = tool({ index: 0, id: "a", function: { name: "one", arguments: json } });
    expect(readText(body + end)).toMatchObject({ problem: "malformed_stream", calls: [] });
  });

  test("a call without a name runs nothing", () => {
    const body = tool({ index: 0, id: "a", function: { arguments: "{}" } });
    expect(readText(body + end)).toMatchObject({ problem: "malformed_stream", calls: [] });
  });

  test("an answer that was cut at its limit calls nothing, even if the arguments look whole", () => {
    const body = tool({ index: 0, id: "a", function: { name: "one", arguments: "{}" } });
    expect(readText(body + finish("length"))).toMatchObject({ reason: "length", calls: [] });
  });
});

describe("an answer has bounds", () => {
  const mebibyte = new Uint8Array(1024 * 1024).fill(0x61);

  test("a line of more than 16 MiB is refused before it ends", () => {
    const { problem } = read([encode("data: "), ...Array.from({ length: 17 }, () => mebibyte)]);
    expect(problem).toBe("malformed_stream");
  });

  test("an event of more than 32 MiB in many lines is refused before it ends", () => {
    const line = encode("\ndata: ");
    const pieces = Array.from({ length: 34 }, () => [line, mebibyte]).flat();
    expect(read(pieces).problem).toBe("malformed_stream");
  });

  test("white space for ever is not kept", () => {
    const spaces = new Uint8Array(1024 * 1024).fill(0x20);
    const { problem } = read(Array.from({ length: 40 }, () => spaces));
    expect(problem).toBe("truncated");
  });

  test("one object of more than 32 MiB is refused", () => {
    const { problem } = read([encode('{"x":"'), ...Array.from({ length: 33 }, () => mebibyte)]);
    expect(problem).toBe("malformed_stream");
  });
});

describe("how an answer is cut changes nothing", () => {
  const newline = fc.constantFrom("\n", "\r\n", "\r");
  const piece = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.string({ unit: "grapheme", maxLength: 8 }).map((content) => delta({ content })),
    },
    { weight: 2, arbitrary: fc.string({ maxLength: 5 }).map((reasoning) => delta({ reasoning })) },
    {
      weight: 2,
      arbitrary: fc
        .integer({ min: -1, max: 2 })
        .map((index) => tool({ index, id: `c${index}`, function: { name: "n", arguments: "" } })),
    },
    fc.constantFrom(
      ": comment\n",
      "\n",
      "id: 1\n",
      "event: ping\ndata: x\n\n",
      "event: error\ndata: boom\n\n",
      "data\n\n",
      "data: {\n\n",
      "<html>\n",
      "\uFEFF",
      "nonsense\n",
      event({ error: "boom" }),
      event({ choices: [], usage: { prompt_tokens: 1 } }),
      finish("stop"),
      done,
    ),
  );
  const stream = fc.tuple(fc.array(piece, { maxLength: 8 }), newline, fc.boolean());
  const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 12 });

  test("in 12,000 random streams with random cuts", () => {
    fc.assert(
      fc.property(stream, cuts, fc.nat(255), ([pieces, newlines, isWhole], places, noise) => {
        const text = [...pieces, isWhole ? finish("stop") + done : ""].join("");
        const bytes = encode(text.replaceAll("\n", newlines));
        // One byte in some of the streams is not what it was: that, too, must not depend on cuts.
        if (noise < 60 && bytes.length > 0) {
          bytes[(noise * 7) % bytes.length] = noise * 4;
        }
        const parts = cutAt(bytes, places);
        expect(read(parts)).toEqual(read([bytes]));
      }),
      { numRuns: 12_000 },
    );
  });

  test("and a well-formed stream always gives exactly its text", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary", maxLength: 12 }), { maxLength: 12 }),
        newline,
        cuts,
        (texts, newlines, places) => {
          const body = texts.map((content) => delta({ content })).join("") + finish("stop") + done;
          const bytes = encode(body.replaceAll("\n", newlines));
          const { events, problem } = read(cutAt(bytes, places));
          const text = events.map((one) => (one.kind === "textDelta" ? one.text : "")).join("");
          expect({ text, problem }).toEqual({ text: texts.join(""), problem: undefined });
        },
      ),
      { numRuns: 2000 },
    );
  });
});

function cutAt(bytes: Uint8Array, places: readonly number[]): readonly Uint8Array[] {
  const sorted = [...new Set(places.map((place) => place % (bytes.length + 1)))].toSorted(
    (one, other) => one - other,
  );
  return [0, ...sorted].map((from, index) => bytes.subarray(from, sorted[index] ?? bytes.length));
}
