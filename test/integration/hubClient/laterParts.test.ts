import { expect, test } from "vitest";

import { FakeClock } from "../../support/fakeClock.ts";
import { canaryToken, clientOf } from "../../support/faultServer/askClient.ts";
import { FaultServer } from "../../support/faultServer/faultServer.ts";
import { ok, write } from "../../support/faultServer/steps.ts";

const { signal } = new AbortController();

/** Lists a server's models with a client that counts what it loads, or cannot load it. */
async function listed(url: string, isMissing: boolean) {
  let loads = 0;
  const client = clientOf(url, {
    clock: new FakeClock(),
    fetch: globalThis.fetch,
    token: () => Promise.resolve(canaryToken),
    loadPart: async (load) => {
      loads += 1;
      return isMissing ? await Promise.reject(new Error("no such file")) : await load();
    },
  });
  const error: unknown = await client.listModels({ signal }).catch((reason: unknown) => reason);
  return { error, loads };
}

test("an answer loads nothing that reads failures", async () => {
  await using server = await FaultServer.start();
  server.answer(ok('{"data":[{"id":"m"}]}'));
  expect(await listed(server.url, false)).toMatchObject({ error: [{ id: "m" }], loads: 0 });
});

test("an error whose reader cannot be loaded is a failure with its status, and one of the network without", async () => {
  const server = await FaultServer.start();
  const { url } = server;
  const refused = [
    { do: "head" as const, status: 429 },
    write("slow down"),
    { do: "end" as const },
  ];
  server.answer(refused);
  const { error: told, loads } = await listed(url, false);
  expect(told).toMatchObject({ kind: "rate_limited", failure: { httpStatus: 429 } });
  // The policy that is read beside the list loads it too, if it was refused before the list was.
  expect([1, 2]).toContain(loads);
  server.answer(refused);
  const { error } = await listed(url, true);
  expect(error).toMatchObject({
    kind: "unknown",
    failure: { httpStatus: 429 },
    cause: { message: "no such file" },
  });
  await server[Symbol.asyncDispose]();
  expect((await listed(url, true)).error).toMatchObject({ kind: "unknown" });
});
