import Anthropic from "@anthropic-ai/sdk";
import { describe, expect, test } from "vitest";

import { anthropicModel, openAiModel } from "../../support/modelServer/modelServer.ts";
import { labOfFile } from "./labOfFile.ts";
import { checkSdkType } from "./sdkSchemas.ts";

const lab = labOfFile();

const messages = [{ role: "user", content: "hi" }];
const version = { "anthropic-version": "2023-06-01" };

describe("the address that a client joins with a slash too many", () => {
  test.each([
    ["chat/completions/", { model: "hub-demo", messages }],
    ["/chat/completions", { model: "hub-demo", messages }],
    ["/chat//completions//", { model: "hub-demo", messages }],
    ["messages/", { model: "hub-demo", max_tokens: 9, messages }],
    ["messages//count_tokens", { model: "hub-demo", messages }],
    ["embeddings/", { model: "hub-hash-512", input: "x" }],
  ])("is the route's own: %s", async (path, body) => {
    expect((await lab.post(path, body)).status).toBe(200);
  });

  test("is the route's also in its errors", async () => {
    const response = await lab.post("/messages/", { model: "none", max_tokens: 9, messages });
    expect(response.status).toBe(404);
    checkSdkType("ErrorResponse", await response.json());
  });

  test("reads models, and keeps the slash in a model's name", async () => {
    expect((await lab.get("models/")).status).toBe(200);
    expect(await (await lab.get("/models/hub-demo/")).json()).toMatchObject({ id: "hub-demo" });
    expect(await (await lab.get("models/none%2F%2Fnone")).json()).toMatchObject({
      error: { message: expect.stringContaining('"none//none"') as string },
    });
  });
});

describe("content of a type that nobody reads", () => {
  test.each([
    ["chat/completions", "gpt"],
    ["chat/completions", "claude-real"],
    ["messages", "claude-gpt"],
  ])("is a 400 in the form of %s, and reaches no model: %s", async (path, model) => {
    const wrong = [...messages, { role: "user", content: 5 }];
    const response = await lab.post(path, { model, max_tokens: 9, messages: wrong });
    const body = (await response.json()) as { readonly error: { readonly message: string } };
    expect([response.status, body.error.message]).toEqual([
      400,
      'The field "messages[1].content" is not valid: it must be a text or a list of parts, and is a number.',
    ]);
    if (path === "messages") {
      checkSdkType("ErrorResponse", body);
    } else {
      expect(body.error).toMatchObject({ param: "messages[1].content", code: "invalid_value" });
    }
    expect(lab.governance.calls).toEqual([]);
  });

  test("leaves what clients do send alone: no content beside calls, and texts among the parts", async () => {
    lab.openAi.handle = openAiModel({ text: ["ok"] });
    const call = { id: "c", type: "function", function: { name: "f", arguments: "{}" } };
    const body = {
      model: "gpt",
      messages: [
        { role: "user", content: ["hi"] },
        { role: "assistant", content: null, tool_calls: [call] },
        { role: "tool", tool_call_id: "c", content: [{ type: "text", text: "done" }] },
      ],
    };
    expect((await lab.post("chat/completions", body)).status).toBe(200);
    expect(lab.openAi.last.fields).toMatchObject({ messages: body.messages });
  });
});

function droppedFrom({ headers }: Response): readonly string[] {
  return headers.get("x-hub-dropped-params")?.split(",") ?? [];
}

