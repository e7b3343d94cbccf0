import { describe, expect, test } from "vitest";

import { delta, encode, event, finish, merged, read, readText } from "../../support/answerText.ts";
import {
  blockDelta,
  blockStart,
  blockStop,
  callStart,
  inputDelta,
  messageDelta,
  messageEnd,
  messageEvent,
  messageStart,
  messageStop,
  textBlock,
} from "../../support/messageText.ts";

const plain = { reasoning: "", calls: [], reason: "stop", problem: undefined };
const hi = textBlock(0, "Hi");

describe("a stream of messages is read as it happens", () => {
  test("what answers, thoughts apart from text, a call, what it used, the end", () => {
    const body =
      messageStart +
      blockStart(0, { type: "thinking", thinking: "", signature: "" }) +
      blockDelta(0, { type: "thinking_delta", thinking: "hm" }) +
      blockDelta(0, { type: "signature_delta", signature: "x" }) +
      blockStop(0) +
      textBlock(1, "Hi") +
      callStart(2) +
      inputDelta(2, "") +
      inputDelta(2, '{"path"') +
      inputDelta(2, ':"a"}') +
      blockStop(2) +
      messageEnd("tool_use");
    expect(read([encode(body)])).toEqual({
      problem: undefined,
      events: [
        { kind: "responseStarted", model: "m1" },
        { kind: "reasoningDelta", text: "hm" },
        { kind: "textDelta", text: "Hi" },
        { kind: "usage", inputTokens: 3, outputTokens: 5 },
        { kind: "toolCall", call: { id: "toolu_2", name: "look", arguments: { path: "a" } } },
        { kind: "finished", reason: "tool_calls" },
      ],
    });
  });

  test("calls side by side keep their own pieces, in the order of their blocks", () => {
    const body =
      messageStart +
      callStart(0, "one") +
      callStart(1, "two") +
      inputDelta(1, '{"y"') +
      inputDelta(0, '{"x":1}') +
      inputDelta(1, ":2}") +
      blockStop(0) +
      blockStop(1) +
      messageEnd("tool_use");
    expect(readText(body).calls).toEqual([
      { id: "toolu_0", name: "one", arguments: { x: 1 } },
      { id: "toolu_1", name: "two", arguments: { y: 2 } },
    ]);
  });

  test("what came of a cache counts as input, and is told apart", () => {
    const usage = {
      input_tokens: 3,
      cache_read_input_tokens: 10,
      cache_creation_input_tokens: 2,
      output_tokens: 1,
    };
    const body = `${messageEvent("message_start", { message: { role: "assistant", usage } })}${hi}${messageEnd("end_turn")}`;
    expect(read([encode(body)]).events).toContainEqual({
      kind: "usage",
      inputTokens: 15,
      cachedTokens: 10,
      outputTokens: 5,
    });
  });
});

describe("forms that a good message may take", () => {
  const whole = {
    type: "message",
    role: "assistant",
    model: "m1",
    content: [{ type: "text", text: "Hi" }],
    stop_reason: "end_turn",
  };
  test.each([
    [
      "no names of events",
      `${messageStart}${hi}${messageEnd("end_turn")}`.replaceAll(/event: .*\n/gu, ""),
    ],
    [
      "types only in the names of events",
      `${messageStart}${hi}${messageEnd("end_turn")}`.replaceAll(
        /"type":"(?:message|content_block)_\w+",?/gu,
        "",
      ),
    ],
    [
      "a gap in the numbers of blocks",
      `${messageStart}${textBlock(0, "H")}${textBlock(7, "i")}${messageEnd("end_turn")}`,
    ],
    [
      "a delta whose block was never begun",
      `${messageStart}${blockDelta(3, { type: "text_delta", text: "Hi" })}${messageEnd("end_turn")}`,
    ],
    [
      "text in the beginning of its block",
      `${messageStart}${blockStart(0, { type: "text", text: "Hi" })}${messageEnd("end_turn")}`,
    ],
    [
      "pings anywhere",
      `${messageEvent("ping")}${messageStart}${messageEvent("ping")}${hi}${messageEvent("ping")}${messageEnd("end_turn")}`,
    ],
    ["no start", hi + messageEnd("end_turn")],
    ["no reason to end", `${messageStart}${hi}${messageStop}`],
    ["a stop sequence", `${messageStart}${hi}${messageEnd("stop_sequence")}`],
    [
      "events that nobody knows",
      `${messageStart}${messageEvent("vendor_event", { x: 1 })}${hi}event: heartbeat\ndata: x\n\n${messageEnd("end_turn")}`,
    ],
    [
      "deltas that nobody knows",
      `${messageStart}${blockDelta(0, { type: "citations_delta", citation: {} })}${hi}${messageEnd("end_turn")}`,
    ],
    [
      "text after the end",
      `${messageStart}${hi}${messageDelta("end_turn")}${textBlock(1, "X")}${messageStop}${textBlock(2, "Y")}`,
    ],
    ["a second end", `${messageStart}${hi}${messageDelta("end_turn")}${messageEnd("refusal")}`],
    ["one object", JSON.stringify(whole)],
    [
      "one object that does not say why it ends",
      JSON.stringify({ ...whole, stop_reason: undefined }),
    ],
  ])("%s", (_name, body) => {
    expect(readText(body)).toEqual({ ...plain, text: "Hi" });
  });

  test("a whole message has its thoughts and calls, too", () => {
    const content = [
      { type: "thinking", thinking: "hm", signature: "x" },
      { type: "text", text: "Hi" },
      { type: "tool_use", id: "toolu_1", name: "look", input: { path: "a" } },
    ];
    expect(readText(JSON.stringify({ ...whole, content, stop_reason: "tool_use" }))).toEqual({
      text: "Hi",
      reasoning: "hm",
      calls: [{ id: "toolu_1", name: "look", arguments: { path: "a" } }],
      reason: "tool_calls",
      problem: undefined,
    });
  });

  test("an answer in the other format is read as what it is", () => {
    expect(readText(delta({ content: "Hi" }) + finish("stop"))).toEqual({ ...plain, text: "Hi" });
  });

  test("a kind of block that nobody knows is said once, and the rest is there", () => {
    const body =
      messageStart +
      blockStart(0, { type: "server_tool_use", id: "srv_1", name: "web_search", input: {} }) +
      inputDelta(0, '{"q":"x"}') +
      blockStop(0) +
      blockStart(1, { type: "web_search_tool_result", content: [] }) +
      blockStop(1) +
      blockStart(2, { type: "redacted_thinking", data: "x" }) +
      blockStop(2) +
      textBlock(3, "Hi") +
      messageEnd("end_turn");
    expect(merged(read([encode(body)]).events)).toEqual([
      { kind: "responseStarted", model: "m1" },
      { kind: "notice", failure: { kind: "unknown_content", hubCode: "server_tool_use" } },
      { kind: "textDelta", text: "Hi" },
      { kind: "usage", inputTokens: 3, outputTokens: 5 },
      { kind: "finished", reason: "stop" },
    ]);
  });
});

