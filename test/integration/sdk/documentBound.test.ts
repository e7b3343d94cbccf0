import { afterAll, beforeAll, expect, test } from "vitest";

import { answers } from "../../support/modelServer/fakeUpstream.ts";
import { ApiLab } from "./apiLab.ts";

const lab = new ApiLab();

beforeAll(async () => {
  await lab.start();
  lab.openAi.models = [{ id: "gpt" }, { id: "reader", context_length: 9_000 }];
});
afterAll(() => lab.stop());

const file_data = `data:application/pdf;base64,${Buffer.from("%PDF-1.7").toString("base64")}`;

async function mostOf(model: string): Promise<number | undefined> {
  lab.reset();
  lab.openAi.handle = answers({
    id: "1",
    object: "chat.completion",
    created: 1,
    model,
    choices: [{ index: 0, message: { role: "assistant", content: "ok" }, finish_reason: "stop" }],
  });
  const content = [{ type: "file", file: { file_data } }];
  const messages = [{ role: "user", content }];
  expect((await lab.post("chat/completions", { model, messages })).status).toBe(200);
  return lab.governance.calls[0]?.mostInputTokens;
}

test("a PDF reserves no more than the context that the model's server lists", async () => {
  expect(await mostOf("reader")).toBe(9_000);
});

test("without a listed context a PDF reserves all its pages", async () => {
  expect(await mostOf("gpt")).toBeGreaterThan(700_000);
});
