import { existsSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { LocalHub } from "../../../src/extension/connection/localHub.ts";
import { HubClient } from "../../../src/hub/calls/hubClient.ts";
import { HubError } from "../../../src/hub/errors/hubError.ts";
import { edgeErrors } from "../../../src/hubServer/lab/scripted/edgeErrors.ts";
import { gatewayErrors } from "../../../src/hubServer/lab/scripted/gatewayErrors.ts";
import {
  hubErrors,
  midStreamScenarios,
  warningScenarios,
} from "../../../src/hubServer/lab/scripted/hubErrors.ts";
import { type Clock, systemClock } from "../../../src/shared/base/clock.ts";
import { HubLab, until } from "./hubProcess.ts";

const lab = new HubLab();
const folder = join(lab.home, "extension");

beforeAll(() => lab.build());
afterAll(() => lab.dispose());

function editorWindow(): LocalHub {
  return new LocalHub({ folder, program: lab.program, fetch: globalThis.fetch });
}

/** Waits for another try are over at once; the longer ones, for a silent hub, are as they are. */
const impatientClock: Clock = {
  now: () => systemClock.now(),
  startTimer: (callback, ms) => systemClock.startTimer(callback, ms <= 8_000 ? 0 : ms),
};

function clientOf(baseUrl: string, token: string): HubClient {
  return new HubClient({
    baseUrl,
    token: () => Promise.resolve(token),
    fetch: globalThis.fetch,
    clock: impatientClock,
    random: () => 0,
    userAgent: "ai-hub-test/1",
  });
}

/** The end of an answer as the extension's client tells it: its text, or the kind of its failure. */
async function outcomeOf(client: HubClient, model: string): Promise<string> {
  let text = "";
  try {
    const signal = AbortSignal.timeout(20_000);
    const request = { model, messages: [{ role: "user" as const, content: "please" }] };
    for await (const event of client.streamChat(request, { signal })) {
      if (event.kind === "notice") {
        text += `(${event.failure.kind}) `;
      } else if (event.kind === "textDelta") {
        text += event.text;
      } else if (event.kind === "finished") {
        return text;
      }
    }
    return "ended without finishing";
  } catch (error) {
    return error instanceof HubError ? error.failure.kind : "not a HubError";
  }
}

test("the extension starts the hub, all windows share it, its client reads it, and it stops", async () => {
  const [first, second] = [editorWindow(), editorWindow()];
  const [hub, same] = await Promise.all([first.start(), second.start()]);
  expect(same.nonce).toBe(hub.nonce);

  const client = clientOf(hub.url, hub.token);
  const [model] = await client.listModels({ signal: new AbortController().signal });
  expect(model).toMatchObject({
    id: "hub-demo",
    contextLength: 32_768,
    capabilities: { tools: true },
  });
  expect(await outcomeOf(client, "hub-script-echo")).toBe("please");
  expect(await outcomeOf(client, "hub-script-json")).toMatch(/^This answer is scripted/u);

  await second.release();
  expect(await first.stop()).toBe(true);
  await until("its file is gone", () => !existsSync(join(folder, "local-hub.json")));
  first.dispose();
});

/** The scenarios by the kind as which the extension's client must name them. */
const scenariosByKind: Readonly<Record<string, string>> = {
  auth_missing: "auth-missing",
  auth_invalid: "auth",
  auth_expired: "expired",
  policy_model: "policy-model model-bifrost",
  policy_other: "policy problem",
  model_not_found: "model model-ollama",
  budget_exhausted:
    "budget budget-litellm budget-litellm-old budget-litellm-deployment budget-portkey budget-bifrost " +
    "budget-langwatch budget-azure budget-openai billing-anthropic budget-anthropic " +
    "budget-anthropic-enforced budget-openrouter mid-stream-budget",
  rate_limited:
    "rate rate-long rate-bifrost rate-kong rate-apisix rate-envoy rate-azure rate-openai wrapped aws grpc edge-rate",
  overloaded: "overloaded loading-llamacpp edge mid-stream-event",
  dlp_request:
    "dlp guardrail-litellm guardrail-portkey guardrail-wso2 guardrail-wso2-semantic dlp-cloudflare",
  dlp_response: "dlp-cloudflare-response",
  content_filtered: "content-filter moderation-openrouter",
  context_too_long: "context context-vllm error-with-200 context-llamacpp",
  request_too_large: "too-large too-large-anthropic",
  bad_request: "bad-request guard-kong fastapi",
  not_a_hub: "not-found portal portal-denied",
  redirect_refused: "redirect",
  proxy_auth: "proxy-auth",
  upstream_error:
    "upstream upstream-timeout spring mid-stream mid-stream-string mid-stream-openrouter",
};
const kindsByScenario = Object.entries(scenariosByKind).flatMap(([kind, names]) =>
  names.split(" ").map((name) => [name, kind] as const),
);

test("the extension's client names every error scenario as what it is, and keeps the text of a warning", async () => {
  const hub = await lab.start(["--lab", "--data", join(lab.home, "kinds")]);
  const client = clientOf(hub.url, hub.token);
  const outcomes: Record<string, string> = {};
  for (const [name] of kindsByScenario) {
    outcomes[name] = await outcomeOf(client, `hub-script-error-${name}`);
  }
  expect(outcomes).toEqual(Object.fromEntries(kindsByScenario));
  expect(Object.keys(outcomes).toSorted()).toEqual(
    Object.keys({
      ...hubErrors,
      ...gatewayErrors,
      ...edgeErrors,
      ...midStreamScenarios,
    }).toSorted(),
  );
  for (const name of Object.keys(warningScenarios)) {
    expect(await outcomeOf(client, `hub-script-error-${name}`)).toContain(
      "This answer is scripted",
    );
  }
});

test("a window that was closed while it searched for the hub does not join it", async () => {
  const deps = { folder: join(lab.home, "closed"), program: lab.program, fetch: globalThis.fetch };
  const open = new LocalHub(deps);
  await open.start();
  const closed = new LocalHub(deps);
  const finding = closed.find();
  closed.dispose();
  expect([await finding, closed.current]).toEqual([undefined, undefined]);
  await open.stop();
  open.dispose();
});

test("a hub that was stopped can be started again at once", async () => {
  const deps = { folder: join(lab.home, "again"), program: lab.program, fetch: globalThis.fetch };
  const window = new LocalHub(deps);
  const first = await window.start();
  const client = clientOf(first.url, first.token);
  expect(await outcomeOf(client, "hub-script-echo")).toBe("please");
  expect(await outcomeOf(client, "hub-script-json")).toMatch(/^This answer is scripted/u);
  await Promise.all([1, 2, 3].map(() => outcomeOf(client, "hub-script-echo")));
  expect(await window.stop()).toBe(true);
  const second = await window.start();
  expect(second.nonce).not.toBe(first.nonce);
  await window.stop();
  window.dispose();
});

test("a local hub takes nothing of the project that the editor was opened in", async () => {
  const own = join(lab.home, "environment");
  const strange = {
    DATABASE_URL: "postgres://developer:secret@127.0.0.1:9/project",
    AI_HUB_DATABASE: "postgres://developer:secret@127.0.0.1:9/project",
    AI_HUB_UPSTREAM: "stranger=http://127.0.0.1:9",
    AI_HUB_CONFIG: join(lab.home, "missing.yaml"),
    AI_HUB_ADMIN_TOKEN: "a-token-that-others-know",
    NODE_OPTIONS: "--require=/nowhere/hook.js",
  };
  const window = new LocalHub({ folder: own, program: lab.program, fetch: globalThis.fetch });
  for (const [name, value] of Object.entries(strange)) {
    vi.stubEnv(name, value);
  }
  try {
    const { url } = await window.start();
    const upstreams = await fetch(`${url}/hub/admin/v1/upstreams`, {
      headers: { authorization: `Bearer ${strange.AI_HUB_ADMIN_TOKEN}` },
    });
    expect(upstreams.status).toBe(401);
    expect(existsSync(join(own, "lab", "hub.db"))).toBe(true);
    expect(await window.stop()).toBe(true);
  } finally {
    vi.unstubAllEnvs();
    window.dispose();
  }
});
