import { expect, test } from "vitest";

import type { TokenCache } from "../../../src/seller/client/portalTokens.ts";
import { status } from "../../support/faultServer/steps.ts";
import { samples } from "../../unit/seller/contract/samples.ts";
import { json, never, Portal } from "./portal.ts";

const signal = never;
const order = { parameters: { numeroPedido: 1 } };
const bearer = (issue: number): string => `Bearer CANARY-token-${issue}-abcdefghijklmnop`;

/** A secret store as the windows share it. */
function memoryCache(): TokenCache {
  const stored = new Map<string, string>();
  return {
    load: (key) => Promise.resolve(stored.get(key)),
    save(key, value) {
      stored.set(key, value);
      return Promise.resolve();
    },
  };
}

test("a second window takes the first one's token from the store", async () => {
  const cache = memoryCache();
  await using first = await Portal.start(cache);
  await using second = await Portal.start(cache);
  await first.client().call("getOrder", order, { signal });
  await second
    .client({ baseUrl: first.server.url })
    .call("updateStock", samples.updateStock, { signal });
  expect(first.tokenRequests).toHaveLength(1);
  expect(first.calls.map(({ headers }) => headers.authorization)).toEqual([bearer(1), bearer(1)]);
  expect(await second.client({ baseUrl: first.server.url }).checkAccess({ signal })).toMatchObject({
    facts: { codigoSeller: 1001, ambiente: "HML", expiresInS: 86_399, scope: "read write" },
  });
});

test.each(["", "{}", "null", '{"token":5}', "\u0000", undefined])(
  "a store that fails, or holds %j, costs a token request only",
  async (value) => {
    await using other = await Portal.start({
      load: () =>
        value === undefined ? Promise.reject(new Error("locked")) : Promise.resolve(value),
      save: () => Promise.reject(new Error("locked")),
    });
    await other.client().call("getOrder", order, { signal });
    expect(other.calls).toHaveLength(1);
  },
);

test("a store that never answers holds a call up for five seconds", async () => {
  let noteAsked: (() => void) | undefined;
  const asked = new Promise<void>((resolve) => {
    noteAsked = resolve;
  });
  await using other = await Portal.start({
    load() {
      noteAsked?.();
      return new Promise(() => undefined);
    },
    save: () => new Promise(() => undefined),
  });
  const done = other.client().call("getOrder", order, { signal });
  await asked;
  other.clock.advance(5_000);
  expect((await done).status).toBe(200);
  expect(other.clock.pendingTimers).toBe(0);
});

test("a stored token that is refused is not taken from the store again", async () => {
  const cache = memoryCache();
  await using other = await Portal.start(cache);
  other.answer = (_, attempt) => (attempt === 1 ? status(401) : json({}));
  await other.client().call("getOrder", order, { signal });
  expect(other.calls.map(({ headers }) => headers.authorization)).toEqual([bearer(1), bearer(2)]);
});

test("what one window forgets, the others do not take from the store", async () => {
  const cache = memoryCache();
  await using first = await Portal.start(cache);
  await using second = await Portal.start(cache);
  await first.client().call("getOrder", order, { signal });
  first.tokens.forget({ baseUrl: first.server.url, clientId: "client-1" });
  await second.client({ baseUrl: first.server.url }).call("getOrder", order, { signal });
  expect(first.calls.map(({ headers }) => headers.authorization)).toEqual([bearer(1), bearer(2)]);
});
