import { describe, expect, test } from "vitest";

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
