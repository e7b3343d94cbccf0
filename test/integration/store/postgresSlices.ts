import { Client } from "pg";
import { expect, test } from "vitest";

import type { ThrowAwayPostgres } from "../../../scripts/postgres.ts";
import { openPostgresStore } from "../../../src/hubServer/store/postgres/postgresStore.ts";
import type { ReserveResult, Store } from "../../../src/hubServer/store/store.ts";
import { grantedByTwo } from "./startWorker.ts";
import {
  moneyClaim,
  noon,
  november,
  reservationOf,
  settlementOf,
  subject,
} from "./storeFixture.ts";
import { withTables } from "./withTables.ts";

/** What hubs take of a shared budget for themselves, and of a token's minute together. */
export function describeSlices(server: () => ThrowAwayPostgres): void {
  test("a hub with a slice reserves and settles while another holds the budget", async () => {
    const { one, client, end } = await openAll();
    await reserveMany(one, "first", 1_000_000);
    await client.query("BEGIN");
    await client.query("SELECT 1 FROM budget_use FOR UPDATE");

    await reserveMany(one, "second", 1_000_000);
    await settleMany(one, "second");

    await client.query("COMMIT");
    expect(await one.ledger.budgetStates([november("b")])).toEqual([
      { budgetId: "b", spent: 8 * 355, reserved: 8 * 800 },
    ]);
    expect(await one.audit.verify()).toMatchObject({ isIntact: true });
    await end();
  });

  test("a slice that its hub does not use is there for others, to the last cent", async () => {
    const { one, other, client, end } = await openAll();
    await reserveMany(one, "first", 20_000);
    const { rows: kept } = await client.query("SELECT FROM budget_slice WHERE room > 0");

    const left = 20_000 - 8 * 800;
    const last = await other.ledger.reserve(ofShared("last", 20_000, tokensFor(left)));
    const refused = await one.ledger.reserve(ofShared("none", 20_000, 1));

    expect(kept).toHaveLength(1);
    expect(last).toMatchObject({
      kind: "granted",
      outputTokens: tokensFor(left),
      budgets: [{ spent: 0, reserved: 20_000 }],
    });
    expect(refused).toMatchObject({ kind: "overBudget", budget: { spent: 0, reserved: 20_000 } });
    await end();
  });

  test("what a slice was spent on is counted, also when the slice is given back", async () => {
    const { one, other, end } = await openAll();
    await reserveMany(one, "first", 20_000);
    await settleMany(one, "first");

    const left = 20_000 - 8 * 355;
    const last = await other.ledger.reserve(ofShared("last", 20_000, tokensFor(left)));

    expect(last).toMatchObject({ kind: "granted", outputTokens: tokensFor(left) });
    expect(await one.ledger.budgetStates([november("b")])).toMatchObject([{ spent: 8 * 355 }]);
    expect(await one.audit.verify()).toMatchObject({ isIntact: true });
    await end();
  });

  test("a limit that is set lower holds at once, also where there is room in a slice", async () => {
    const { one, end } = await openAll();
    await reserveMany(one, "first", 1_000_000);

    const results = await reserveMany(one, "second", 8 * 800 + 1_000);

    const granted = results.flatMap((result) =>
      result.kind === "granted" ? [50 + Math.ceil(result.outputTokens * 1.5)] : [],
    );
    expect(granted.reduce((sum, amount) => sum + amount, 0)).toBeLessThanOrEqual(1_000);
    expect(granted.length).toBeGreaterThan(0);
    await end();
  });

  test("an answer that used more than was reserved leaves every limit exact", async () => {
    const { one, other, end } = await openAll();
    await reserveMany(one, "first", 20_000);
    await one.ledger.settle(settlementOf("first-0", { cost: 5_000 }));
    await settleMany(one, "first", 1);

    const left = 20_000 - 5_000 - 7 * 355;
    const last = await other.ledger.reserve(ofShared("last", 20_000, 1_000_000));

    expect(last).toMatchObject({ kind: "granted", outputTokens: tokensFor(left) });
    expect(await one.audit.verify()).toMatchObject({ isIntact: true });
    await end();
  });

  test("spending that was forged in a slice is found", async () => {
    const { one, client, end } = await openAll();
    await reserveMany(one, "first", 1_000_000);
    await settleMany(one, "first");
    await client.query("UPDATE budget_slice SET spent = spent - 1");

    expect(await one.audit.verify()).toMatchObject({ isIntact: false });
    await end();
  });

  test("a hub of the release before, which knows of no slices, counts the same", async () => {
    const { one, client, end } = await openAll();
    await reserveMany(one, "first", 20_000);
    const { rows } = await client.query<{ readonly body: string }>(
      "SELECT body FROM reservation LIMIT 1",
    );
    const claims = [
      { budgetId: "b", period: "2026-11", unit: "money", perToken: null, amount: 800 },
    ];
    const reserve = (id: string, limit: number) =>
      call(client, "hub_reserve_now", {
        firstNow: noon,
        lastNow: noon,
        reservations: [
          {
            id,
            tokenId: "t",
            leaseUntil: noon + 60_000,
            isLimited: true,
            tokens: 600,
            claims,
            body: rows[0]?.body,
          },
        ],
        budgets: [{ budgetId: "b", period: "2026-11", amount: 800, limit }],
        tokens: [{ tokenId: "t", requests: 1, completions: 0, tokens: 600, requestsPerMinute: 1 }],
      });

    const granted = await reserve("old", 20_000);
    const overRate = await reserve("over-rate", 20_000);
    await one.ledger.settle(settlementOf("old"));

    expect(granted).toMatchObject({ budgets: [["b", "2026-11", 0, 9 * 800, null]] });
    expect(overRate).toBeNull();
    expect(await one.ledger.budgetStates([november("b")])).toEqual([
      { budgetId: "b", spent: 355, reserved: 8 * 800 },
    ]);
    await end();
  });

  test("a hub takes slices as long as another one is there, and all of a budget when it is alone again", async () => {
    const { url, one, other, client } = await openAll();
    const roomAfter = async (name: string): Promise<number> => {
      await one.ledger.reap(noon);
      await reserveMany(one, name, 20_000);
      const { rows } = await client.query<{ readonly room: number }>(
        "SELECT coalesce(sum(room), 0)::int AS room FROM budget_slice",
      );
      return rows[0]?.room ?? 0;
    };

    await other.close();
    const alone = await roomAfter("alone");
    const next = await open(url);
    const together = await roomAfter("together");
    // As when it was killed.
    await client.query("UPDATE hub_process SET seen_at = seen_at - 60000");
    const afterThat = await roomAfter("after");

    expect([alone, afterThat - together]).toEqual([0, 0]);
    expect(together).toBeGreaterThan(0);
    expect(await one.ledger.reserve(ofShared("last", 20_000, 1_000_000))).toMatchObject({
      kind: "granted",
      outputTokens: tokensFor(20_000 - 24 * 800),
      budgets: [{ spent: 0, reserved: 20_000 }],
    });
    await Promise.all([client.end(), one.close(), next.close()]);
  });

  test("a hub that is alone puts its events into the chain at once, in their order", async () => {
    const url = await server().createDatabase(withTables);
    const store = await open(url);
    const client = new Client({ connectionString: url });
    await client.connect();

    await reserveMany(store, "r", 1_000_000);
    await settleMany(store, "r");

    const { rows } = await client.query("SELECT seq FROM audit_event ORDER BY seq");
    expect(rows).toHaveLength(8);
    expect(await store.audit.verify()).toMatchObject({ isIntact: true, events: 8 });
    await Promise.all([client.end(), store.close()]);
  });

  test("hubs take from a token's minute at the same time while there is much of it", async () => {
    const { one, client, end } = await openAll();
    const rateLimits = { requestsPerMinute: 1_000, tokensPerMinute: 1_000_000 };
    await client.query("BEGIN");
    await client.query("SELECT hub_lock_tokens('{}', ARRAY[$1])", [subject.tokenId]);

    const result = await one.ledger.reserve(reservationOf("r1", { rateLimits }));
    await one.ledger.settle(settlementOf("r1"));

    await client.query("COMMIT");
    expect(result).toMatchObject({ rates: { requests: { remaining: 999 } } });
    expect(await one.ledger.rateStates(subject.tokenId, rateLimits, noon)).toMatchObject({
      tokens: { remaining: 1_000_000 - 310 },
    });
    await end();
  });

  test.each([
    ["the limit is low", 60, 0],
    ["half of it is gone, unnoticed by this hub", 1_000, 600],
  ])(
    "a hub waits for others that take from a token's minute when %s",
    async (_when, limit, gone) => {
      const { one, other, client, end } = await openAll();
      const rateLimits = { requestsPerMinute: limit };
      await one.ledger.reserve(reservationOf("r1", { rateLimits }));
      const ids = Array.from({ length: gone }, (_, index) => `gone-${index}`);
      await Promise.all(ids.map((id) => other.ledger.reserve(reservationOf(id, { rateLimits }))));
      await client.query("BEGIN");
      await client.query("SELECT hub_lock_tokens('{}', ARRAY[$1])", [subject.tokenId]);

      let isAnswered = false;
      const reserving = one.ledger.reserve(reservationOf("r2", { rateLimits })).then((result) => {
        isAnswered = true;
        return result;
      });
      await expect
        .poll(async () => {
          const { rows } = await client.query(
            "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted",
          );
          return rows.length;
        })
        .toBe(1);
      const wasAnswered = isAnswered;
      await client.query("COMMIT");

      expect(wasAnswered).toBe(false);
      expect(await reserving).toMatchObject({ kind: "granted" });
      await end();
    },
  );

  test("two processes together pass what a high rate allows, exactly", async () => {
    const url = await server().createDatabase(withTables);

    expect(await grantedByTwo(url, "highRate")).toBe(5_000);
  });

  async function openAll() {
    const url = await server().createDatabase(withTables);
    const [one, other] = [await open(url), await open(url)];
    // It was alone when it was opened.
    await one.ledger.reap(noon);
    const client = new Client({ connectionString: url });
    await client.connect();
    return {
      url,
      one,
      other,
      client,
      end: () => Promise.all([client.end(), one.close(), other.close()]),
    };
  }
}

/** So many requests of one budget at once that the hub takes a slice of it; each reserves 800 of it. */
function reserveMany(store: Store, name: string, limit: number): Promise<readonly ReserveResult[]> {
  return Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      store.ledger.reserve(ofShared(`${name}-${index}`, limit, 500)),
    ),
  );
}

async function settleMany(store: Store, name: string, from = 0): Promise<void> {
  const ids = Array.from({ length: 8 - from }, (_, index) => `${name}-${index + from}`);
  await Promise.all(ids.map((id) => store.ledger.settle(settlementOf(id))));
}

function ofShared(id: string, limit: number, outputTokens: number) {
  return reservationOf(id, { budgets: [moneyClaim("b", limit)], outputTokens });
}

/** Output tokens of a request that takes this amount. */
function tokensFor(amount: number): number {
  return Math.floor((amount - 50) / 1.5);
}

async function call(client: Client, procedure: string, batch: unknown): Promise<unknown> {
  const { rows } = await client.query<{ readonly answer: unknown }>(`CALL ${procedure}(NULL, $1)`, [
    JSON.stringify(batch),
  ]);
  return rows[0]?.answer;
}

function open(url: string): Promise<Store> {
  return openPostgresStore(url, { now: () => noon });
}
