import { expect, test } from "vitest";

import type { ThrowAwayPostgres } from "../../../scripts/postgres.ts";
import { PostgresDatabase } from "../../../src/hubServer/store/postgres/postgresDatabase.ts";
import { createAuditLog } from "../../../src/hubServer/store/sql/sqlAudit.ts";
import { usageColumns } from "../../../src/hubServer/store/sql/sqlUsage.ts";
import { names, PendingFixture, settle } from "./pendingFixture.ts";
import { eventOf, noon } from "./storeFixture.ts";

const forgedUsage = `INSERT INTO usage_record (${usageColumns}) SELECT ${usageColumns}
  FROM usage_record ORDER BY ended_at LIMIT 1`;

/** What is checked and removed heeds the events that are not in the chain yet. */
export function describePendingChecks(server: () => ThrowAwayPostgres): void {
  const fixture = new PendingFixture(server);

  test("usage and budgets are compared also with events that are not in the chain yet", async () => {
    const store = await fixture.open();
    await fixture.holdHead();
    await settle(store, "r1");
    await settle(store, "r2");
    // Without entering them first: as when they are settled after that.
    const database = new PostgresDatabase(fixture.url, 1);
    const audit = createAuditLog(database, {
      now: () => noon,
      schemaProblem: () => Promise.resolve(undefined),
    });
    const problemAfter = async (sql: string): Promise<string | undefined> => {
      await fixture.query(sql);
      return (await audit.verify()).problem;
    };

    expect(await audit.verify()).toMatchObject({ isIntact: true, events: 0 });
    expect(await problemAfter("UPDATE budget_use SET spent = spent + 1")).toContain("711 in");
    expect(await problemAfter("UPDATE budget_use SET spent = spent - 1")).toBeUndefined();
    expect(await problemAfter(forgedUsage)).toContain("has no event");
    expect(await problemAfter("DELETE FROM usage_record WHERE request_id = 'r1'")).toContain(
      "an event that is not in the chain yet",
    );
    await database.close();
  });

  test("checks while requests end all the time raise no false alarm, and find a forgery", async () => {
    const [one, other, checking] = await Promise.all([
      fixture.open(),
      fixture.open(),
      fixture.open(),
    ]);
    // Bounded: a check reads all events, so that more would come during each than during the one before.
    const settleSome = (check: number): Promise<unknown> =>
      Promise.all(
        [one, other].flatMap((store, hub) =>
          names(4).map(async (lane) => {
            for (let round = 0; round < 20; round += 1) {
              await settle(store, `${check}-${hub}-${lane}-${round}`, noon + check * 20 + round);
            }
          }),
        ),
      );

    const settled: Promise<unknown>[] = [];
    const problems: (string | undefined)[] = [];
    for (let check = 0; check < 25; check += 1) {
      settled.push(settleSome(check));
      problems.push((await checking.audit.verify()).problem);
    }
    await fixture.query(forgedUsage);
    settled.push(settleSome(25));
    const { problem } = await checking.audit.verify();
    await Promise.all(settled);

    expect(problems.filter((text) => text !== undefined)).toEqual([]);
    expect(problem).toContain("has no event");
  });

  test("an event behind the head leaves the audit readable, and once it is gone all goes on", async () => {
    const store = await fixture.open();
    await store.audit.append(eventOf());
    await fixture.holdHead();
    await settle(store, "r1");
    await fixture.query(`INSERT INTO audit_event (seq, prev_hash, hash, body, kind, time, search)
      SELECT 2, prev_hash, hash, body, kind, time, search FROM audit_event WHERE seq = 1`);
    await fixture.freeHead();

    expect(await store.audit.list({}, { limit: 9 })).toHaveLength(2);
    expect(await store.audit.verify()).toMatchObject({
      isIntact: false,
      problem: expect.stringContaining("behind the head") as string,
    });

    await fixture.query("DELETE FROM audit_event WHERE seq = 2");
    expect(await store.audit.list({}, { limit: 9 })).toMatchObject([{ requestId: "r1" }, {}]);
    expect(await store.audit.verify()).toMatchObject({ isIntact: true, events: 2 });
  });

  test("the retention removes also what was settled a moment before", async () => {
    const store = await fixture.open();
    await settle(store, "r1", noon - 2);
    await settle(store, "r2", noon);

    expect(await store.audit.prune(noon - 1)).toBe(1);

    expect(await store.audit.list({}, { limit: 9 })).toMatchObject([
      { kind: "chain.checkpoint" },
      { requestId: "r2" },
    ]);
    expect(await store.audit.verify()).toMatchObject({ isIntact: true, events: 2 });
  });

  test("usage is not removed as long as its event is not in the chain", async () => {
    const store = await fixture.open();
    await fixture.holdHead();
    await settle(store, "r1");

    expect(await store.ledger.pruneUsage("2027-01-01")).toBe(0);

    await fixture.freeHead();
    expect(await store.audit.verify()).toMatchObject({ isIntact: true, events: 1 });
  });
}
