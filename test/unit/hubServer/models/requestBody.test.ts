import { describe, expect, test } from "vitest";

import { withParameters } from "../../../../src/hubServer/governance/policy/policy.ts";
import { ApiError } from "../../../../src/hubServer/http/apiError.ts";
import {
  admittedCall,
  type ChatCall,
  readChatCall,
} from "../../../../src/hubServer/models/chatCall.ts";
import { readEmbeddingCall } from "../../../../src/hubServer/models/embeddingCall.ts";

const formats = ["openai", "anthropic"] as const;
const start = '"model":"m","messages":[{"role":"user","content":"hi"}]';

function callOf(body: string, format: (typeof formats)[number] = "openai"): ChatCall {
  return readChatCall(new TextEncoder().encode(body), format);
}

/** What a body is refused with; undefined if it is taken. */
function refusalOf(
  read: () => unknown,
): { readonly status: number; readonly message: string } | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) {
      return error;
    }
    throw error;
  }
}

describe.each(formats)("a body of the format %s", (format) => {
  test.each([
    `{${start},"model":"denied"}`,
    `{${start},"\\u006dodel":"denied"}`,
    `{${start},"messages":[]}`,
    `{"model":"m","messages":[{"role":"user","content":"hi","content":"529.982.247-25"}]}`,
    `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"a","t\\u0065xt":"b"}]}]}`,
    `{${start},"tools":[{"function":{"parameters":{"a":1, "b":{}, "a" : 2}}}]}`,
    `{${start},"x":{"1":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0,"8":0,"9":0,"9":1}}`,
    `{${start},"__proto__":1,"__proto__":2}`,
  ])("with a key twice in one object is refused: %s", (body) => {
    expect(refusalOf(() => callOf(body, format))).toMatchObject({
      status: 400,
      message: "The body has an object with the same key twice. Send each key once.",
    });
  });

  test.each([
    `{${start},"a":{"x":1},"b":{"x":1},"c":[{"x":1},{"x":"\\"x\\":1"},["x","x"]]}`,
    `{${start},"x":"a\\\\","y":"\\\\\\"","z":"x"}`,
  ])("with the same key in several objects is taken: %s", (body) => {
    expect(callOf(body, format).bytes).toEqual(new TextEncoder().encode(body));
  });

  test("whose bytes are no UTF-8 is refused, for each decoder makes something else of them", () => {
    const bytes = Buffer.from(
      `{"model":"m","messages":[{"role":"user","content":"529.982.X247-25"}]}`,
    );
    bytes[bytes.indexOf("X")] = 0xff;
    expect(refusalOf(() => readChatCall(bytes, format))?.message).toBe(
      "The body is not valid UTF-8.",
    );
  });

  test.each([
    ["Tools", "tools"],
    ["TOOLS", "tools"],
    ["Functions", "functions"],
    ["maxTokens", "max_tokens"],
    ["MAX_TOKENS", "max_tokens"],
    ["max-tokens", "max_tokens"],
    ["maxCompletionTokens", "max_completion_tokens"],
    ["\\u004dodel", "model"],
    ["me\\u017fsages", "messages"],
    ["stream ", "stream"],
    ["N", "n"],
    ["mcpServers", "mcp_servers"],
  ])("with a judged name in another spelling is refused: %s", (name, judged) => {
    expect(refusalOf(() => callOf(`{${start},"${name}":1}`, format))?.message).toContain(
      `Write "${judged}"`,
    );
  });

  test.each(["models", "fallbacks", "api_base"])(
    "that names other models is refused: %s",
    (name) => {
      expect(refusalOf(() => callOf(`{${start},"${name}":["denied"]}`, format))?.message).toContain(
        name,
      );
    },
  );

  test("that hides judged fields where some gateways look is refused, others go on", () => {
    for (const name of ["extra_body", "options"]) {
      expect(refusalOf(() => callOf(`{${start},"${name}":{"tools":[{}]}}`, format))?.status).toBe(
        400,
      );
    }
    expect(callOf(`{${start},"extra_body":{"guided_regex":"a"},"future":1}`, format).model).toBe(
      "m",
    );
  });

  test.each([
    ["max_tokens", '"99999"'],
    ["max_tokens", "1.5"],
    ["max_tokens", "1e400"],
    ["max_tokens", "true"],
    ["max_tokens", "-7"],
    ["max_completion_tokens", "[9]"],
    ["n_predict", '"-1"'],
    ["n", '"5"'],
    ["n", "0"],
    ["n", "129"],
    ["best_of", "1000000"],
    ["stream", '"true"'],
    ["stream", "1"],
    ["stream_options", "true"],
  ])("whose %s is %s is refused by its name", (name, value) => {
    expect(refusalOf(() => callOf(`{${start},"${name}":${value}}`, format))?.message).toContain(
      `The field "${name}" is not valid`,
    );
  });

  test.each([
    [`{${start},"max_tokens":"9"}`, "it must be a number"],
    [`{${start},"max_tokens":1.5}`, "it must be a whole number"],
    [`{${start},"n":0}`, "it must be at least 1"],
    [`{${start},"n":129}`, "it must be at most 128"],
    [`{${start},"stream":"true"}`, "it must be true or false"],
    [`{${start},"stream_options":true}`, "it must be an object"],
    [`{"model":"m","messages":{}}`, "it must be a list"],
    [`{"model":"","messages":[]}`, "it is empty"],
  ])("%s is refused with what the field has to be", (body, expected) => {
    expect(refusalOf(() => callOf(body, format))?.message).toContain(`is not valid: ${expected}.`);
  });

  test.each(["max_tokens", "max_completion_tokens", "n", "stream", "stream_options", "n_predict"])(
    "whose %s is null is taken",
    (name) => {
      expect(callOf(`{${start},"${name}":null}`, format).maxTokens).toBeUndefined();
    },
  );

  test.each([
    '"tools":[{}]',
    '"tools":{"0":{}}',
    '"functions":[{"name":"f"}]',
    '"function_call":{"name":"f"}',
    '"function_call":"auto"',
    '"mcp_servers":[{"url":"https://x"}]',
    '"web_search_options":{}',
    '"plugins":[{"id":"web"}]',
    '"enable_search":true',
  ])("that lets the model use tools says so: %s", (field) => {
    expect(callOf(`{${start},${field}}`, format).hasTools).toBe(true);
  });

  test.each([
    '"tools":[]',
    '"tools":null',
    '"functions":[]',
    '"function_call":"none"',
    '"enable_search":false',
  ])("that uses no tools is not refused for them: %s", (field) => {
    expect(callOf(`{${start},${field}}`, format).hasTools).toBe(false);
  });

  test.each([
    '{"type":"image_url","image_url":{"url":"https://x/y.png"}}',
    '{"type":"Image_URL","Image_URL":{"url":"https://x/y.png"}}',
    '{"image_url":"https://x/y.png"}',
    '{"type":"video_url","video_url":{"url":"https://x/y.mp4"}}',
    '{"type":"file","file":{"file_data":"data:image/png;base64,AAAA"}}',
    '{"type":"tool_result","content":[{"type":"image","source":{"data":"AAAA"}}]}',
  ])("with a picture says so, however a server finds it: %s", (part) => {
    const call = callOf(`{"model":"m","messages":[{"role":"user","content":[${part}]}]}`, format);
    expect(call.hasImages).toBe(true);
  });

  test("counts the text that stands in a part with a picture", () => {
    const part = `{"type":"image_url","image_url":"https://x","text":"${"a".repeat(80_000)}"}`;
    const call = callOf(`{"model":"m","messages":[{"role":"user","content":[${part}]}]}`, format);
    expect(call.inputTokens).toBeGreaterThan(10_000);
  });

  test("whose numbers are too long to be read exactly has them as they are written", () => {
    const { asWritten } = callOf(
      `{${start},"a":6362970000457013000,"b":[1234567890123456789,0.5]}`,
      format,
    );
    expect(asWritten).toMatchObject({ numbers: ["1234567890123456789"] });
  });

  test("with other names for the limit is lowered in all of them to what was granted", () => {
    const call = callOf(`{${start},"max_tokens":50,"n_predict":9000,"max_new_tokens":-1}`, format);
    const { fields, bytes } = admittedCall(call, { fields: call.fields, outputTokens: 50 });
    expect(fields).toMatchObject({ max_tokens: 50, n_predict: 50, max_new_tokens: 50 });
    expect(bytes).toBeUndefined();
  });
});

function readEmbedding(body: string): unknown {
  return readEmbeddingCall(new TextEncoder().encode(body));
}

test("a body for embeddings is read as strictly", () => {
  for (const body of [
    '{"model":"m","input":"a","input":"529.982.247-25"}',
    '{"model":"m","input":"a","Input":"b"}',
    '{"model":"m","input":"a","dimensions":"5"}',
    '{"model":"m","input":"a","encoding_format":"hex"}',
  ]) {
    expect(refusalOf(() => readEmbedding(body))?.status).toBe(400);
  }
  expect(refusalOf(() => readEmbedding('{"model":"m","input":"a"}'))).toBeUndefined();
});

test("a policy finds its parameter however it is spelled", () => {
  const policy = { allow: [], deny: [], allowsTools: true, allowsImages: true };
  const fields = { Min_P: 0.9, min_p: 0.2, n_predict: 70_000 };
  const capped = { min_p: 0.5, max_tokens: 100 };
  expect(withParameters(fields, { ...policy, forced: {}, capped }, "openai")).toEqual({
    Min_P: 0.5,
    min_p: 0.2,
    n_predict: 100,
  });
});
