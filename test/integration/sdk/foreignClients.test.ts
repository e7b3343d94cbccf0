import { describe, expect, test } from "vitest";

import { openAiModel } from "../../support/modelServer/modelServer.ts";
import { labOfFile } from "./labOfFile.ts";
import { checkSdkType } from "./sdkSchemas.ts";

const lab = labOfFile();

const messages = [{ role: "user", content: "hi" }];

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
