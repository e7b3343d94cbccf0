import { join } from "node:path";

import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type ApiInit, chatBody, eventsOf, HubLab, type HubProcess, like } from "./hubProcess.ts";
import { rawExchange } from "./rawHttp.ts";

const lab = new HubLab();
let hub: HubProcess;

beforeAll(async () => {
  await lab.build();
  hub = await lab.start(["--lab", "--data", join(lab.home, "api")]);
});
afterAll(() => lab.dispose());

describe("routes", () => {
  test("every answer has its own x-request-id", async () => {
    const responses = await Promise.all(
      ["/healthz", "/nothing", "/hub/v1/models"].map((path) => hub.api(path)),
    );
    const ids = responses.map(({ headers }) => headers.get("x-request-id"));
    expect(ids).toEqual(ids.map(() => like(/^req_[0-9a-f]{32}$/u)));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("an unknown address is 404, a wrong method 405 with what is allowed", async () => {
    const unknown = await hub.api("/hub/v1/nothing");
    expect([unknown.status, await unknown.json()]).toMatchObject([
      404,
      { error: { code: "not_found" } },
    ]);
    const wrong = await hub.api("/hub/v1/chat/completions");
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST"]);
  });

  test("HEAD /hub, /healthz and /readyz need no token", async () => {
    expect((await fetch(`${hub.url}/hub`, { method: "HEAD" })).status).toBe(200);
    expect((await fetch(`${hub.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${hub.url}/readyz`)).status).toBe(200);
  });

  test("the models are listed with what clients read, the demonstration first and honest", async () => {
    const { object, data } = (await (await hub.api("/hub/v1/models")).json()) as {
      object: string;
      data: readonly { readonly id: string }[];
    };
    expect(object).toBe("list");
    expect(data[0]).toMatchObject({
      id: "hub-demo",
      object: "model",
      context_length: 32_768,
      description: like(/Not a language model/u),
      capabilities: { tools: true, vision: false },
    });
    expect(data.map(({ id }) => id)).toContain("hub-script-long");
    expect(await (await hub.api("/hub/v1/models/hub-demo")).json()).toEqual(data[0]);
  });

  test("a model that does not exist is 404 model_not_found", async () => {
    const shown = await hub.api("/hub/v1/models/no%2Fmodel");
    const asked = await hub.api("/hub/v1/chat/completions", chatBody("no-model", "hi"));
    for (const response of [shown, asked]) {
      expect([response.status, await response.json()]).toMatchObject([
        404,
        { error: { code: "model_not_found", type: "invalid_request_error" } },
      ]);
    }
  });

  test.each([
    ["", /^The body is not valid JSON\.$/u],
    ['{"model":', /^The body is not valid JSON\.$/u],
    ["[]", /must be a JSON object/u],
    ['{"messages":[]}', /The field "model" is not valid/u],
    ['{"model":"hub-demo","messages":"hi"}', /The field "messages" is not valid/u],
    [`{"model":"hub-demo","messages":${"[".repeat(5_000)}`, /nested more than 100 levels/u],
  ])("a body that cannot be used is 400 and says why: %.40s", async (body, message) => {
    const response = await hub.api("/hub/v1/chat/completions", { method: "POST", body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { message: like(message) },
    });
  });

  test("unknown fields, content in parts and odd values are never refused", async () => {
    const response = await hub.api("/hub/v1/chat/completions", {
      method: "POST",
      body: JSON.stringify({
        model: "hub-script-echo",
        messages: [
          { role: "developer", content: null },
          {
            role: "user",
            content: [{ type: "text", text: "one" }, { type: "image_url" }, { text: "two" }],
          },
        ],
        temperature: "warm",
        stream: null,
        tools: "none",
        future_field: { nested: [] },
      }),
    });
    expect(await response.json()).toMatchObject({ choices: [{ message: { content: "onetwo" } }] });
  });

  test("a body of 32 MB is taken, beyond it the answer is 413", async () => {
    const content = "x".repeat(31 * 1024 * 1024);
    const accepted = await hub.api(
      "/hub/v1/chat/completions",
      chatBody("hub-script-length", content),
    );
    expect(accepted.status).toBe(200);
    const refused = await hub.api(
      "/hub/v1/chat/completions",
      chatBody("hub-script-length", `${content}${"x".repeat(1024 * 1024)}`),
    );
    expect([refused.status, await refused.json()]).toMatchObject([
      413,
      { error: { code: "request_too_large" } },
    ]);
  });

  test("a body without a length is cut off at the limit as well", async () => {
    const chunk = new Uint8Array(1024 * 1024).fill(120);
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 1;
        if (sent > 40) {
          controller.close();
        } else {
          controller.enqueue(chunk);
        }
      },
    });
    const init: ApiInit & { readonly duplex: "half" } = {
      method: "POST",
      body,
      duplex: "half",
    };
    expect((await hub.api("/hub/v1/chat/completions", init)).status).toBe(413);
  });

  test("a header bomb is 431, broken HTTP 400, both as JSON", async () => {
    const bomb = await rawExchange(
      hub.url,
      `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Bomb: ${"x".repeat(1024 * 1024)}\r\n\r\n`,
    );
    expect(bomb).toMatch(/^HTTP\/1\.1 431 .*"error"/su);
    const broken = await rawExchange(hub.url, "NONSENSE\r\n\r\n");
    expect(broken).toMatch(/^HTTP\/1\.1 400 .*"error"/su);
  });

  test.each([
    "/vscode-extension/../../package.json",
    "/vscode-extension/%2e%2e/%2e%2e/hub.mjs",
    "/vscode-extension/%00",
  ])("nothing outside the package is served: %s", async (path) => {
    const answer = await rawExchange(
      hub.url,
      `GET ${path} HTTP/1.1\r\nHost: ${new URL(hub.url).host}\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 404 /u);
  });
});

describe("the demonstration", () => {
  test("a streamed answer has role, text, finish reason, usage and an end", async () => {
    const response = await hub.api(
      "/hub/v1/chat/completions",
      chatBody("hub-demo", "hello", { stream: true, stream_options: { include_usage: true } }),
    );
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    const events = eventsOf(await response.text());
    expect(events[0]).toMatchObject({ choices: [{ delta: { role: "assistant" } }] });
    expect(events.at(-3)).toMatchObject({ choices: [{ finish_reason: "stop" }] });
    expect(events.at(-2)).toMatchObject({ choices: [], usage: { prompt_tokens: 2 } });
    expect(events.at(-1)).toBe("[DONE]");
  });

  test("the openai SDK works unchanged: list, whole answer, stream, tools, errors", async () => {
    const client = new OpenAI({ baseURL: `${hub.url}/hub/v1`, apiKey: hub.token, maxRetries: 0 });
    const models = await client.models.list();
    expect(models.data[0]?.id).toBe("hub-demo");
    expect((await client.models.retrieve("hub-demo")).owned_by).toBe("hub-local");

    const whole = await client.chat.completions.create({
      model: "hub-demo",
      messages: [{ role: "user", content: "How do I set the token?" }],
    });
    expect(whole.choices[0]?.message.content).toContain("key icon");
    expect(whole.usage?.completion_tokens).toBeGreaterThan(50);

    const stream = client.chat.completions.stream({
      model: "hub-demo",
      messages: [{ role: "user", content: "How do I set the token?" }],
    });
    expect(await stream.finalContent()).toBe(whole.choices[0]?.message.content);

    const called = await client.chat.completions.create({
      model: "hub-demo",
      messages: [{ role: "user", content: "altere o estoque do 123 para 50" }],
      tools: [
        {
          type: "function",
          function: {
            name: "alterar_estoque",
            parameters: {
              type: "object",
              properties: { codigo: { type: "string" }, quantidade: { type: "integer" } },
              required: ["codigo", "quantidade"],
            },
          },
        },
      ],
    });
    expect(called.choices[0]).toMatchObject({
      finish_reason: "tool_calls",
      message: {
        tool_calls: [
          { function: { name: "alterar_estoque", arguments: '{"codigo":"123","quantidade":50}' } },
        ],
      },
    });

    await expect(
      client.chat.completions.create({
        model: "none",
        messages: [{ role: "user", content: "hi" }],
      }),
    ).rejects.toMatchObject({ status: 404, code: "model_not_found" });
    const stranger = new OpenAI({
      baseURL: `${hub.url}/hub/v1`,
      apiKey: "sk_hub_x",
      maxRetries: 0,
    });
    await expect(stranger.models.list()).rejects.toMatchObject({
      status: 401,
      code: "invalid_api_key",
    });
  });

  test("max_tokens ends the answer with the length reason", async () => {
    const response = await hub.api(
      "/hub/v1/chat/completions",
      chatBody("hub-demo", "hello", { max_tokens: 5 }),
    );
    expect(await response.json()).toMatchObject({
      choices: [{ finish_reason: "length", message: { content: "*I am hub-demo: a bu" } }],
      usage: { completion_tokens: 5 },
    });
  });
});
