import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createHubToken, hashToken } from "../../../src/hubServer/auth/hubToken.ts";
import { readHubConfig } from "../../../src/hubServer/config/hubConfig.ts";
import { createLog } from "../../../src/hubServer/log.ts";
import { type RunningHub, startHub } from "../../../src/hubServer/runningHub.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";

const oldToken = createHubToken();
let folder: string;
let hub: RunningHub;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ai-hub-whole-"));
  const old = {
    id: "tok_old",
    name: "old",
    hash: hashToken(oldToken),
    last4: "abcd",
    createdAt: 5,
  };
  writeFileSync(join(folder, "state.json"), JSON.stringify({ schema: 1, tokens: [old] }));
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
  await hub.close(1_000);
  rmSync(folder, { recursive: true, force: true });
});

interface Body {
  readonly id: string;
  readonly token: string;
  readonly data: readonly { readonly id: string; readonly kind: string }[];
  readonly error: { readonly code: string };
}

async function ask(method: string, path: string, body?: object): Promise<Body> {
  const response = await fetch(`${hub.url}/hub/admin/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${hub.adminToken}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  // What a test looks at and is not there, it finds out.
  return (await response.json()) as Body;
}

async function chat(token: string): Promise<readonly [number, string | undefined]> {
  const response = await fetch(`${hub.url}/hub/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: '{"model":"hub-demo","messages":[{"role":"user","content":"Hello"}]}',
  });
  const body = (await response.json()) as Partial<Body>;
  return [response.status, body.error?.code];
}

test("what an administrator changes holds from the very next request", async () => {
  const { token, id } = await ask("POST", "/tokens", { name: "next", profile_id: "profile_lab" });
  expect(await chat(token)).toEqual([200, undefined]);

  const [profile] = (await ask("GET", "/profiles")).data.filter(
    ({ id: one }) => one === "profile_lab",
  );
  const { policy } = profile as unknown as { policy: object };
  await ask("PATCH", "/profiles/profile_lab", { policy: { ...policy, deny: ["hub-demo"] } });
  expect(await chat(token)).toEqual([404, "model_not_found"]);
  await ask("PATCH", "/profiles/profile_lab", { policy });
  expect(await chat(token)).toEqual([200, undefined]);

  const budget = { scope: "token", subject_id: id, unit: "tokens", limit: "1", warn_at: [] };
  const { id: budgetId } = await ask("POST", "/budgets", budget);
  expect(await chat(token)).toEqual([402, "budget_exceeded"]);
  await ask("DELETE", `/budgets/${budgetId}`);
  expect(await chat(token)).toEqual([200, undefined]);

  await ask("PATCH", `/tokens/${id}`, { rate_limits: { requests_per_minute: 0 } });
  expect((await chat(token))[0]).toBe(429);
  await ask("PATCH", `/tokens/${id}`, { rate_limits: {} });
  expect(await chat(token)).toEqual([200, undefined]);

  await ask("DELETE", `/tokens/${id}`);
  expect(await chat(token)).toEqual([401, "invalid_api_key"]);
  const kinds = (await ask("GET", `/audit?token_id=${id}`)).data.map(({ kind }) => kind);
  expect(new Set(kinds)).toEqual(
    new Set([
      "token.create",
      "usage",
      "policy.deny",
      "budget.deny",
      "rate.limit",
      "admin.change",
      "token.revoke",
      "auth.fail",
    ]),
  );
});

test("the user of a token who is deactivated is refused at the next request", async () => {
  const { token } = await ask("POST", "/tokens", { name: "hers", user_id: "user_bruno.lima" });
  expect((await chat(token))[0]).toBe(200);
  await ask("PATCH", "/users/user_bruno.lima", { is_active: false });
  expect(await chat(token)).toEqual([401, "invalid_api_key"]);
});

test("a token of the hub before this one goes on, and is in the list", async () => {
  expect(await chat(oldToken)).toEqual([200, undefined]);
  expect((await ask("GET", "/tokens")).data.map(({ id }) => id)).toContain("tok_old");
});

test("the token of the run works, and its use has a name", async () => {
  expect(await chat(hub.token ?? "")).toEqual([200, undefined]);
  const [event] = (await ask("GET", "/audit?kind=usage&token_id=tok_local")).data;
  expect(event?.kind).toBe("usage");
  expect((await ask("GET", "/tokens/tok_local")).id).toBe("tok_local");
});
