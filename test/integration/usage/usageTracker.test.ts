import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { HubConnection } from "../../../src/extension/connection/hubConnection.ts";
import { UsageTracker } from "../../../src/extension/governance/usageTracker.ts";
import { HubError } from "../../../src/hub/errors/hubError.ts";
import { TokenStore } from "../../../src/hub/tokens/tokenStore.ts";
import { readHubConfig } from "../../../src/hubServer/config/hubConfig.ts";
import { createLog } from "../../../src/hubServer/log.ts";
import { type RunningHub, startHub } from "../../../src/hubServer/runningHub.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";
import { Emitter } from "../../../src/shared/base/emitter.ts";
import { timeLimits } from "../../../src/shared/base/timeLimits.ts";
import { tightestBudget } from "../../../src/shared/hubApi/budgets.ts";

/** The client's and the extension's side of budgets against this project's own hub, over real sockets. */
let folder: string;
let hub: RunningHub;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ai-hub-usage-"));
  const values = { lab: true, port: "0", data: folder, "demo-speed": "0" };
  hub = await startHub(readHubConfig(values, {}), {
    clock: systemClock,
    nonce: "the-nonce-of-the-tests",
    log: createLog("text", () => undefined),
    openSandbox: () => ({
      prefixes: [],
      app: () => Promise.reject(new Error("not asked")),
      access: { clientId: "", clientSecret: "", codigoSeller: 0, numeroPedido: 0 },
      close: () => undefined,
    }),
    onStopRequest: () => undefined,
  });
});
afterAll(async () => {
  await hub.close(1000);
  rmSync(folder, { recursive: true, force: true });
});

interface Created {
  readonly id: string;
  readonly token: string;
}

async function admin(method: string, path: string, body: object): Promise<Created> {
  const response = await fetch(`${hub.url}/hub/admin/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${hub.adminToken}` },
    body: JSON.stringify(body),
  });
  expect([200, 201], await response.clone().text()).toContain(response.status);
  // Sound: the administration API answers a record with its id, and a new token with its secret.
  return (await response.json()) as Created;
}

/** Secrets that several windows of the editor share. */
class SharedSecrets {
  readonly values = new Map<string, string>();
  readonly #didChange = new Emitter<{ readonly key: string }>();
  /** Whether other windows are told, as the editor usually does. */
  tells = true;
  readonly onDidChange = this.#didChange.event;

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.values.get(key));
  }

  store(key: string, value: string): Promise<void> {
    this.values.set(key, value);
    if (this.tells) {
      this.#didChange.fire({ key });
    }
    return Promise.resolve();
  }

  delete(key: string): Promise<void> {
    this.values.delete(key);
    this.#didChange.fire({ key });
    return Promise.resolve();
  }
}

function windowOf(secrets: SharedSecrets): {
  readonly tokens: TokenStore;
  readonly connection: HubConnection;
} {
  const tokens = new TokenStore(secrets, systemClock);
  const connection = new HubConnection({
    loadPart: (load) => load(),
    tokens,
    localHub: undefined,
    settings: {
      baseUrl: () => hub.url,
      chatFormat: () => "openai",
      patience: () => timeLimits.answer,
      onDidChange: () => ({ dispose: () => undefined }),
    },
    wantsLocalHub: () => false,
    isBrowserEditor: false,
    fetch: globalThis.fetch,
    clock: systemClock,
    userAgent: "test",
  });
  return { tokens, connection };
}

async function ask(connection: HubConnection, text = "Hello"): Promise<string> {
  let answer = "";
  const request = { model: "hub-demo", messages: [{ role: "user", content: text } as const] };
  for await (const event of connection.streamChat(request, {
    signal: new AbortController().signal,
  })) {
    answer += event.kind === "textDelta" ? event.text : "";
  }
  return answer;
}

const newToken = (name: string): Promise<Created> =>
  admin("POST", "/tokens", { name, profile_id: "profile_lab" });

test("what an answer costs is taken from the budget that is shown, and a spent budget says whose it is", async () => {
  const { id, token } = await newToken("budget");
  await admin("POST", "/budgets", {
    scope: "token",
    subject_id: id,
    unit: "tokens",
    limit: "2000",
    warn_at: [80],
  });
  const { tokens, connection } = windowOf(new SharedSecrets());
  await tokens.set(new URL(hub.url).origin, token);
  const tracker = new UsageTracker({ connection, clock: systemClock });
  await connection.start();
  await tracker.refresh();
  const before = tightestBudget(tracker.report?.budgets ?? []);
  expect(before).toMatchObject({ kind: "token", unit: "tokens", limit: "2000", used: "0" });
  expect(before?.renewsAt).toBeGreaterThan(Date.now());

  await ask(connection);
  // The headers of the answer tell before the report is asked for again.
  await tracker.refresh();
  const after = tracker.report;
  expect(Number(tightestBudget(after?.budgets ?? [])?.used)).toBeGreaterThan(0);
  expect(after?.byModel).toMatchObject([{ key: "hub-demo", requests: 1 }]);
  expect(after?.byApp).toMatchObject([{ key: "vscode", requests: 1 }]);

  const refusal = await (async () => {
    for (let tries = 0; tries < 100; tries += 1) {
      await ask(connection, "Tell me everything about budgets. ".repeat(20));
    }
    return undefined;
  })().catch((error: unknown) => (error instanceof HubError ? error.failure : undefined));
  expect(refusal).toMatchObject({ kind: "budget_exhausted", scope: "token" });
  tracker.dispose();
  connection.dispose();
});

test("a token that another window has changed works here without a reload, even if nobody told", async () => {
  const [old, next] = [await newToken("old"), await newToken("next")];
  const { origin } = new URL(hub.url);
  const secrets = new SharedSecrets();
  const [here, there] = [windowOf(secrets), windowOf(secrets)];
  await there.tokens.set(origin, old.token);
  expect(await ask(here.connection)).not.toBe("");

  await fetch(`${hub.url}/hub/admin/v1/tokens/${old.id}`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${hub.adminToken}` },
  });
  await expect(ask(here.connection)).rejects.toMatchObject({ kind: "auth_invalid" });
  secrets.tells = false;
  await there.tokens.set(origin, next.token);
  expect(await ask(here.connection)).not.toBe("");
  here.connection.dispose();
  there.connection.dispose();
});

test("a token that is refused with no other to try is refused once", async () => {
  const secrets = new SharedSecrets();
  const { tokens, connection } = windowOf(secrets);
  await tokens.set(new URL(hub.url).origin, "sk_hub_thisTokenIsNoneOfThisHub00");
  let asked = 0;
  connection.onDidHear(() => {
    asked += 1;
  });
  await expect(ask(connection)).rejects.toMatchObject({ kind: "auth_invalid" });
  expect(asked).toBe(1);
  connection.dispose();
});