describe("a request that goes to a model of the other format", () => {
  test.each([
    ["chat/completions", "claude-real", "ai"],
    ["messages", "claude-gpt", "human"],
  ])("is refused on %s for a role that the format has not", async (path, model, role) => {
    const body = { model, max_tokens: 9, messages: [...messages, { role, content: "Hello" }] };
    const response = await lab.post(path, body);
    const { error } = (await response.json()) as { readonly error: { readonly message: string } };
    expect([response.status, error.message]).toEqual([
      400,
      expect.stringContaining('"messages[1].role" is not valid: it must be one of'),
    ]);
    expect([...lab.anthropic.requests, ...lab.openAi.requests]).toEqual([]);
  });

  test("names the fields that it cannot read, such as a number that is a text", async () => {
    lab.openAi.handle = openAiModel({ text: ["ok"] });
    lab.anthropic.handle = anthropicModel({ text: ["ok"] });
    const odd = { temperature: "0.5", top_p: "1", tools: { name: "f" }, max_tokens: 9, messages };
    const fromAnthropic = await lab.post("messages", {
      ...odd,
      model: "claude-gpt",
      tool_choice: "any",
      stop_sequences: "END",
    });
    expect(droppedFrom(fromAnthropic)).toEqual([
      "temperature",
      "top_p",
      "tools",
      "tool_choice",
      "stop_sequences",
    ]);
    const others = { stop: [5], parallel_tool_calls: "no", reasoning_effort: 3, user: null };
    const fromOpenAi = await lab.post("chat/completions", {
      ...odd,
      ...others,
      model: "claude-real",
    });
    expect(droppedFrom(fromOpenAi)).toEqual([
      "temperature",
      "top_p",
      "tools",
      "stop",
      "parallel_tool_calls",
      "reasoning_effort",
    ]);
  });

  test("has no limit where a client of a local server writes 0 or -1 for none", async () => {
    lab.anthropic.handle = anthropicModel({ text: ["ok"] });
    for (const limit of [0, -1]) {
      await lab.post("chat/completions", { model: "claude-real", max_tokens: limit, messages });
      expect(lab.anthropic.last.fields["max_tokens"]).toBe(4_096);
    }
  });

  test.each(["image/jpg", "IMAGE/JPEG", "image/jpeg;name=a.jpg"])(
    "names a picture's type as Anthropic knows it: %s",
    async (type) => {
      lab.anthropic.handle = anthropicModel({ text: ["ok"] });
      const image = { type: "image_url", image_url: { url: `data:${type};base64,AAAA` } };
      const content = [image];
      await lab.post("chat/completions", {
        model: "claude-real",
        messages: [{ role: "user", content }],
      });
      expect(lab.anthropic.last.fields).toMatchObject({
        messages: [{ content: [{ source: { media_type: "image/jpeg", data: "AAAA" } }] }],
      });
    },
  );

  test.each([
    ["SVG in base64", { url: "data:image/svg+xml;base64,PHN2Zy8+" }, ".url"],
    ["SVG as it is", { url: "data:image/svg+xml,%3Csvg/%3E" }, ".url"],
    ["a large bitmap", `data:image/bmp;base64,${"A".repeat(100_000)}`, ""],
  ])("is refused for a picture that Anthropic does not take: %s", async (_, image, below) => {
    const content = [
      { type: "text", text: "What is it?" },
      { type: "image_url", image_url: image },
    ];
    const body = { model: "claude-real", messages: [...messages, { role: "user", content }] };
    const response = await lab.post("chat/completions", body);
    const place = `messages[1].content[1].image_url${below}`;
    expect([response.status, await response.json()]).toMatchObject([
      400,
      {
        error: {
          code: "invalid_value",
          param: place,
          message:
            `The field "${place}" is not valid: for this model it must be the base64 of one of ` +
            "image/png, image/jpeg, image/gif, image/webp, or an https address.",
        },
      },
    ]);
    expect(lab.anthropic.requests).toEqual([]);

    lab.openAi.handle = openAiModel({ text: ["ok"] });
    expect((await lab.post("chat/completions", { ...body, model: "gpt" })).status).toBe(200);
  });

  test("has ids for the calls of a client that knows none, each with its result", async () => {
    lab.anthropic.handle = anthropicModel({ text: ["ok"] });
    const call = { function: { name: "f", arguments: "{}" } };
    const asked = [call, { ...call, id: "its-own" }, { ...call, id: "" }];
    await lab.post("chat/completions", {
      model: "claude-real",
      messages: [
        ...messages,
        { role: "assistant", tool_calls: asked },
        { role: "tool", content: "1" },
        { role: "tool", tool_call_id: "its-own", content: "2" },
        { role: "tool", content: "3" },
      ],
    });
    const [, calls, results] = lab.anthropic.last.fields["messages"] as readonly {
      readonly content: readonly { readonly id: string; readonly tool_use_id: string }[];
    }[];
    const ids = calls?.content.map(({ id }) => id);
    expect(ids).toEqual(["call_1_0", "its-own", "call_1_2"]);
    expect(results?.content.map((result) => result.tool_use_id)).toEqual(ids);
  });

  test("keeps the arguments of a call that a client sends as a text", async () => {
    lab.openAi.handle = openAiModel({ text: ["ok"] });
    const call = { type: "tool_use", id: "t", name: "f", input: '{"at": 1}' };
    const result = { type: "tool_result", tool_use_id: "t", content: "done" };
    await lab.post("messages", {
      model: "claude-gpt",
      max_tokens: 9,
      messages: [
        ...messages,
        { role: "assistant", content: [call] },
        { role: "user", content: [result] },
      ],
    });
    expect(lab.openAi.last.fields).toMatchObject({
      messages: [{}, { tool_calls: [{ function: { arguments: '{"at": 1}' } }] }, {}],
    });
  });
});