describe("a message is complete only if it said so", () => {
  test.each([
    ["pings only", messageEvent("ping") + messageEvent("ping"), "", "truncated"],
    ["a start only", messageStart, "", "truncated"],
    ["text, then nothing", messageStart + hi, "Hi", "truncated"],
    ["a reason, but no end", messageStart + hi + messageDelta("end_turn"), "Hi", "truncated"],
    [
      "an error after the reason",
      `${messageStart}${hi}${messageDelta("end_turn")}${messageEvent("error", { error: { type: "overloaded_error", message: "x" } })}`,
      "Hi",
      "upstream_error",
    ],
    [
      "an error of the other format",
      `${messageStart}${hi}${event({ error: { message: "x", code: "rate_limit_exceeded" } })}${messageEnd("end_turn")}`,
      "Hi",
      "upstream_error",
    ],
    [
      "an error first",
      messageEvent("error", { error: { type: "api_error" } }),
      "",
      "upstream_error",
    ],
    [
      "broken JSON",
      `${messageStart}${hi}event: content_block_delta\ndata: {"type":\n\n${messageStop}`,
      "Hi",
      "malformed_stream",
    ],
    [
      "a call whose block was never closed",
      `${messageStart}${hi}${callStart(1)}${messageEnd("tool_use")}`,
      "Hi",
      "malformed_stream",
    ],
    [
      "a call that was never begun",
      `${messageStart}${hi}${inputDelta(1, "{}")}${blockStop(1)}${messageEnd("tool_use")}`,
      "Hi",
      "malformed_stream",
    ],
  ])("%s", (_name, body, text, problem) => {
    expect(readText(body)).toEqual({ ...plain, reason: undefined, text, problem });
  });

  test("a call that begins without a name is the model's mistake, not a broken answer", () => {
    const start = messageEvent("content_block_start", {
      index: 1,
      content_block: { type: "tool_use", id: "t", input: {} },
    });
    const body = messageStart + start + inputDelta(1, "{}") + blockStop(1);
    expect(readText(body + messageEnd("tool_use"))).toMatchObject({
      problem: undefined,
      calls: [{ id: "t", name: "", arguments: {} }],
    });
  });

  test.each([-1, 1.5, 4096, 2 ** 32, "0", null, undefined])("the index %j is refused", (index) => {
    const body = messageStart + blockDelta(index, { type: "text_delta", text: "x" });
    expect(readText(body + messageEnd("end_turn")).problem).toBe("malformed_stream");
  });

  test.each([
    ["refusal", "content_filter"],
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
  ])("the reason %s is %s", (reason, told) => {
    expect(readText(messageStart + hi + messageEnd(reason))).toEqual({
      ...plain,
      text: "Hi",
      reason: told,
    });
  });

  test("a pause is not an end", () => {
    expect(readText(messageStart + hi + messageEnd("pause_turn"))).toEqual({
      ...plain,
      text: "Hi",
      reason: undefined,
      problem: "paused",
    });
  });

  test.each(["max_tokens", "refusal"])("an answer that ended with %s calls nothing", (reason) => {
    const call = callStart(1) + inputDelta(1, "{}") + blockStop(1);
    expect(readText(messageStart + hi + call + messageEnd(reason)).calls).toEqual([]);
  });
});
