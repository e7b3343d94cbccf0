import { connect } from "node:net";
import { gzipSync } from "node:zlib";

import { describe, expect, test } from "vitest";

import { hubErrors } from "../../../src/hubServer/lab/scripted/hubErrors.ts";
import { anthropicModel, openAiModel } from "../../support/modelServer/modelServer.ts";
import { oddModel } from "./apiLab.ts";
import { labOfFile } from "./labOfFile.ts";
import { checkSdkType } from "./sdkSchemas.ts";

const lab = labOfFile();

const messages = [{ role: "user", content: "hi" }];
const version = { "anthropic-version": "2023-06-01" };

interface List {
  readonly data: readonly { readonly id: string }[];
}

async function idsOf(response: Response): Promise<readonly string[]> {
  return ((await response.json()) as List).data.map(({ id }) => id);
}

describe("models", () => {
  test("an id that no header may have breaks none", async () => {
    lab.openAi.handle = openAiModel({ text: ["ok"] });
    const body = { model: oddModel, messages, [`odd é\n`]: 1 };
    for (const path of ["chat/completions", "messages"]) {
      const response = await lab.post(path, body);
      expect([response.status, response.headers.get("x-evil")]).toEqual([200, null]);
      expect(response.headers.get("x-hub-model")).toBe("modelo____x-evil:_1");
    }
  });

  test("only those that the caller's profile allows are listed, shown and counted for", async () => {
    lab.governance.hides = (model) => model === "gpt";
    expect(await idsOf(await lab.get("models"))).not.toContain("gpt");
    expect(await idsOf(await lab.get("models", version))).not.toContain("claude-gpt");
    expect((await lab.get("models/gpt")).status).toBe(404);
    expect((await lab.get("models/claude-gpt", version)).status).toBe(404);
    const counted = await lab.post("messages/count_tokens", { model: "gpt", messages });
    expect(counted.status).toBe(404);
    lab.governance.hides = () => false;
    expect(await idsOf(await lab.get("models"))).toContain("gpt");
  });

  test("the list has OpenAI's form, and Anthropic's for who sends its version", async () => {
    const openAi = (await (await lab.get("models")).json()) as List;
    openAi.data.forEach((model) => checkSdkType("Model", model));
    expect(openAi.data.find(({ id }) => id === "hub-hash-512")).toMatchObject({
      type: "embedding",
      dimensions: 512,
    });
    const response = await lab.get("models", version);
    const anthropic = (await response.json()) as List & Record<string, unknown>;
    anthropic.data.forEach((model) => checkSdkType("ModelInfo", model));
    expect(anthropic).toMatchObject({
      has_more: false,
      first_id: anthropic.data[0]?.id,
      last_id: anthropic.data.at(-1)?.id,
    });
    expect(response.headers.get("request-id")).toMatch(/^req_/u);
  });

  test("one that does not exist is told in the form of the client", async () => {
    expect(await (await lab.get("models/none")).json()).toMatchObject({
      error: { code: "model_not_found", param: "model" },
    });
    const error: unknown = await (await lab.get("models/none", version)).json();
    checkSdkType("ErrorResponse", error);
    expect(error).toMatchObject({ error: { type: "not_found_error" } });
  });
});

/** A request as Claude Code makes them: betas, blocks, cache marks, a system message among the others. */
const claudeCodeRequest = {
  model: "claude-real",
  max_tokens: 32_000,
  stream: true,
  system: [{ type: "text", text: "You are…", cache_control: { type: "ephemeral" } }],
  thinking: { type: "adaptive" },
  context_management: { edits: [{ type: "clear_thinking_20251015", keep: "all" }] },
  output_config: { effort: "high" },
  metadata: { user_id: '{"device_id":"x"}' },
  messages: [
    {
      role: "user",
      content: [{ type: "text", text: "ping", cache_control: { type: "ephemeral" } }],
    },
    { role: "system", content: "A reminder." },
  ],
  tools: [{ name: "Read", description: "Reads", input_schema: { type: "object" } }],
  some_future_field: { a: [1.0] },
};
const betas = "claude-code-20250219,interleaved-thinking-2025-05-14,context-management-2025-06-27";