test.each([
  ["chat/completions", "gpt", { messages }],
  ["embeddings", "gpt", { input: "x" }],
])("a body behind the mark of UTF-8 reaches a server without it: %s", async (path, model, rest) => {
  const body = JSON.stringify({ model, ...rest });
  await lab.post(path, `\uFEFF${body}`);
  expect(lab.openAi.last.body).toBe(body);
});

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly has_more: boolean;
  readonly first_id: string | null;
  readonly last_id: string | null;
}

async function pageOf(query: Readonly<Record<string, string | undefined>> = {}): Promise<Page> {
  const given = Object.entries(query).map(([name, value = ""]) => [name, value]);
  const response = await lab.get(`models?${new URLSearchParams(given).toString()}`, version);
  expect(response.status).toBe(200);
  return (await response.json()) as Page;
}

describe("the list of models in Anthropic's form", () => {
  test("comes in pages of the limit, which Anthropic's own client follows", async () => {
    const all = await pageOf();
    expect(all.has_more).toBe(false);
    const client = new Anthropic({ baseURL: lab.url, apiKey: "k", maxRetries: 0 });
    const sizes: number[] = [];
    const ids: string[] = [];
    for await (const page of (await client.models.list({ limit: 3 })).iterPages()) {
      expect([page.first_id, page.last_id]).toEqual([page.data[0]?.id, page.data.at(-1)?.id]);
      sizes.push(page.data.length);
      ids.push(...page.data.map(({ id }) => id));
    }
    expect(ids).toEqual(all.data.map(({ id }) => id));
    expect(sizes.slice(0, -1).every((size) => size === 3)).toBe(true);
  });

  test("and backwards, each page the one in front of the id", async () => {
    const { data } = await pageOf();
    const [first, second, third] = data;
    expect(await pageOf({ limit: "1", before_id: third?.id })).toEqual({
      data: [second],
      has_more: true,
      first_id: second?.id,
      last_id: second?.id,
    });
    expect(await pageOf({ before_id: second?.id })).toMatchObject({
      data: [first],
      has_more: false,
    });
    expect(await pageOf({ before_id: first?.id })).toEqual({
      data: [],
      has_more: false,
      first_id: null,
      last_id: null,
    });
  });

  test("is whole for a client that asks for a thousand, as Claude Code does", async () => {
    expect(await pageOf({ limit: "1000" })).toEqual(await pageOf());
  });

  test.each(["limit=0", "limit=1001", "limit=x", "limit=", "after_id=none", "before_id=none"])(
    "is refused in that form for %s",
    async (query) => {
      const response = await lab.get(`models?${query}`, version);
      const error: unknown = await response.json();
      checkSdkType("ErrorResponse", error);
      expect([response.status, error]).toMatchObject([
        400,
        {
          error: {
            type: "invalid_request_error",
            message: expect.stringContaining(query.split("=")[0] ?? "") as string,
          },
        },
      ]);
    },
  );

  test("is refused where both directions are asked for", async () => {
    const both = "models?after_id=claude-gpt&before_id=claude-gpt";
    const response = await lab.get(both, version);
    expect(response.status).toBe(400);
  });

  test("has no pages in OpenAI's form, whose clients know none", async () => {
    const whole: unknown = await (await lab.get("models")).json();
    expect(await (await lab.get("models?limit=1&after=x")).json()).toEqual(whole);
  });
});
