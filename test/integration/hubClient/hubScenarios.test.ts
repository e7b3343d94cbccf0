import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { edgeErrors } from "../../../src/hubServer/lab/scripted/edgeErrors.ts";
import { gatewayErrors } from "../../../src/hubServer/lab/scripted/gatewayErrors.ts";
import {
  hubErrors,
  midStreamScenarios,
  warningScenarios,
} from "../../../src/hubServer/lab/scripted/hubErrors.ts";
import type { FailureKind } from "../../../src/shared/failures/failure.ts";
import { askClient, type Outcome } from "../../support/faultServer/askClient.ts";
import { HubLab, type HubProcess } from "../hubServer/hubProcess.ts";

/** The client against this project's own hub: its scripts were written without a look at the client's tests. */

const lab = new HubLab();
let hub: HubProcess;

beforeAll(async () => {
  await lab.build();
  hub = await lab.start(["--lab", "--data", join(lab.home, "scenarios")]);
});

afterAll(() => lab.dispose());

function ask(script: string): Promise<Outcome> {
  const server = { url: hub.url, isStalled: false, bytesWritten: 0, tick: () => undefined };
  return askClient(server, { token: hub.token, model: `hub-script-${script}` });
}

const kinds: Readonly<Record<string, FailureKind>> = {
  auth: "auth_invalid",
  "auth-missing": "auth_missing",
  expired: "auth_expired",
  model: "model_not_found",
  policy: "policy_other",
  "policy-model": "policy_model",
  dlp: "dlp_request",
  budget: "budget_exhausted",
  rate: "rate_limited",
  "rate-long": "rate_limited",
  context: "context_too_long",
  "too-large": "request_too_large",
  "content-filter": "content_filtered",
  "bad-request": "bad_request",
  overloaded: "overloaded",
  upstream: "upstream_error",
  "upstream-timeout": "upstream_error",
  "not-found": "not_a_hub",
  redirect: "redirect_refused",
  "budget-litellm": "budget_exhausted",
  "budget-litellm-old": "budget_exhausted",
  "budget-litellm-deployment": "budget_exhausted",
  "guardrail-litellm": "dlp_request",
  "budget-portkey": "budget_exhausted",
  "guardrail-portkey": "dlp_request",
  "guardrail-wso2": "dlp_request",
  "guardrail-wso2-semantic": "dlp_request",
  "budget-bifrost": "budget_exhausted",
  "rate-bifrost": "rate_limited",
  "model-bifrost": "policy_model",
  "budget-langwatch": "budget_exhausted",
  "dlp-cloudflare": "dlp_request",
  "dlp-cloudflare-response": "dlp_response",
  "rate-kong": "rate_limited",
  "guard-kong": "bad_request",
  "rate-apisix": "rate_limited",
  "rate-envoy": "rate_limited",
  "rate-azure": "rate_limited",
  "budget-azure": "budget_exhausted",
  "budget-openai": "budget_exhausted",
  "rate-openai": "rate_limited",
  "billing-anthropic": "budget_exhausted",
  "too-large-anthropic": "request_too_large",
  "budget-anthropic": "budget_exhausted",
  "budget-anthropic-enforced": "budget_exhausted",
  "budget-openrouter": "budget_exhausted",
  "moderation-openrouter": "content_filtered",
  "context-vllm": "context_too_long",
  "error-with-200": "context_too_long",
  "model-ollama": "model_not_found",
  "context-llamacpp": "context_too_long",
  "loading-llamacpp": "overloaded",
  wrapped: "rate_limited",
  fastapi: "bad_request",
  spring: "upstream_error",
  aws: "rate_limited",
  grpc: "rate_limited",
  problem: "policy_other",
  edge: "overloaded",
  "edge-rate": "rate_limited",
  portal: "not_a_hub",
  "portal-denied": "not_a_hub",
  "proxy-auth": "proxy_auth",
};

test.each(Object.keys({ ...hubErrors, ...gatewayErrors, ...edgeErrors }))(
  "the hub's scenario %s is known for what it is",
  async (name) => {
    const { failure, text } = await ask(`error-${name}`);
    expect({ name, kind: failure?.kind, text }).toEqual({ name, kind: kinds[name], text: "" });
  },
);

const midStreamKinds: Readonly<Record<string, FailureKind>> = {
  "mid-stream": "upstream_error",
  "mid-stream-event": "overloaded",
  "mid-stream-string": "upstream_error",
  "mid-stream-openrouter": "upstream_error",
  "mid-stream-budget": "budget_exhausted",
};

test.each(Object.keys(midStreamScenarios))("%s keeps the text before it", async (name) => {
  const { failure, text } = await ask(`error-${name}`);
  expect({ name, kind: failure?.kind }).toEqual({ name, kind: midStreamKinds[name] });
  expect(text).toContain("This answer is scripted.");
});

test.each(Object.keys(warningScenarios))("the warning %s takes nothing away", async (name) => {
  const { finishReason, text } = await ask(`error-${name}`);
  expect(finishReason).toBe("stop");
  expect(text).toContain("This answer is scripted.");
});

test.each<[string, object]>([
  ["markdown", { finishReason: "stop", failure: undefined }],
  ["json", { finishReason: "stop", failure: undefined }],
  ["length", { finishReason: "length", failure: undefined }],
  ["filtered", { finishReason: "content_filter", failure: undefined }],
  ["cut", { finishReason: undefined, failure: { kind: "truncated" } }],
  ["truncated", { finishReason: undefined, failure: { kind: "truncated" } }],
  ["malformed", { finishReason: undefined, failure: { kind: "malformed_stream" } }],
  ["done-only", { finishReason: undefined, failure: { kind: "truncated" } }],
  ["html", { finishReason: undefined, failure: { kind: "not_a_hub" } }],
  ["empty", { finishReason: undefined, failure: { kind: "truncated" } }],
])("the script %s ends as it should", async (script, expected) => {
  expect(await ask(script)).toMatchObject(expected);
});