describe("what Claude Code sends", () => {
  test("reaches an Anthropic upstream byte for byte, with its version and betas and our key", async () => {
    lab.anthropic.handle = anthropicModel({ text: ["pong"] });
    const body = `${JSON.stringify(claudeCodeRequest).slice(0, -1)} , "big":12345678901234567890}`;
    const headers = { "anthropic-version": "2099-01-01", "anthropic-beta": betas };
    const response = await lab.post("messages", body, { headers });
    expect(await response.text()).toContain("pong");
    expect(lab.anthropic.last.body).toBe(body);
    expect(lab.anthropic.last.headers).toMatchObject({
      "anthropic-version": "2099-01-01",
      "anthropic-beta": betas,
      "x-api-key": "key-b",
    });
    expect(response.headers.get("x-hub-dropped-params")).toBeNull();
    expect(response.headers.get("request-id")).toMatch(/^req_/u);
  });

  test("is understood by an OpenAI upstream, and the header names what was dropped", async () => {
    lab.openAi.handle = openAiModel({ text: ["pong"] });
    const response = await lab.post("messages", { ...claudeCodeRequest, model: "claude-gpt" });
    expect(await response.text()).toContain("pong");
    expect(lab.openAi.last.fields).toMatchObject({ model: "gpt", max_tokens: 32_000 });
    expect(response.headers.get("x-hub-dropped-params")?.split(",")).toEqual([
      "context_management",
      "some_future_field",
      "cache_control",
      "thinking",
      "output_config.effort",
    ]);
  });

  test("is answered by the demonstration", async () => {
    const response = await lab.post("messages", { ...claudeCodeRequest, model: "claude-hub-demo" });
    expect(await response.text()).toContain('"stop_reason":"end_turn"');
  });
});

describe.each(["chat/completions", "messages", "messages/count_tokens", "embeddings"])(
  "a body for %s",
  (path) => {
    test.each([
      ["nothing", ""],
      ["half of one", '{"model":'],
      ["no object", "[]"],
      ["nested 5000 deep", `{"model":"hub-demo","messages":${"[".repeat(5_000)}`],
      ["without a model", '{"messages":[],"input":"x"}'],
      ["bytes that are no text", "\u0000\u0001"],
    ])("that is %s is a 400 in the form of the route", async (_, body) => {
      const response = await lab.post(path, body);
      const error = (await response.json()) as { readonly error: { readonly type: string } };
      expect([response.status, error.error.type]).toEqual([400, "invalid_request_error"]);
      if (path.startsWith("messages")) {
        checkSdkType("ErrorResponse", error);
      }
      expect(lab.governance.calls).toEqual([]);
    });

    test("that is larger than 32 MB is a 413 in the form of the route", async () => {
      const response = await lab.post(path, "x".repeat(32 * 1024 * 1024 + 1));
      expect([response.status, await response.json()]).toMatchObject([
        413,
        { error: { type: "request_too_large" } },
      ]);
    });

    test("for a model that does not exist is a 404", async () => {
      const response = await lab.post(path, { model: "none", messages: [], input: "x" });
      expect(response.status).toBe(404);
    });
  },
);

test("a body of 32 MB is taken", async () => {
  const head = '{"model":"hub-script-length","max_tokens":9,"messages":[{"role":"user","content":"';
  const body = `${head}${"x".repeat(32 * 1024 * 1024 - head.length - 4)}"}]}`;
  expect(body).toHaveLength(32 * 1024 * 1024);
  expect((await lab.post("messages", body)).status).toBe(200);
});

test.each(["gzip", "br", "zstd"])(
  "a body that its client compressed with %s is refused as such, in the client's format",
  async (encoding) => {
    const init = { headers: { "content-encoding": encoding }, body: gzipSync("{}") };
    const openAi = await lab.post("chat/completions", "", init);
    expect([openAi.status, await openAi.json()]).toMatchObject([
      415,
      { error: { code: "unsupported_encoding", type: "invalid_request_error" } },
    ]);
    const anthropic = await lab.post("messages", "", init);
    expect([anthropic.status, await anthropic.json()]).toMatchObject([
      415,
      { type: "error", error: { type: "invalid_request_error" } },
    ]);
  },
);

test("a client that leaves while it still sends its body is admitted to nothing", async () => {
  const { port } = new URL(lab.url);
  const socket = connect(Number(port), "127.0.0.1");
  socket.write("POST /hub/v1/messages HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{");
  await new Promise((resolve) => {
    socket.once("connect", resolve);
  });
  socket.destroy();
  expect((await lab.get("models")).status).toBe(200);
  expect(lab.governance.calls).toEqual([]);
});

/** The SDK has no type for the error of a request that is too large, which Anthropic's documentation has. */
const untyped = new Set(["redirect", "not-found", "too-large"]);

test.each(Object.keys(hubErrors).filter((name) => !untyped.has(name)))(
  "the scripted error %s has Anthropic's form on messages",
  async (name) => {
    const response = await lab.post("messages", { model: `hub-script-error-${name}`, messages });
    expect(response.status).toBe(hubErrors[name]?.status);
    checkSdkType("ErrorResponse", await response.json());
  },
);

test.each(["long", "markdown", "echo", "reasoning", "length", "filtered"])(
  "the script %s streams and answers whole on messages",
  async (name) => {
    const body = { model: `hub-script-${name}`, max_tokens: 99, messages };
    checkSdkType("Message", await (await lab.post("messages", body)).json());
    const text = await (await lab.post("messages", { ...body, stream: true })).text();
    for (const [, data = ""] of text.matchAll(/^data: (.*)$/gmu)) {
      checkSdkType("RawMessageStreamEvent", JSON.parse(data));
    }
    expect(text.trimEnd().endsWith('data: {"type":"message_stop"}')).toBe(true);
  },
);
