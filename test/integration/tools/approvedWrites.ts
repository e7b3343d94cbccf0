import * as fc from "fast-check";
import { expect, test } from "vitest";

import { settledEntries } from "../../../src/seller/write/journalEntry.ts";
import { json, Portal } from "../sellerClient/portal.ts";
import { type Fault, MemoryPortal } from "./memoryPortal.ts";
import { type Act, runScenario, type ScenarioResult } from "./writeScenario.ts";

const acts = fc.constantFrom<Act>(
  "approve",
  "approve",
  "doubleClick",
  "reject",
  "tooEarlyThenReject",
  "approveAfterTimeout",
  "stop",
  "approveThenStop",
  "killSwitch",
  "approveThenKillSwitch",
  "switchEnvironmentThenApprove",
  "readOnlyThenApprove",
  "otherWindow",
  "guessIds",
  "changeWhatIsShown",
);

const faults = fc.constantFrom<Fault>(
  "none",
  "none",
  "lostAfter",
  "lostBefore",
  "serverError",
  "conflict",
  "rateLimited",
  "webPage",
  "tokenExpired",
);

const code = fc.integer({ min: 1, max: 999_999 });
const text = fc.string({ unit: "binary", maxLength: 60 });

const writes = fc.oneof(
  fc.record({
    name: fc.constant("seller_update_stock"),
    input: fc.record({
      codigoProdutoMarketplace: code,
      quantidadeEstoque: fc.integer({ min: 1, max: 9_999 }),
    }),
  }),
  fc.record({
    name: fc.constant("seller_cancel_order"),
    input: fc.record({ numeroPedido: code, observacao: text }, { requiredKeys: ["numeroPedido"] }),
  }),
  fc.record({
    name: fc.constant("seller_register_tracking"),
    input: fc.record({ numeroPedido: code, codigoRastreamento: text, nomeTransportadora: text }),
  }),
  fc.record({
    name: fc.constant("seller_save_product"),
    input: fc.record({ codigoProdutoSeller: text, descricao: text }),
  }),
);

const steps = fc.array(fc.array(writes, { maxLength: 3 }), { minLength: 1, maxLength: 3 });

const key = (write: {
  readonly method: string;
  readonly url: string;
  readonly body?: string | undefined;
}): string => JSON.stringify([write.method, write.url, write.body ?? null]);

/** Every request that reached the portal is one that was approved, byte for byte, and each only once. */
function expectOnlyApproved(sent: readonly string[], result: ScenarioResult): void {
  const left = result.approved.map(key);
  for (const write of sent) {
    const index = left.indexOf(write);
    expect(index, `approved: ${left.join("\n")}\nsent: ${write}`).not.toBe(-1);
    left.splice(index, 1);
  }
  expect(result.lateClicks.every((outcome) => outcome === "gone")).toBe(true);
}

/** Every write was noted before it went out, under one id, with an end. */
function expectNoted(sent: readonly string[], { journal }: ScenarioResult): void {
  const noted = journal.filter(({ outcome }) => outcome === "sending").map(key);
  expect(sent.filter((write) => !noted.includes(write))).toEqual([]);
  expect(journal.every(({ source }) => source === "chat")).toBe(true);
  expect(settledEntries(journal.map((entry) => JSON.stringify(entry)))).toHaveLength(noted.length);
}

/** Random persons, networks and clocks: so many runs without connections, some over real ones. */
export function testApprovedWrites(runs: number): void {
  test(
    "whatever person, network and clock do, no write is doubled, changed or sent without its approval",
    async () => {
      let sentInAll = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.record({
            steps,
            acts: fc.array(acts, { minLength: 1, maxLength: 6 }),
            faults: fc.array(faults, { maxLength: 9 }),
          }),
          async ({ faults: met, ...scenario }) => {
            const portal = new MemoryPortal(met);
            const result = await runScenario({ ...scenario, client: portal.client() });
            const sent = portal.writes.map(key);
            sentInAll += sent.length;
            expectOnlyApproved(sent, result);
            expectNoted(sent, result);
          },
        ),
        { numRuns: runs },
      );
      // Otherwise nothing was proved.
      expect(sentInAll).toBeGreaterThan(runs / 10);
    },
    60_000 + runs * 30,
  );

  test("the same holds over real connections", async () => {
    await using portal = await Portal.start();
    const met: Fault[] = [];
    portal.answer = ({ method }) => {
      if (method === "GET") {
        return json([]);
      }
      switch (met.shift()) {
        case "lostAfter":
          return [{ do: "close" }];
        case "serverError":
          return json({}, 500);
        case "conflict":
          return json({}, 409);
        default:
          return json({ ok: true });
      }
    };
    await fc.assert(
      fc.asyncProperty(
        steps,
        fc.array(acts, { minLength: 1, maxLength: 6 }),
        fc.array(faults, { maxLength: 9 }),
        async (calls, does, next) => {
          met.splice(0, met.length, ...next);
          const before = portal.calls.length;
          const result = await runScenario({ steps: calls, acts: does, client: portal.client() });
          const sent = portal.calls
            .slice(before)
            .filter(({ method }) => method !== "GET")
            .map(({ method, path, body }) =>
              key({
                method,
                url: `${portal.server.url}${path}`,
                ...(body !== "" && { body }),
              }),
            );
          expectOnlyApproved(sent, result);
          expectNoted(sent, result);
        },
      ),
      { numRuns: Math.ceil(runs / 60) },
    );
  }, 120_000);
}
