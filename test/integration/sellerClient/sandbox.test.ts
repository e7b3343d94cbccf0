import { randomBytes } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { PortalTokens } from "../../../src/seller/client/portalTokens.ts";
import { SellerClient } from "../../../src/seller/client/sellerClient.ts";
import type { ApiCallId } from "../../../src/seller/contract/calls.ts";
import { type RawInput, validateCall } from "../../../src/seller/contract/validate.ts";
import { CurrentRecords, readCallFor } from "../../../src/seller/write/currentRecords.ts";
import { fieldChanges } from "../../../src/seller/write/fieldChanges.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";
import { startSandbox } from "../../support/sandboxServer.ts";
import { samples } from "../../unit/seller/contract/samples.ts";
import { failureOf, never } from "./portal.ts";

const signal = never;

let running: Awaited<ReturnType<typeof startSandbox>>;
let client: SellerClient;

beforeAll(async () => {
  running = await startSandbox({ clock: systemClock, random: randomBytes, port: 0 });
  client = clientOf(running.sandbox.codigoSeller);
});

afterAll(async () => {
  await running.close();
});

function clientOf(codigoSeller: number): SellerClient {
  const { clientId, clientSecret } = running.sandbox;
  return new SellerClient({
    environment: {
      name: "Sandbox",
      kind: "sandbox",
      baseUrl: running.url,
      codigoSeller,
      codigoUsuario: 7,
    },
    credentials: () => Promise.resolve({ clientId, clientSecret }),
    tokens: new PortalTokens({ fetch, clock: systemClock }),
    fetch,
    clock: systemClock,
  });
}

/** Other than what the sandbox has at its start. */
const inputs = {
  ...samples,
  saveMinimumOrder: {
    parameters: {},
    body: { ...samples.saveMinimumOrder.body, valor: 151.25 },
  },
};

/** What a write would change, by what the sandbox has now. */
async function statesOf(id: ApiCallId, input: RawInput): Promise<readonly string[]> {
  const reads = readCallFor(id);
  const records =
    reads === "getOrder"
      ? [await client.getOrder(running.sandbox.numeroPedido, { signal })]
      : (await client.list(reads as "listStock", { signal })).entries;
  const found = records.filter((record) => record !== undefined);
  return fieldChanges(id, input, new CurrentRecords(id, found).matching(input)).map(
    ({ state }) => state,
  );
}

test("access is that of the seller, and no mismatch", async () => {
  const access = await client.checkAccess({ signal });
  expect(access).toMatchObject({
    facts: { expiresInS: 86_399, ambiente: "HML", codigoSeller: running.sandbox.codigoSeller },
    mismatches: [],
  });
});

test.each([
  "listProducts",
  "listStock",
  "listPrices",
  "listDeliveryTerms",
  "listMinimumOrders",
] as const)("%s has entries", async (id) => {
  expect((await client.list(id, { signal })).entries.length).toBeGreaterThan(0);
});

test.each([
  "saveProduct",
  "updateStock",
  "savePrice",
  "saveDeliveryTerm",
  "saveMinimumOrder",
] as const)(
  "%s changes what its difference says, and afterwards nothing is different",
  async (id) => {
    const input = inputs[id];
    const before = await statesOf(id, input);
    await client.send(client.prepare(id, input), { signal });
    const after = await statesOf(id, input);
    expect(before.some((state) => state === "new" || state === "changed")).toBe(true);
    expect(new Set(after)).toEqual(new Set(["same"]));
  },
);

test("an order is tracked, and has what was sent", async () => {
  const { numeroPedido } = running.sandbox;
  const tracking = { ...samples.registerTracking.body, numeroPedido, codigoStatus: 50 };
  await client.call("registerTracking", { parameters: {}, body: tracking }, { signal });
  expect(await client.getOrder(numeroPedido, { signal })).toMatchObject({
    numeroPedido,
    codigoStatus: 50,
  });
  expect(await statesOf("registerTracking", { parameters: {}, body: tracking })).toEqual(
    Array.from({ length: 5 }, () => "same"),
  );
});

test("an order is cancelled once; the second time is a conflict", async () => {
  const { numeroPedido } = running.sandbox;
  const input = { parameters: {}, body: { ...samples.cancelOrder.body, numeroPedido } };
  expect(validateCall("cancelOrder", input).errors).toEqual([]);
  const kinds: unknown[] = [];
  for (let attempt = 0; attempt < 2; attempt++) {
    kinds.push(
      await client.call("cancelOrder", input, { signal }).then(
        ({ status }) => status,
        (error: unknown) => error,
      ),
    );
  }
  expect(kinds).toMatchObject([200, { kind: "conflict" }]);
});

test("credentials of another seller do not write", async () => {
  const { kind } = await failureOf(
    clientOf(9999).call("updateStock", samples.updateStock, { signal }),
  );
  expect(kind).toBe("mismatch");
});
