import { describe, expect, test } from "vitest";

import { ApiError } from "../../../../src/hubServer/http/apiError.ts";
import { readChatCall } from "../../../../src/hubServer/models/chatCall.ts";

type Format = "openai" | "anthropic";

/** Why a request with these messages, behind a first one, is refused; undefined if it is taken. */
function refusalOf(message: object, format: Format, others: object = {}): unknown {
  const messages = [{ role: "user", content: "hi" }, message];
  const body = JSON.stringify({ model: "m", messages, ...others });
  try {
    readChatCall(new TextEncoder().encode(body), format);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    const { status, message: text, options } = error;
    return [status, options.code, options.param, text];
  }
}

function refusal(param: string, problem: string): unknown {
  return [400, "invalid_value", param, `The field "${param}" is not valid: ${problem}.`];
}

const noContent = "it must be a text or a list of parts, and is";

describe.each(["openai", "anthropic"] as const)("content in the format %s", (format) => {
  test.each([
    [5, `${noContent} a number`],
    [true, `${noContent} true or false`],
    [{ type: "text", text: "hi" }, `${noContent} an object`],
  ])("that is %j is refused by its place", (content, problem) => {
    expect(refusalOf({ role: "user", content }, format)).toEqual(
      refusal("messages[1].content", problem),
    );
    expect(refusalOf({ role: "tool", tool_call_id: "c", content }, format)).toEqual(
      refusal("messages[1].content", problem),
    );
  });

  const partsOf = (...content: unknown[]): unknown =>
    refusalOf({ role: "user", content: [{ type: "text", text: "a" }, ...content] }, format);

  test("with a part of the wrong type is refused by the part's place", () => {
    const place = "messages[1].content[1]";
    expect(partsOf(7)).toEqual(refusal(place, "it must be an object, and is a number"));
    expect(partsOf(null)).toEqual(refusal(place, "it must be an object, and is null"));
    expect(partsOf([])).toEqual(refusal(place, "it must be an object, and is a list"));
    expect(partsOf({ type: "text", text: { value: "x" } })).toEqual(
      refusal(`${place}.text`, "it must be a text, and is an object"),
    );
    expect(partsOf({ type: "image_url", image_url: 5 })).toEqual(
      refusal(`${place}.image_url`, "it must be an object or a text, and is a number"),
    );
    expect(partsOf({ type: "image_url", image_url: { url: ["x"] } })).toEqual(
      refusal(`${place}.image_url.url`, "it must be a text, and is a list"),
    );
    expect(partsOf({ type: "tool_result", tool_use_id: "t", content: 5 })).toEqual(
      refusal(`${place}.content`, `${noContent} a number`),
    );
  });

  test.each([
    ["a text", { content: "hi" }],
    ["an empty text", { content: "" }],
    ["null beside calls", { role: "assistant", content: null, tool_calls: [] }],
    ["null", { content: null }],
    ["an empty list", { content: [] }],
    ["a text part", { content: [{ type: "text", text: "hi" }] }],
    ["a part without a text", { content: [{ type: "text", text: null }, { type: "text" }] }],
    ["a part that nobody knows", { content: [{ type: "future", data: { deep: [1] } }] }],
    ["an image", { content: [{ type: "image_url", image_url: { url: "https://x/y.png" } }] }],
    ["a sound", { content: [{ type: "input_audio", input_audio: { data: "A", format: "wav" } }] }],
    ["a result", { content: [{ type: "tool_result", content: [{ type: "text", text: "r" }] }] }],
    ["a result without content", { content: [{ type: "tool_result", tool_use_id: "t" }] }],
    [
      "a server's result, an object",
      { content: [{ type: "bash_code_execution_tool_result", content: { return_code: 0 } }] },
    ],
  ])("that is %s is taken", (_, message) => {
    expect(refusalOf({ role: "user", ...message }, format)).toBeUndefined();
  });

  test("may be left out where calls are in its place, and not by a person", () => {
    expect(refusalOf({ role: "assistant", tool_calls: null }, format)).toBeUndefined();
    const parts = [{ type: "text", text: "hi" }];
    expect(refusalOf({ role: "user", parts }, format)).toEqual(
      refusal("messages[1].content", `${noContent} missing`),
    );
  });

  test("calls that are no list are refused", () => {
    const message = { role: "assistant", content: null, tool_calls: { id: "c" } };
    expect(refusalOf(message, format)).toEqual(
      refusal("messages[1].tool_calls", "it must be a list, and is an object"),
    );
  });
});

test("a text among the parts is taken where OpenAI's clients write it, and refused as Anthropic does", () => {
  const message = { role: "user", content: ["hi"] };
  expect(refusalOf(message, "openai")).toBeUndefined();
  expect(refusalOf(message, "anthropic")).toEqual(
    refusal("messages[1].content[0]", "it must be an object, and is a text"),
  );
});

test("thoughts are a text in Anthropic's format, and a list in Mistral's parts", () => {
  const thinking = [{ type: "text", text: "hm" }];
  const message = { role: "assistant", content: [{ type: "thinking", thinking }] };
  expect(refusalOf(message, "openai")).toBeUndefined();
  expect(refusalOf(message, "anthropic")).toEqual(
    refusal("messages[1].content[0].thinking", "it must be a text, and is a list"),
  );
});

test("Anthropic's instructions are content, too", () => {
  const message = { role: "user", content: "hi" };
  expect(refusalOf(message, "anthropic", { system: 5 })).toEqual(
    refusal("system", `${noContent} a number`),
  );
  expect(refusalOf(message, "anthropic", { system: [{ type: "text", text: 5 }] })).toEqual(
    refusal("system[0].text", "it must be a text, and is a number"),
  );
  expect(refusalOf(message, "anthropic", { system: null })).toBeUndefined();
  expect(refusalOf(message, "openai", { system: 5 })).toBeUndefined();
});
