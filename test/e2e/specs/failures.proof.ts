import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { ChatView } from "../pages/chatView.ts";
import type { Workbench } from "../pages/workbench.ts";

/** Model that plays the failure, the kind it must be named, and the state that its answer must be in. */
const failures = [
  ["hub-script-error-auth", "auth_invalid", "failed"],
  ["hub-script-error-expired", "auth_expired", "failed"],
  ["hub-script-error-model", "model_not_found", "failed"],
  ["hub-script-error-policy", "policy_other", "failed"],
  ["hub-script-error-policy-model", "policy_model", "failed"],
  ["hub-script-error-dlp", "dlp_request", "failed"],
  ["hub-script-error-dlp-cloudflare-response", "dlp_response", "failed"],
  ["hub-script-error-budget", "budget_exhausted", "failed"],
  ["hub-script-error-budget-litellm", "budget_exhausted", "failed"],
  ["hub-script-error-rate-long", "rate_limited", "failed"],
  ["hub-script-error-context", "context_too_long", "failed"],
  ["hub-script-error-too-large", "request_too_large", "failed"],
  ["hub-script-error-content-filter", "content_filtered", "failed"],
  ["hub-script-error-bad-request", "bad_request", "failed"],
  ["hub-script-html", "not_a_hub", "failed"],
  ["hub-script-cut", "truncated", "incomplete"],
  ["hub-script-truncated", "truncated", "incomplete"],
  ["hub-script-malformed", "malformed_stream", "incomplete"],
  ["hub-script-length", "length_limit", "incomplete"],
  ["hub-script-filtered", "content_filtered", "incomplete"],
  ["hub-no-such-model", "model_not_found", "failed"],
] as const;

let connected: ConnectedEditor;
let workbench: Workbench;
let chat: ChatView;

beforeAll(async () => {
  connected = await ConnectedEditor.start({ name: "failures", install: "zip" });
  workbench = await connected.editor.openWindow({ width: 900 });
  chat = await workbench.openChat();
  await chat.message.waitFor();
});

afterAll(async () => {
  await connected.dispose();
});

test.each(failures)("%s is named %s, and the composer stays usable", async (model, kind, state) => {
  await chat.chooseModel(model);
  await chat.ask(`Fail as ${model}`);
  const answer = await chat.waitForAnswer(state);
  await expect.poll(() => answer.getAttribute("data-kind")).toBe(kind);
  await expect.poll(() => chat.alert.count()).toBeGreaterThan(0);
  await chat.write("still here");
  await expect.poll(() => chat.message.inputValue()).toBe("still here");
  await chat.write("");
});

function count(model: string): number {
  return connected.chats().filter(({ body }) => body.includes(`"model":"${model}"`)).length;
}

test("what is hopeless was asked for once only", () => {
  expect(count("hub-script-error-budget")).toBe(1);
  expect(count("hub-script-error-auth")).toBe(1);
  expect(count("hub-script-error-rate-long")).toBe(1);
});

test("an overloaded model is tried again twice, visibly, and then named", async () => {
  await chat.chooseModel("hub-script-error-overloaded");
  await chat.ask("Are you there?");
  const answer = await chat.waitForAnswer("failed");
  await expect.poll(() => answer.getAttribute("data-kind")).toBe("overloaded");
  const tries = connected.chats().filter(({ body }) => body.includes("error-overloaded"));
  expect(tries).toHaveLength(3);
  expect(new Set(tries.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  await workbench.screenshot("overloaded");
});

test("after a failure, trying again with another model answers the same question", async () => {
  await chat.chooseModel("hub-script-echo");
  await chat.lastAnswer.getByRole("button", { name: "Try again" }).click();
  const answer = await chat.waitForAnswer("complete");
  await expect.poll(() => answer.textContent()).toContain("Are you there?");
});

test("the hub's token is nowhere in the page", async () => {
  const texts = await Promise.all(workbench.page.frames().map((frame) => frame.content()));
  expect(texts.join("")).not.toContain(connected.hub.token);
});
