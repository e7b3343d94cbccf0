import { setImmediate as turn } from "node:timers/promises";

import { expect, test } from "vitest";

import type { Reservation } from "../../../../src/hubServer/store/store.ts";
import type { StoreAnswer, StoreCall } from "../../../../src/hubServer/workers/storeCalls.ts";
import { StoreClient } from "../../../../src/hubServer/workers/storeClient.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

interface Lab {
  readonly client: StoreClient;
  readonly clock: FakeClock;
  /** What was sent, by message. */
  readonly sent: (readonly StoreCall[])[];
  readonly answer: (...answers: readonly StoreAnswer[]) => void;
}

function labOf(): Lab {
  const clock = new FakeClock();
  const sent: (readonly StoreCall[])[] = [];
  const client = new StoreClient(clock, (calls) => sent.push(calls));
  return { client, clock, sent, answer: (...answers) => client.answered(answers) };
}

const reservation: Reservation = {
  id: "r-1",
  subject: {
    requestId: "req-1",
    tokenId: "tok-1",
    profileId: "dev",
    sectorId: "it",
    app: "vscode",
    model: "hub-demo",
    format: "openai",
  },
  now: 1_000_000,
  day: "2026-11-21",
  leaseUntil: 1_060_000,
  budgets: [],
  rateLimits: {},
  inputTokens: 1,
  outputTokens: 1,
  inputCost: 0,
  perMillionOutput: 0,
};

const noTokens = { inputTokens: 1, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 1 };

const unavailable = { name: "StoreError", reason: "unavailable" };

test("the calls of one turn go in one message, and each gets its own answer or error", async () => {
  const { client, sent, answer } = labOf();
  const version = client.store.records.version();
  const gone = client.store.records.remove("sector", "it");
  const taken = client.store.records.findToken("hash");
  await turn();
  expect(sent).toEqual([
    [
      [1, "records.version", []],
      [2, "records.remove", ["sector", "it"]],
      [3, "records.findToken", ["hash"]],
    ],
  ]);
  answer([3, null, { reason: "conflict", message: "taken" }], [1, 7], [2, false]);
  await expect(taken).rejects.toMatchObject({ reason: "conflict", message: "taken" });
  expect([await version, await gone]).toEqual([7, false]);
});

test("a ledger that hangs fails a call after three looks, and answers the next when it is back", async () => {
  const { client, clock, answer } = labOf();
  const call = client.store.check();
  clock.advance(8_000);
  const later = client.store.records.version();
  clock.advance(4_000);
  await expect(call).rejects.toMatchObject(unavailable);
  answer([1, null], [2, 5]);
  expect(await later).toBe(5);
  clock.advance(4_000);
  expect(clock.pendingTimers).toBe(0);
});

test("a reservation that is granted after its request has failed is given back with nothing used", async () => {
  const { client, clock, sent, answer } = labOf();
  const call = client.store.ledger.reserve(reservation);
  await turn();
  clock.advance(12_000);
  await expect(call).rejects.toMatchObject(unavailable);
  answer([1, { kind: "granted", outputTokens: 1, budgets: [], rates: {} }]);
  await turn();
  expect(sent[1]).toMatchObject([
    [2, "ledger.settle", [{ id: "r-1", cost: 0, inputTokens: 0, outputTokens: 0, status: 503 }]],
  ]);
});

test("one that was refused, or failed, is not given back", async () => {
  const { client, clock, sent, answer } = labOf();
  const calls = [
    client.store.ledger.reserve(reservation),
    client.store.ledger.reserve(reservation),
  ];
  await turn();
  clock.advance(12_000);
  await Promise.allSettled(calls);
  answer([1, null, { reason: "unavailable", message: "full" }]);
  answer([2, { kind: "overBudget", budget: { budgetId: "b", spent: 1, reserved: 0 }, rates: {} }]);
  await turn();
  expect(sent).toHaveLength(1);
});

test("a ledger that dies in the middle of a batch fails the calls that it did not answer, and all later ones", async () => {
  const { client, clock, answer } = labOf();
  const [first, second] = [client.store.check(), client.store.records.version()];
  await turn();
  answer([1, null]);
  client.lost();
  await expect(first).resolves.toBeUndefined();
  await expect(second).rejects.toMatchObject(unavailable);
  await expect(client.store.check()).rejects.toMatchObject(unavailable);
  expect(clock.pendingTimers).toBe(0);
});

test("a settlement that a dead ledger did not confirm lets nobody believe that it is written", async () => {
  const { client, answer } = labOf();
  const settlement = { ...noTokens, id: "r-1", now: 1, cost: 5, latencyMs: 1, status: 200 };
  const whole = { ...settlement, usageSource: "upstream", outcome: "complete" } as const;
  const outcomes: string[] = [];
  const settle = async (): Promise<void> => {
    await client.store.ledger.settle(whole).finally(() => outcomes.push("told"));
  };
  void settle();
  await turn();
  client.lost();
  void settle();
  answer([1, null]);
  await turn();
  expect(outcomes).toEqual([]);
});

test("more calls than a living ledger ever has waiting are refused at once", async () => {
  const { client, clock } = labOf();
  const calls = Array.from({ length: 10_001 }, () => client.store.check());
  const outcomes = Promise.allSettled(calls);
  await expect(calls.at(-1)).rejects.toMatchObject(unavailable);
  client.lost();
  expect(new Set((await outcomes).map(({ status }) => status))).toEqual(new Set(["rejected"]));
  expect(clock.pendingTimers).toBe(0);
});
