import { describe, expect, test } from "vitest";

import type { BudgetClaim, Store } from "../../../src/hubServer/store/store.ts";
import {
  moneyClaim,
  noon,
  novemberUsage,
  reservationOf,
  settlementOf,
  subject,
  tokenClaim,
} from "./storeFixture.ts";

const day = 86_400_000;

function capOf(claim: BudgetClaim, terms: Partial<BudgetClaim["run"]> = {}): BudgetClaim {
  return { ...claim, period: "run", run: { keepUntil: noon + 7 * day, ...terms } };
}

const runs = 200;

/** A whole number below `bound`, from the same sequence in every test run (Park and Miller's generator). */
function sequence(): (bound: number) => number {
  let state = 20_261_122;
  return (bound) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % bound;
  };
}

/** What every store promises about the cap of an agent's run. `execute` writes past the hub. */
export function describeRuns(
  openStore: () => Promise<Store>,
  execute: (sql: string) => Promise<void>,
): void {
  test("the first request's limit stands, and a later higher or lower one changes nothing", async () => {
    const { ledger } = await openStore();
    const reserve = (id: string, limit: number) =>
      ledger.reserve(reservationOf(id, { budgets: [capOf(tokenClaim("run", limit))] }));

    const first = await reserve("r1", 1_000);
    const higher = await reserve("r2", 1_000_000);
    const lower = await reserve("r3", 1);

    expect(first).toMatchObject({
      kind: "granted",
      outputTokens: 500,
      budgets: [{ limit: 1_000, reserved: 600 }],
    });
    expect(higher).toMatchObject({ kind: "granted", outputTokens: 300 });
    expect(lower).toMatchObject({
      kind: "overBudget",
      budget: { budgetId: "run", limit: 1_000, spent: 0, reserved: 1_000 },
    });
  });

  test("a limit that names the one before it replaces that one, once", async () => {
    const { ledger } = await openStore();
    const reserve = (id: string, limit: number, was: number) =>
      ledger.reserve(reservationOf(id, { budgets: [capOf(tokenClaim("run", limit), { was })] }));
    await reserve("r1", 100, 7);

    expect(await reserve("r2", 800, 100)).toMatchObject({
      kind: "granted",
      budgets: [{ limit: 800 }],
    });
    expect(await reserve("r3", 5_000, 100)).toMatchObject({
      kind: "granted",
      outputTokens: 100,
      budgets: [{ limit: 800 }],
    });
  });

  test("the highest limit of the profile holds over a stored higher one", async () => {
    const { ledger } = await openStore();
    const budgets = [capOf(tokenClaim("run", 10_000), { most: 350 })];

    expect(await ledger.reserve(reservationOf("r1", { budgets }))).toMatchObject({
      kind: "granted",
      outputTokens: 250,
    });
    expect(await ledger.reserve(reservationOf("r2", { budgets }))).toMatchObject({
      kind: "overBudget",
    });
  });

  test("a profile's limit in the other unit, which no stored one bounds, holds beside the run's", async () => {
    const { ledger } = await openStore();
    const highest = capOf(moneyClaim("most", Number.MAX_SAFE_INTEGER), { most: 500 });
    const budgets = [capOf(tokenClaim("run", 999_999_999_999_999)), highest];

    expect(await ledger.reserve(reservationOf("r1", { budgets }))).toMatchObject({
      kind: "granted",
      outputTokens: 300,
    });
    expect(await ledger.reserve(reservationOf("r2", { budgets }))).toMatchObject({
      kind: "overBudget",
      budget: { budgetId: "most", reserved: 500 },
    });
  });

  test("a run and a month are taken together, or neither", async () => {
    const { ledger } = await openStore();
    const budgets = [tokenClaim("month", 10_000), capOf(tokenClaim("run", 99))];

    const refused = await ledger.reserve(reservationOf("r1", { budgets }));

    expect(refused).toMatchObject({ kind: "overBudget", budget: { budgetId: "run" } });
    expect(await ledger.budgetStates([{ budgetId: "month", period: "2026-11" }])).toEqual([
      { budgetId: "month", spent: 0, reserved: 0 },
    ]);
  });

  test("a run whose first request is refused leaves nothing, and one that goes on keeps its limit", async () => {
    const { ledger } = await openStore();
    const standing = () => ledger.budgetStates([{ budgetId: "run", period: "run" }]);
    const reserve = (id: string, limit: number) =>
      ledger.reserve(reservationOf(id, { budgets: [capOf(tokenClaim("run", limit))] }));

    await Promise.all([reserve("r1", 10), reserve("r2", 20)]);
    expect(await standing()).toEqual([{ budgetId: "run", spent: 0, reserved: 0 }]);
    const one = { requestsPerMinute: 0 };
    await ledger.reserve(
      reservationOf("r3", { budgets: [capOf(tokenClaim("run", 5_000))], rateLimits: one }),
    );
    expect(await standing()).toEqual([{ budgetId: "run", spent: 0, reserved: 0 }]);

    expect(await reserve("r4", 700)).toMatchObject({ kind: "granted" });
    expect(await reserve("r5", 9_000)).toMatchObject({ kind: "overBudget" });
    await ledger.settle(settlementOf("r4", { inputTokens: 0, outputTokens: 0, cost: 0 }));
    expect(await reserve("r6", 9_000)).toMatchObject({
      kind: "granted",
      budgets: [{ limit: 700 }],
    });
  });

  test("tokens count for money where a claim says how much each is", async () => {
    const { ledger } = await openStore();
    const claim = { ...moneyClaim("run", 10_000), fixed: 400, perMillionOutput: 4_000_000 };
    const budgets = [capOf({ ...claim, perToken: 4 })];
    await ledger.reserve(reservationOf("r1", { budgets }));
    expect(await ledger.settle(settlementOf("r1", { cost: 0 }))).toEqual([
      { budgetId: "run", limit: 10_000, spent: 4 * 310, reserved: 0 },
    ]);
  });

  test("a run is forgotten after its time, but not while a request is open", async () => {
    const { ledger } = await openStore();
    const budgets = [capOf(tokenClaim("run", 1_000))];
    const standing = () => ledger.budgetStates([{ budgetId: "run", period: "run" }]);
    const later = noon + 8 * day;
    await ledger.reserve(reservationOf("r1", { budgets, leaseUntil: later + 1 }));

    await ledger.reap(later);
    expect(await standing()).toEqual([{ budgetId: "run", limit: 1_000, spent: 0, reserved: 600 }]);
    await ledger.settle(settlementOf("r1"));
    await ledger.reap(later);
    expect(await standing()).toEqual([{ budgetId: "run", spent: 0, reserved: 0 }]);
  });

  test("a request's run is in its usage and its audit event, and forgetting its cap leaves the books whole", async () => {
    const store = await openStore();
    const budgets = [tokenClaim("month", 10_000), capOf(tokenClaim("run", 1_000))];
    const ofRun = { ...subject, runId: "run-7" };
    await store.ledger.reserve(reservationOf("r1", { subject: ofRun, budgets }));
    await store.ledger.settle(settlementOf("r1"));
    await store.ledger.reap(noon + 8 * day);

    const [usage] = await store.ledger.usageRecords(novemberUsage, { limit: 1 });
    const [event] = await store.audit.list({}, { limit: 1 });
    expect(usage?.runId).toBe("run-7");
    expect(event).toMatchObject({
      runId: "run-7",
      detail: { budgets: '[["month","2026-11","tokens"]]' },
    });
    expect(await store.audit.verify()).toMatchObject({ isIntact: true });
  });

  test("a run's usage that an older hub settled is intact, and one under another run's name is found", async () => {
    const store = await openStore();
    const ofRun = { ...subject, runId: "run-7" };
    await store.ledger.reserve(reservationOf("r1", { subject: ofRun }));
    await store.ledger.settle(settlementOf("r1"));

    await execute("UPDATE usage_record SET run_id = NULL");
    expect(await store.audit.verify()).toMatchObject({ isIntact: true });
    await execute("UPDATE usage_record SET run_id = 'run-8'");
    expect(await store.audit.verify()).toMatchObject({ isIntact: false });
  });

  describe(`${runs} runs with three helpers each`, () => {
    test(
      "never go over their caps by one unit, and use them up",
      { timeout: 120_000 },
      async () => {
        const { ledger } = await openStore();
        const below = sequence();
        await Promise.all(
          Array.from({ length: runs }, async (_, run) => {
            const limit = 400 + below(3_000);
            const isMoney = run % 2 === 0;
            const make = isMoney ? moneyClaim : tokenClaim;
            const helper = async (name: number): Promise<number> => {
              for (let count = 0; ; count += 1) {
                const id = `${run}-${name}-${count}`;
                const budgets = [capOf(make(`run-${run}`, limit + count * name))];
                const outputTokens = 1 + below(900);
                const result = await ledger.reserve(reservationOf(id, { budgets, outputTokens }));
                if (result.kind !== "granted") {
                  return count;
                }
                const [state] = result.budgets;
                expect((state?.spent ?? 0) + (state?.reserved ?? 0)).toBeLessThanOrEqual(limit);
                const output = below(result.outputTokens + 1);
                await ledger.settle(
                  settlementOf(id, {
                    inputTokens: 100,
                    outputTokens: output,
                    cost: 50 + Math.ceil(output * 1.5),
                  }),
                );
              }
            };
            await Promise.all([1, 2, 3].map(helper));
            const [end] = await ledger.budgetStates([{ budgetId: `run-${run}`, period: "run" }]);
            expect(end?.reserved).toBe(0);
            expect(end?.spent).toBeLessThanOrEqual(limit);
            expect(end?.spent).toBeGreaterThan(0);
          }),
        );
      },
    );
  });
}
