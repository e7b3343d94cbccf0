import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { ModelCatalog } from "../../../src/hubServer/api/modelCatalog.ts";
import type { ModelSource } from "../../../src/hubServer/api/modelSource.ts";
import { createHubApp } from "../../../src/hubServer/app.ts";
import { Authenticator } from "../../../src/hubServer/auth/authenticator.ts";
import { TokenStore } from "../../../src/hubServer/auth/tokenStore.ts";
import type { HubRequest, HubResponse } from "../../../src/hubServer/http/message.ts";
import { createOriginGuard } from "../../../src/hubServer/http/originGuard.ts";
import { FakeClock } from "../../support/fakeClock.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ai-hub-app-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** An application without a socket, its only source of models the given one. */
function appWith(source: ModelSource): {
  ask: (path: string, changes?: Partial<HubRequest>) => Promise<HubResponse>;
  errors: unknown[];
} {
  const errors: unknown[] = [];
  const tokens = new TokenStore(folder);
  const app = createHubApp({
    version: "1.2.3",
    nonce: "a-nonce-of-this-start",
    clock: new FakeClock(),
    guard: createOriginGuard({ port: () => 8787, acceptsAnyHost: false }),
    authenticator: new Authenticator(tokens, "sk_hub_local"),
    tokens,
    catalog: new ModelCatalog([source]),
    packageFolder: folder,
    stop: () => undefined,
    scenario: () => undefined,
    onError: (error) => errors.push(error),
  });
  const headers: Readonly<Record<string, string>> = {
    host: "127.0.0.1:8787",
    authorization: "Bearer sk_hub_local",
  };
  return {
    errors,
    ask: (path, changes) =>
      app({
        id: "req_1",
        method: "GET",
        path,
        query: new URLSearchParams(),
        headers,
        header: (name) => headers[name],
        body: () => Promise.resolve(new Uint8Array()),
        signal: new AbortController().signal,
        ...changes,
      }),
  };
}

const noModels: ModelSource = {
  name: "none",
  list: () => Promise.resolve([]),
  find: () => Promise.resolve(undefined),
};

test("the application answers without a socket", async () => {
  expect(await appWith(noModels).ask("/healthz")).toEqual({
    status: 200,
    headers: {
      "x-request-id": "req_1",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "content-type": "application/json; charset=utf-8",
    },
    body: '{"status":"ok","nonce":"a-nonce-of-this-start","version":"1.2.3"}',
  });
});

test("an unexpected failure is a 500 without its details, which go to who runs the hub", async () => {
  const failure = new Error("secret detail");
  const { ask, errors } = appWith({ ...noModels, list: () => Promise.reject(failure) });
  const { status, headers, body } = await ask("/hub/v1/models");
  expect([status, headers["x-request-id"]]).toEqual([500, "req_1"]);
  expect(body).not.toContain("secret detail");
  expect(errors).toEqual([failure]);
});

test("what breaks because the client has left is no failure of the hub", async () => {
  const { ask, errors } = appWith({ ...noModels, list: () => Promise.reject(new Error("left")) });
  await ask("/hub/v1/models", { signal: AbortSignal.abort() });
  expect(errors).toEqual([]);
});

test.each(["//healthz", "/healthz/", "healthz", "*", "/HEALTHZ", "http://evil.example/healthz"])(
  "only the exact address is a route: %s",
  async (path) => {
    expect((await appWith(noModels).ask(path)).status).toBe(404);
  },
);

test("an address that is not encoded correctly is a 400", async () => {
  expect((await appWith(noModels).ask("/hub/v1/models/%zz")).status).toBe(400);
});
