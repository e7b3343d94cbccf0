import { expect, test } from "vitest";

import type { ThrowAwayPostgres } from "../../../scripts/postgres.ts";
import { PostgresDatabase } from "../../../src/hubServer/store/postgres/postgresDatabase.ts";
import { openPostgresStore } from "../../../src/hubServer/store/postgres/postgresStore.ts";
import type { Store } from "../../../src/hubServer/store/store.ts";
import { grantedByTwo, startWorker } from "./startWorker.ts";
import {
  eventOf,
  moneyClaim,
  noon,
  novemberUsage,
  reservationOf,
  settlementOf,
  spendingCap,
} from "./storeFixture.ts";
import { withTables } from "./withTables.ts";

const capped = [{ budgetId: "capped", period: "2026-11" }];
const unavailable = { name: "StoreError", reason: "unavailable" };

/** What only a database that several processes share must do. */
export function describeProcesses(server: () => ThrowAwayPostgres): void {
  test("two processes together grant what a cap allows, exactly", async () => {
    const url = await server().createDatabase(withTables);

    expect(await grantedByTwo(url, "reserve")).toBe(20);

    const store = await open(url);
    expect(await store.ledger.budgetStates(capped)).toMatchObject([{ reserved: 16_000 }]);
    await store.close();
  });

  test("two processes together pass what a rate allows, exactly, by the database's clock", async () => {
    const url = await server().createDatabase(withTables);

    expect(await grantedByTwo(url, "rate")).toBe(20);

    const store = await open(url);
    const rateLimits = { requestsPerMinute: 20 };
    const late = await store.ledger.reserve(
      reservationOf("late", { now: noon + 86_400_000, rateLimits }),
    );
    expect(late).toMatchObject({ kind: "rateLimited", limit: "requests" });
    await store.close();
  });

  test("of a token's use no more than the last minute is kept", async () => {
    const url = await server().createDatabase(withTables);
    const store = await openPostgresStore(url, { now: () => noon, rateClock: "caller" });
    for (const now of [noon, noon + 1_000, noon + 60_500, noon + 62_000]) {
      const rateLimits = { requestsPerMinute: 20 };
      const leaseUntil = now + 600_000;
      await store.ledger.reserve(reservationOf(`r${now}`, { now, leaseUntil, rateLimits }));
    }
    await store.ledger.reap(noon + 62_000);

    const database = new PostgresDatabase(url, 1);
    const kept = await database.rows("SELECT last_at FROM rate_bucket ORDER BY 1", []);
    expect(kept.map((row) => row["last_at"])).toEqual([noon + 60_500, noon + 62_000]);
    await database.close();
    await store.close();
  });

  test("after kill -9 the others reap what it had reserved, and the chain is whole", async () => {
    const url = await server().createDatabase(withTables);
    const worker = await startWorker(url, "work");
    worker.go();
    await worker.next();
    await worker.next();
    await worker.kill();

    const store = await open(url);
    // What the killed process had asked for last may still be under way in the server.
    await expect
      .poll(async () => {
        await store.ledger.reap(noon + 60_000);
        const [sum] = await store.ledger.usage(novemberUsage, []);
        const [state] = await store.ledger.budgetStates(capped);
        return state?.reserved === 0 && state.spent === sum?.cost;
      })
      .toBe(true);

    const aborted = (await store.ledger.usageRecords(novemberUsage, { limit: 1_000_000 })).filter(
      ({ outcome }) => outcome === "aborted",
    );
    expect(aborted.map(({ outputTokens }) => outputTokens)).toContain(7);
    expect(await store.audit.verify()).toMatchObject({ isIntact: true });
    await store.close();
  });

  test("four processes, two of them killed, spend a cap to the last cent and never more", async () => {
    const url = await server().createDatabase(withTables);
    const workers = await Promise.all(
      Array.from({ length: 4 }, async () => await startWorker(url, "spend")),
    );
    for (const worker of workers) {
      worker.go();
    }
    const [first, second, ...others] = workers;
    for (let answers = 0; answers < 30; answers += 1) {
      await Promise.all([first?.next(), second?.next()]);
    }
    await Promise.all([first?.kill(), second?.kill()]);
    await Promise.all(others.map(({ ended }) => ended));

    const store = await open(url);
    const spend = async () => {
      const [sum] = await store.ledger.usage(novemberUsage, []);
      const [state] = await store.ledger.budgetStates(capped);
      return { ...state, cost: sum?.cost };
    };
    // What the killed processes had asked for last may still be under way in the server.
    await expect
      .poll(async () => {
        await store.ledger.reap(noon + 60_000);
        return (await spend()).reserved;
      })
      .toBe(0);
    const { spent = 0, cost } = await spend();
    expect(spent).toBe(cost);
    expect(spent).toBeLessThanOrEqual(spendingCap);
    expect(spent).toBeGreaterThan(spendingCap / 2);

    const budgets = [moneyClaim("capped", spendingCap)];
    const rest = await store.ledger.reserve(
      reservationOf("rest", { budgets, outputTokens: 1_000_000 }),
    );
    const tokens = Math.floor((spendingCap - spent - 50) / 1.5);
    expect(rest).toMatchObject(
      tokens > 0 ? { kind: "granted", outputTokens: tokens } : { kind: "overBudget" },
    );
    expect(await store.audit.verify()).toMatchObject({ isIntact: true });
    await store.close();
  });

  test("requests that share budgets and tokens in any order never wait for each other in a circle", async () => {
    const url = await server().createDatabase(withTables);
    const stores = await Promise.all([open(url), open(url), open(url)]);
    const names = ["a", "b", "c", "d", "e"];

    const request = async (index: number): Promise<void> => {
      const store = stores[index % 3] ?? stores[0];
      const turned = [...names.slice(index % 5), ...names.slice(0, index % 5)];
      const ordered = index % 2 === 0 ? turned : turned.toReversed();
      const id = `r${index}`;
      const reservation = reservationOf(id, {
        budgets: ordered.slice(0, 4).map((name) => moneyClaim(name, 1_000_000_000)),
        rateLimits: { requestsPerMinute: 1_000 },
      });
      const tokenId = `tok-${index % 7}`;
      await store.ledger.reserve({ ...reservation, subject: { ...reservation.subject, tokenId } });
      await Promise.all([
        (stores[(index + 1) % 3] ?? store).ledger.settle(settlementOf(id)),
        store.audit.append(eventOf()),
        store.records.put("sector", { id: `s${index % 5}`, name: id, createdAt: noon }),
      ]);
    };
    // Thirty at a time: a slow machine would refuse the last of 300 that wait for a connection.
    await Promise.all(
      Array.from({ length: 30 }, async (_, first) => {
        for (let index = first; index < 300; index += 30) {
          await request(index);
        }
      }),
    );

    const states = await stores[0].ledger.budgetStates(
      names.map((budgetId) => ({ budgetId, period: "2026-11" })),
    );
    expect(states.map(({ reserved }) => reserved)).toEqual([0, 0, 0, 0, 0]);
    expect(states.reduce((sum, { spent }) => sum + spent, 0)).toBe(300 * 4 * 355);
    expect(await stores[0].audit.verify()).toMatchObject({ isIntact: true, events: 600 });
    await Promise.all(stores.map((store) => store.close()));
  });

  test("lost connections are unavailable for a moment, then all goes on", async () => {
    const url = await server().createDatabase(withTables);
    const store = await open(url);
    const settleAll = (ids: readonly string[]) =>
      Promise.allSettled(
        ids.map(async (id) => {
          await store.ledger.reserve(reservationOf(id));
          await store.ledger.settle(settlementOf(id));
        }),
      );

    const [results] = await Promise.all([
      settleAll(Array.from({ length: 200 }, (_, index) => `r${index}`)),
      server().cutConnections(),
    ]);

    for (const result of results) {
      expect(result).toMatchObject(
        result.status === "fulfilled" ? {} : { status: "rejected", reason: unavailable },
      );
    }
    await expect.poll(async () => (await settleAll(["later"]))[0]?.status).toBe("fulfilled");
    expect(await store.audit.verify()).toMatchObject({ isIntact: true });
    await store.close();
  });

  test("a server that is not there is unavailable", async () => {
    const url = new URL(await server().createDatabase(withTables));
    url.port = "1";

    await expect(open(url.href)).rejects.toMatchObject(unavailable);
  });

  test("a wrong password is unavailable, and told nowhere", async () => {
    const url = new URL(await server().createDatabase(withTables));
    url.password = "pa55word-that-is-wrong";

    const error = await open(url.href).catch((reason: unknown) => reason);

    expect(error).toMatchObject(unavailable);
    expect(String(error)).not.toContain("pa55word");
  });

  test("a database in which caps would not be exact is refused with a clear message", async () => {
    const url = await server().createDatabase(withTables);
    const database = new PostgresDatabase(url, 1);
    const name = new URL(url).pathname.slice(1);
    await database.rows(
      `ALTER DATABASE ${name} SET default_transaction_isolation = 'repeatable read'`,
      [],
    );
    await database.close();

    await expect(open(url)).rejects.toThrow('the isolation "read committed"');
  });

  test("a backup is pg_dump's", async () => {
    const store = await open(await server().createDatabase(withTables));

    await expect(store.backup("anywhere")).rejects.toThrow("pg_dump");

    await store.close();
  });
}

function open(url: string): Promise<Store> {
  return openPostgresStore(url, { now: () => noon });
}
