import { expect, test } from "vitest";

import type { ThrowAwayPostgres } from "../../../scripts/postgres.ts";
import { leaseEnd } from "./ledgerWork.ts";
import { eventText, names, PendingFixture, settle } from "./pendingFixture.ts";
import { startWorker } from "./startWorker.ts";
import { collect, eventOf, noon, novemberUsage } from "./storeFixture.ts";

/** Settlements leave their events beside the audit's chain; how those get into it. */
export function describePending(server: () => ThrowAwayPostgres): void {
  const fixture = new PendingFixture(server);

  test("a settlement is answered while another hub holds the audit's head, and the next reader finds its event", async () => {
    const store = await fixture.open();
    await fixture.holdHead();

    await settle(store, "r1");

    expect(await fixture.counts()).toEqual({ pending: 1, chained: 0 });
    await fixture.freeHead();
    expect(await store.audit.list({}, { limit: 9 })).toMatchObject([{ kind: "usage", seq: 1 }]);
    expect(await fixture.counts()).toEqual({ pending: 0, chained: 1 });
  });

  test("events get into the chain also where nobody reads the audit", async () => {
    const store = await fixture.open();

    await Promise.all(names(5).map((id) => settle(store, id)));
    await expect.poll(() => fixture.counts()).toEqual({ pending: 0, chained: 5 });
    await settle(store, "later");
    await expect.poll(() => fixture.counts()).toEqual({ pending: 0, chained: 6 });
  });

  test("a direct event comes after all that was settled before, and is answered alone", async () => {
    const store = await fixture.open();
    await fixture.holdHead();
    for (const id of names(3)) {
      await settle(store, id);
    }
    await fixture.freeHead();

    const record = await store.audit.append(eventOf());

    expect(record).toMatchObject({ ...eventOf(), seq: 4 });
    const events = await collect(store.audit.read({}));
    expect(events.map(({ requestId }) => requestId)).toEqual(["r1", "r2", "r3", undefined]);
    expect(events.at(-1)).toEqual(record);
    expect(await store.audit.verify(record)).toMatchObject({ isIntact: true, seq: 4 });
  });

  test("a reader waits for whoever holds the head, and finds also what that one wrote", async () => {
    const store = await fixture.open();
    await fixture.holdHead();
    await settle(store, "r1");

    const listing = store.audit.list({}, { limit: 9 });
    await expect.poll(() => fixture.waiting()).toBe(1);
    await fixture.queryAsHolder(`SELECT hub_append('${eventText}')`);
    await fixture.freeHead();

    expect(await listing).toMatchObject([{ detail: { by: "another hub" } }, { requestId: "r1" }]);
    expect(await store.audit.verify()).toMatchObject({ isIntact: true, events: 2 });
  });

  test("more than one page gets into the chain in order, and nothing twice where hubs do it at once", async () => {
    const hubs = await Promise.all([fixture.open(), fixture.open(), fixture.open()]);
    await fixture.holdHead();
    await Promise.all(
      hubs.map((hub, at) => Promise.all(names(400).map((id) => settle(hub, `${at}-${id}`)))),
    );
    const left = await fixture.query(
      `SELECT ${idIn("event->>'before'")} FROM audit_pending ORDER BY audit_pending.id`,
    );
    await fixture.freeHead();

    await Promise.all(hubs.slice(1).map(({ audit }) => audit.head()));

    expect(left).toHaveLength(1_200);
    expect(await fixture.query(`SELECT ${idIn("body")} FROM audit_event ORDER BY seq`)).toEqual(
      left,
    );
    expect(await hubs[0].audit.verify()).toMatchObject({ isIntact: true, events: 1_200 });
  });

  test("a hub that does it by itself does not wait for the head", async () => {
    await fixture.open();
    // In this order: the hub that is open would enter the event meanwhile.
    await fixture.holdHead();
    await fixture.leaveEvent();

    const answer = await fixture.query("CALL hub_enter_now(NULL, false)");
    const tries = `SELECT FROM pg_stat_activity WHERE datname = current_database()
      AND application_name = 'ai-hub' AND state = 'idle' AND query LIKE 'CALL hub_enter_now%'`;
    await expect.poll(() => fixture.query(tries)).toHaveLength(1);

    expect(answer).toEqual([{ answer: false }]);
    expect(await fixture.counts()).toEqual({ pending: 1, chained: 0 });
    await fixture.freeHead();
    await expect.poll(() => fixture.counts()).toEqual({ pending: 0, chained: 1 });
  });

  test("the next hub that opens takes up what a killed one left", async () => {
    await fixture.open();
    await fixture.close();
    await fixture.holdHead();
    const worker = await startWorker(fixture.url, "work");
    worker.go();
    await worker.next();
    await worker.kill();
    expect((await fixture.counts()).pending).toBeGreaterThan(2);
    await fixture.freeHead();

    const store = await fixture.open();

    await expect.poll(() => fixture.counts()).toMatchObject({ pending: 0 });
    expect(await store.audit.verify()).toMatchObject({ isIntact: true });
  });

  test("a hub that reaps or closes takes up what a killed or an older one left", async () => {
    const store = await fixture.open();
    await settle(store, "r1");
    // After this it has no reason to look again.
    await expect.poll(() => fixture.counts()).toEqual({ pending: 0, chained: 1 });

    await fixture.leaveEvent();
    await store.ledger.reap(noon);
    await expect.poll(() => fixture.counts()).toEqual({ pending: 0, chained: 2 });

    await fixture.leaveEvent();
    await fixture.close();
    expect(await fixture.counts()).toEqual({ pending: 0, chained: 3 });
  });

  test("what failed is tried again", async () => {
    const store = await fixture.open();
    await fixture.query(`CREATE SEQUENCE tries;
      ALTER FUNCTION hub_take_pending(bigint) RENAME TO hub_kept;
      CREATE FUNCTION hub_take_pending(most bigint) RETURNS jsonb[] LANGUAGE plpgsql AS
        'BEGIN PERFORM nextval(''tries''); RAISE EXCEPTION ''not now''; END'`);
    await settle(store, "r1");
    await expect
      .poll(() => fixture.query("SELECT is_called FROM tries"))
      .toEqual([{ is_called: true }]);

    await fixture.query(`DROP FUNCTION hub_take_pending(bigint);
      ALTER FUNCTION hub_kept(bigint) RENAME TO hub_take_pending`);

    await expect.poll(() => fixture.counts()).toEqual({ pending: 0, chained: 1 });
  });

  test("of four processes that are killed each usage record has one event, and the chain is whole", async () => {
    const workers = await Promise.all(names(4).map(() => startWorker(fixture.url, "answer")));
    for (const worker of workers) {
      worker.go();
    }
    for (const [index, worker] of workers.entries()) {
      for (let answers = 0; answers < 40; answers += 1) {
        await Promise.all(workers.slice(index).map((one) => one.next()));
      }
      await worker.kill();
    }

    const { ledger, audit } = await fixture.open();
    // What the killed processes had asked for last may still be under way in the server.
    await expect
      .poll(async () => {
        await ledger.reap(leaseEnd);
        return await ledger.budgetStates([{ budgetId: "d", period: "2026-11" }]);
      })
      .toMatchObject([{ reserved: 0 }]);
    const events = await collect(audit.read({ kinds: ["usage"] }));
    const records = await ledger.usageRecords(novemberUsage, { limit: 1_000_000 });
    expect(idsOf(events)).toEqual(idsOf(records));
    expect([events.length, records.length]).toEqual(Array(2).fill(idsOf(events).size));
    expect(events.length).toBeGreaterThan(50);
    expect(await audit.verify()).toMatchObject({ isIntact: true });
  });

  test("a crash of the database loses no event of an answered settlement, also before it is in the chain", async () => {
    const store = await fixture.open();
    await fixture.holdHead();
    await Promise.all(names(20).map((id) => settle(store, id)));

    await server().crash();

    const next = await fixture.open();
    const events = await collect(next.audit.read({}));
    expect(idsOf(events)).toEqual(new Set(names(20)));
    expect(await next.audit.verify()).toMatchObject({ isIntact: true, events: 20 });
  });
}

function idIn(column: string): string {
  return `substring(${column} FROM '"requestId":"([^"]+)"') AS id`;
}

function idsOf(all: readonly { readonly requestId?: string }[]): ReadonlySet<string | undefined> {
  return new Set(all.map(({ requestId }) => requestId));
}
