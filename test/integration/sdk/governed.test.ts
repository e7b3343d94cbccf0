import { expect, test } from "vitest";

import { ApiError } from "../../../src/hubServer/http/apiError.ts";
import { answers } from "../../support/modelServer/fakeUpstream.ts";
import { head } from "./endlessUpstream.ts";
import { labOfFile } from "./labOfFile.ts";
import { asksOf, likeOpenAi, usage } from "./meteredUpstream.ts";

const lab = labOfFile();
const { askOpenAi, askAnthropic } = asksOf(lab);

test("what governance refuses reaches no upstream, and says why in the format of the route", async () => {
  const budget = { scope: "user", resets_at: "2026-12-01T03:00:00Z" };
  lab.governance.refusal = new ApiError(402, "The monthly budget is used up.", {
    code: "budget_exceeded",
    extra: { budget },
  });
  const [openAi, anthropic] = await Promise.all([askOpenAi(), askAnthropic()]);
  expect([openAi.status, await openAi.json()]).toEqual([
    402,
    {
      error: {
        message: "The monthly budget is used up.",
        type: "insufficient_quota",
        param: null,
        code: "budget_exceeded",
        budget,
      },
    },
  ]);
  expect(anthropic.headers.get("x-should-retry")).toBe("false");
  expect([anthropic.status, await anthropic.json()]).toEqual([
    402,
    {
      type: "error",
      error: {
        type: "billing_error",
        code: "budget_exceeded",
        message: "The monthly budget is used up.",
        budget,
      },
      request_id: anthropic.headers.get("request-id"),
    },
  ]);
  expect([lab.openAi.requests, lab.anthropic.requests, lab.governance.settled]).toEqual([
    [],
    [],
    [],
  ]);
});

test("an answer has the headers of its admission, its model, and whole ones their cost", async () => {
  const answer = { ...head, object: "chat.completion", choices: [], usage };
  lab.openAi.handle = answers(answer);
  const whole = await askOpenAi({ stream: false });
  expect(await whole.json()).toEqual(answer);
  lab.openAi.handle = likeOpenAi;
  const streamed = await askOpenAi();
  await streamed.text();
  const named = ["x-hub-budget-remaining", "x-hub-model", "x-hub-cost"];
  expect([whole, streamed].map(({ headers }) => named.map((name) => headers.get(name)))).toEqual([
    ["1.00", "gpt", "0.0001"],
    ["1.00", "gpt", null],
  ]);
});

test("fields that governance changed are sent on, and nothing of what was masked", async () => {
  lab.openAi.handle = likeOpenAi;
  lab.governance.change = (fields) => ({ ...fields, messages: [{ role: "user", content: "***" }] });
  await (await askOpenAi({ top_k: 3 })).text();
  expect(lab.openAi.last.fields).toMatchObject({
    model: "gpt",
    top_k: 3,
    messages: [{ role: "user", content: "***" }],
  });
  expect(lab.openAi.last.body).not.toContain('"hi"');
});

test("a whole answer that the client did not limit is limited by what governance allows", async () => {
  lab.governance.outputTokens = 50;
  await askOpenAi({ stream: false });
  expect(lab.openAi.last.fields["max_tokens"]).toBe(50);
  const body = '{"model":"gpt", "messages":[],"seed":12345678901234567890}';
  await lab.post("chat/completions", body);
  expect(lab.openAi.last.body).toBe(body.replace("{", '{"max_tokens":50,'));
  await askOpenAi({ stream: false, max_completion_tokens: 80 });
  expect(lab.openAi.last.fields).toMatchObject({ max_completion_tokens: 50 });
  await askOpenAi({ stream: false, max_completion_tokens: 8, max_tokens: 9_000 });
  expect(lab.openAi.last.fields).toMatchObject({ max_completion_tokens: 8, max_tokens: 8 });
  await askOpenAi({ stream: false, max_tokens: 20 });
  expect(lab.openAi.last.fields["max_tokens"]).toBe(20);
});

test("governance is told who calls, of what, and how large it is", async () => {
  lab.openAi.handle = likeOpenAi;
  const image = {
    type: "image_url",
    image_url: { url: `data:image/png;base64,${"A".repeat(9_000)}` },
  };
  const content = [{ type: "text", text: "x".repeat(400) }, image];
  const fields = { messages: [{ role: "user", content }], tools: [{}], max_tokens: 7 };
  const headers = { "x-hub-app": "vscode", "x-claude-code-session-id": "s1" };
  await (await askOpenAi(fields, { headers })).text();
  expect(lab.governance.calls).toMatchObject([
    {
      caller: { tokenId: "tok" },
      format: "openai",
      app: "vscode",
      sessionId: "s1",
      model: "gpt",
      maxOutputTokens: 7,
      inputTokens: 1_701,
      hasTools: true,
      hasImages: true,
    },
  ]);
});

test("a model is one and the same to governance under each of its names", async () => {
  for (const model of ["hub-demo", "hub/hub-demo", "claude-hub-demo", "claude-hub/hub-demo"]) {
    expect((await askOpenAi({ model, stream: false })).status).toBe(200);
  }
  expect(lab.governance.calls.map(({ model }) => model)).toEqual(Array(4).fill("hub-demo"));
});
