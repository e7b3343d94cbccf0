import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { beforeEach, describe, expect, test } from "vitest";

import type { ApiDeps } from "../../../src/hubServer/api/apiDeps.ts";
import { chatCompletionsRoute } from "../../../src/hubServer/api/chatRoute.ts";
import { embeddingsRoute } from "../../../src/hubServer/api/embeddingsRoute.ts";
import { messagesRoute } from "../../../src/hubServer/api/messagesRoute.ts";
import { BodyPool } from "../../../src/hubServer/bodies/bodyPool.ts";
import { BodyReader } from "../../../src/hubServer/bodies/bodyReader.ts";
import type { HubRequest } from "../../../src/hubServer/http/message.ts";
import { openSqliteStore } from "../../../src/hubServer/store/sqlite/sqliteStore.ts";
import { StoreError } from "../../../src/hubServer/store/store.ts";
import { callOf, caller, GovernanceLab, noon, usageOf } from "./governanceLab.ts";

let lab: GovernanceLab;

beforeEach(async () => {
  lab = new GovernanceLab();
  await lab.seed();
});

describe("a store that fails", () => {
  test("nothing is admitted while the store does not answer", async () => {
    await lab.admit();
    lab.isStoreDown = true;
    await expect(lab.admit()).rejects.toBeInstanceOf(StoreError);
    await lab.pass(2_000);
    await expect(lab.admit()).rejects.toBeInstanceOf(StoreError);
    expect(lab.events).toContainEqual(
      expect.objectContaining({ kind: "storeFailed", during: "admit" }),
    );
  });

  test("a settlement that cannot be written waits, and is written before anything new is admitted", async () => {
    await lab.putBudget({ limit: 1_000 });
    const { meter } = await lab.admit({ inputTokens: 900, maxOutputTokens: 10 });
    meter.report(usageOf(990, 5));
    lab.isStoreDown = true;
    expect(await meter.settle("complete", 200)).toMatchObject({ usage: usageOf(990, 5) });
    await expect(lab.governance.checkReady()).rejects.toBeInstanceOf(StoreError);
    await expect(lab.admit()).rejects.toBeInstanceOf(StoreError);
    lab.isStoreDown = false;
    expect((await lab.refusal({ inputTokens: 50 })).status).toBe(402);
    await expect(lab.governance.checkReady()).resolves.toBeUndefined();
    expect(await lab.usage()).toMatchObject([{ inputTokens: 990, usageSource: "upstream" }]);
    expect(lab.clock.pendingTimers).toBe(0);
  });

  test("what waits is tried again by itself, ever less often", async () => {
    const { meter } = await lab.admit();
    lab.isStoreDown = true;
    await meter.settle("complete", 200);
    await lab.pass(120_000, 250);
    const tries = lab.events.filter(
      (event) => event.kind === "storeFailed" && event.during === "settle",
    );
    expect(tries.length).toBeGreaterThan(5);
    expect(tries.length).toBeLessThan(15);
    lab.isStoreDown = false;
    await lab.pass(30_000, 250);
    expect(await lab.usage()).toHaveLength(1);
  });

  test("what waits is written when the hub ends", async () => {
    const { meter } = await lab.admit();
    lab.isStoreDown = true;
    await meter.settle("complete", 200);
    lab.isStoreDown = false;
    await lab.governance.close();
    expect(await lab.usage()).toHaveLength(1);
    expect(lab.clock.pendingTimers).toBe(0);
  });

  test("a hub that is told to goes on without its store, by the policies that it knows", async () => {
    const governance = lab.another({ failOpen: true });
    await lab.putProfile({ policy: { deny: ["secret*"] } });
    await governance.admit(callOf());
    lab.isStoreDown = true;
    await lab.pass(2_000);
    const { meter, outputTokens } = await governance.admit(callOf({ maxOutputTokens: 7 }));
    expect(outputTokens).toBe(7);
    await meter.settle("complete", 200);
    await expect(governance.admit(callOf({ model: "secret-1" }))).rejects.toMatchObject({
      status: 404,
    });
    await expect(governance.checkReady()).resolves.toBeUndefined();
    expect(lab.events).toContainEqual(expect.objectContaining({ kind: "ungoverned" }));
  });
});

