import { describe, expect, test } from "vitest";

import {
  choice,
  delta,
  done,
  encode,
  event,
  finish,
  merged,
  read,
  readText,
} from "../../support/answerText.ts";

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
      `${delta({ content: [{ type: "text", text: "H" }, { type: "thinking", text: "hm" }, { text: "i" }] })}${finish("stop")}`,
    ],
    [
      "delta null",
      `${choice({ index: 0, delta: null })}${delta({ content: "Hi" })}${finish("stop")}`,
    ],
    [
      "text in the form of the older completions",
      `${choice({ index: 0, text: "H" })}${choice({ text: "i", delta: null })}${choice({ text: "", finish_reason: "stop" })}`,
    ],
    ["text beside a delta", `${choice({ text: "no", delta: { content: "Hi" } })}${finish("stop")}`],
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
    ["eos_token", "stop"],
    ["STOP", "stop"],
    ["MAX_TOKENS", "length"],
    ["COMPLETE", "stop"],
    ["RECITATION", "content_filter"],
    ["function_call", "tool_calls"],
  ])("the reason %s is %s", (reason, told) => {
    expect(readText(finish(reason)).reason).toBe(told);
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
