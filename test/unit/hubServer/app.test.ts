import { afterEach, beforeEach, expect, test } from "vitest";

import { prepareLocalToken } from "../../../src/hubServer/admin/prepareStore.ts";
import { createHubApp, type HubAppDeps } from "../../../src/hubServer/app.ts";
import { ApiAuthenticator } from "../../../src/hubServer/auth/apiAuthenticator.ts";
import { AuthFailures } from "../../../src/hubServer/auth/authFailures.ts";
import { BodyPool } from "../../../src/hubServer/bodies/bodyPool.ts";
import { BodyReader } from "../../../src/hubServer/bodies/bodyReader.ts";
import type { Governance } from "../../../src/hubServer/governance/budgets/admission.ts";
import { createCrossOrigin } from "../../../src/hubServer/http/crossOrigin.ts";
import {
  type HubRequest,
  type HubResponse,
  jsonResponse,
} from "../../../src/hubServer/http/message.ts";
import { createOriginGuard } from "../../../src/hubServer/http/originGuard.ts";
import { ModelCatalog } from "../../../src/hubServer/models/modelCatalog.ts";
import type { ModelSource } from "../../../src/hubServer/models/modelSource.ts";
import { openSqliteStore } from "../../../src/hubServer/store/sqlite/sqliteStore.ts";
import { type Store, StoreError } from "../../../src/hubServer/store/store.ts";
import { FakeClock } from "../../support/fakeClock.ts";

/** Governance that lets everything pass, for what is asked before it comes in. */
const open: Governance = {
  arrive: () => Promise.resolve(),
  left: () => undefined,
  handled: () => Promise.resolve(),
  admit: () => Promise.reject(new Error("nothing here asks a model")),
  allowsModel: () => Promise.resolve(true),
};

const crossOrigin = createCrossOrigin([]);

let store: Store;

beforeEach(async () => {
  store = openSqliteStore(":memory:", { now: () => 0 });
  await prepareLocalToken(store.records, { now: 0 });
});
afterEach(() => store.close());

/** An application without a socket, its only source of models the given one. */
function appWith(
  source: ModelSource,
  others: Partial<HubAppDeps> = {},
): {
  ask: (path: string, changes?: Partial<HubRequest>) => Promise<HubResponse>;
  errors: unknown[];
} {
  const errors: unknown[] = [];
  const clock = new FakeClock();
  const onError = (error: unknown): void => {
    errors.push(error);
  };
  const app = createHubApp({
    version: "1.2.3",
    nonce: "a-nonce-of-this-start",
    clock,
    guard: createOriginGuard({ port: () => 8787, acceptsAnyHost: false, crossOrigin }),
    crossOrigin,
    authenticator: new ApiAuthenticator({
      records: store.records,
      clock,
      failures: new AuthFailures({ audit: store.audit, clock, onError }),
      local: { token: "sk_hub_local", tokenId: "tok_local" },
      onError,
    }),
    api: {
      catalog: new ModelCatalog([source]),
      clock,
      bodies: new BodyReader({ bodies: new BodyPool({ clock }), pdfs: new BodyPool({ clock }) }),
      governance: open,
      override: () => undefined,
      onError,
    },
    configuration: () => Promise.reject(new Error("unused")),
    runEnd: () => Promise.resolve(jsonResponse(200, {})),
    usage: (request) => Promise.resolve(jsonResponse(200, { asked: request.path })),
    admin: (request) => Promise.resolve(jsonResponse(200, { asked: request.path })),
    metrics: () => Promise.resolve(""),
    checkReady: () => store.check(),
    avoidedRoutes: () => 0,
    programFolder: "/nowhere",
    stop: () => undefined,
    onAnswer: () => undefined,
    onStream: () => () => undefined,
    onError,
    ...others,
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
        address: "127.0.0.1",
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

test("without its database the hub is not ready, and says when to ask again", async () => {
  const { ask } = appWith(noModels, {
    checkReady: () => Promise.reject(new StoreError("unavailable", "locked")),
  });
  const { status, headers, body } = await ask("/readyz");
  expect([status, headers["retry-after"]]).toEqual([503, "5"]);
  expect(body).not.toContain("locked");
  expect((await ask("/healthz")).status).toBe(200);
});

test("the administration has its own rules of who may, and the hub's own page may call it", async () => {
  const { ask } = appWith(noModels);
  const headers: Readonly<Record<string, string>> = {
    host: "127.0.0.1:8787",
    origin: "http://127.0.0.1:8787",
  };
  const page = { headers, header: (name: string) => headers[name] };
  expect((await ask("/hub/admin/v1/session", page)).status).toBe(200);
  expect((await ask("/hub/v1/models", page)).status).toBe(403);
  const foreign = { ...headers, origin: "https://evil.example" };
  const other = { headers: foreign, header: (name: string) => foreign[name as "origin"] };
  expect((await ask("/hub/admin/v1/session", other)).status).toBe(403);
});