test("a hot request costs the store one reservation and one settlement", async () => {
  const calls: string[] = [];
  const counted = <T extends object>(part: T): T =>
    new Proxy(part, {
      get: (target, name, receiver) => {
        calls.push(String(name));
        return Reflect.get(target, name, receiver);
      },
    });
  const { store } = lab;
  const governance = lab.another({
    store: {
      records: counted(store.records),
      ledger: counted(store.ledger),
      audit: counted(store.audit),
    },
  });
  await (await governance.admit(callOf())).meter.settle("complete", 200);
  calls.length = 0;
  await (await governance.admit(callOf())).meter.settle("complete", 200);
  expect(calls).toEqual(["reserve", "settle"]);
});

const routes = [
  ["chat completions", chatCompletionsRoute, { messages: [{ role: "user", content: "hi" }] }],
  ["messages", messagesRoute, { max_tokens: 5, messages: [{ role: "user", content: "hi" }] }],
  ["embeddings", embeddingsRoute, { input: "hi" }],
] as const;

test.each(routes)(
  "nothing of %s is forwarded while the store does not answer",
  async (_, route, body) => {
    const { deps, forwarded } = countingDeps(lab);
    const request = requestOf({ model: "gpt", ...body });
    await expect(route(request, caller, deps)).rejects.toThrow("The model was asked.");
    lab.isStoreDown = true;
    await lab.pass(2_000);
    await expect(route(request, caller, deps)).rejects.toBeInstanceOf(StoreError);
    expect(forwarded()).toBe(1);
  },
);

test.each(routes)(
  "nothing of %s is forwarded when the disk is full as its reservation is synced, and the next is",
  async (_, route, body) => {
    const folder = mkdtempSync(join(tmpdir(), "ai-hub-full-"));
    let isFull = false;
    const store = openSqliteStore(join(folder, "hub.sqlite"), {
      now: () => noon,
      syncFile: () =>
        isFull
          ? Promise.reject(Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" }))
          : Promise.resolve(),
    });
    const full = new GovernanceLab({}, store);
    await full.seed();
    const { deps, forwarded } = countingDeps(full);
    const request = requestOf({ model: "gpt", ...body });

    isFull = true;
    await expect(route(request, caller, deps)).rejects.toBeInstanceOf(StoreError);
    await expect(route(request, caller, deps)).rejects.toBeInstanceOf(StoreError);
    expect(forwarded()).toBe(0);
    isFull = false;
    await full.pass(2_000);
    await expect(route(request, caller, deps)).rejects.toThrow("The model was asked.");

    expect(forwarded()).toBe(1);
    await full.governance.close();
    await store.close();
    rmSync(folder, { recursive: true });
  },
);

/** The dependencies of a route whose model fails, and how often it was asked. */
function countingDeps({ clock, governance }: GovernanceLab) {
  let forwarded = 0;
  const model = (): Promise<never> => {
    forwarded += 1;
    return Promise.reject(new Error("The model was asked."));
  };
  const deps: ApiDeps = {
    catalog: {
      list: () => Promise.resolve([]),
      find: (id) => Promise.resolve({ id, model: { chat: model, embed: model } }),
    },
    clock,
    bodies: new BodyReader({ bodies: new BodyPool({ clock }), pdfs: new BodyPool({ clock }) }),
    governance,
    override: () => undefined,
    onError: () => undefined,
  };
  return { deps, forwarded: () => forwarded };
}

function requestOf(body: object): HubRequest {
  return {
    id: "req",
    address: "127.0.0.1",
    method: "POST",
    path: "/",
    query: new URLSearchParams(),
    header: () => undefined,
    headers: {},
    body: () => Promise.resolve(new TextEncoder().encode(JSON.stringify(body))),
    signal: new AbortController().signal,
  };
}
