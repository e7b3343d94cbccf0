import { expect, test } from "vitest";

import type { AuditEvent, UsageSubject } from "../../../src/hubServer/store/records.ts";
import type { RunFilter } from "../../../src/hubServer/store/runReport.ts";
import type { Store } from "../../../src/hubServer/store/store.ts";
import { noon, reservationOf, settlementOf, subject } from "./storeFixture.ts";

const minute = 60_000;
const whole = { from: noon - 1_000 * minute, to: noon + 1_000 * minute, now: noon + 500 * minute };

async function outcomes(
  store: Store,
  changes: Partial<RunFilter> = {},
): Promise<readonly string[]> {
  const runs = await store.ledger.runs({ ...whole, ...changes }, { limit: 100 });
  return runs.map(({ runId, outcome }) => `${runId} ${outcome}`);
}

async function refuse(store: Store, changes: Partial<AuditEvent>, at: number): Promise<void> {
  const time = noon + at * minute;
  await store.audit.append({ ...subject, kind: "budget.deny", time, status: 402, ...changes });
}

async function end(store: Store, changes: Partial<AuditEvent>, at: number): Promise<void> {
  await store.audit.append({ ...subject, kind: "run.end", time: noon + at * minute, ...changes });
}

/** What every store promises about the list of agents' runs. `execute` writes past the hub. */
export function describeRunList(
  openStore: () => Promise<Store>,
  execute: (sql: string) => Promise<void>,
): void {
  let next = 0;

  /** A request of 110 tokens in, 200 out, for 355, that took two seconds. */
  async function use(store: Store, changes: Partial<UsageSubject>, at: number): Promise<void> {
    next += 1;
    const id = `request-${next}`;
    const now = noon + at * minute;
    await store.ledger.reserve(
      reservationOf(id, { now, leaseUntil: now + minute, subject: { ...subject, ...changes } }),
    );
    await store.ledger.settle(settlementOf(id, { now: now + 2_000 }));
  }

  test("a run is one entry with the sums of its requests, newest run first", async () => {
    const store = await openStore();
    await use(store, { runId: "run-1" }, 0);
    await use(store, { runId: "run-1", tokenId: "tok-2" }, 3);
    await use(store, { runId: "run-2" }, 1);
    await use(store, {}, 2);

    const runs = await store.ledger.runs(whole, { limit: 10 });

    expect(runs.map(({ runId }) => runId)).toEqual(["run-2", "run-1"]);
    expect(runs[1]).toEqual({
      runId: "run-1",
      key: "run-1/user-1",
      userId: "user-1",
      tokenId: "tok-2",
      profileId: "dev",
      sectorId: "it",
      app: "vscode",
      startedAt: noon,
      endedAt: noon + 3 * minute + 2_000,
      requests: 2,
      inputTokens: 220,
      cachedTokens: 20,
      cacheWriteTokens: 0,
      outputTokens: 400,
      cost: 710,
      outcome: "ended",
    });
  });

  test("the end of a run comes after its requests, and again after further ones", async () => {
    const store = await openStore();
    const ended = { ...subject, runId: "run-1", kind: "run.end", time: noon } as const;

    for (const at of [0, 1]) {
      await use(store, { runId: "run-1" }, at);
      await store.audit.appendRunEnd(ended);
      await store.audit.appendRunEnd(ended);
    }

    const events = await store.audit.list({ runId: "run-1" }, { limit: 9 });
    expect(events.map(({ kind }) => kind)).toEqual(["run.end", "usage", "run.end", "usage"]);
  });

  test("the same id of another person, or of a token without one, is another run", async () => {
    const store = await openStore();
    const { userId: _, ...nobodys } = subject;
    await use(store, { runId: "run-1" }, 0);
    await use(store, { runId: "run-1", userId: "user-2" }, 1);
    next += 1;
    const id = `request-${next}`;
    const ofToken = { ...nobodys, runId: "run-1", tokenId: "tok-9" };
    await store.ledger.reserve(reservationOf(id, { subject: ofToken }));
    await store.ledger.settle(settlementOf(id));

    const keys = (await store.ledger.runs(whole, { limit: 10 })).map(({ key }) => key);

    expect(keys).toEqual(["run-1/user-2", "run-1/tok-9", "run-1/user-1"]);
    expect(await outcomes(store, { userId: "user-2" })).toEqual(["run-1 ended"]);
    expect(await outcomes(store, { tokenId: "tok-9" })).toEqual(["run-1 ended"]);
    expect(await outcomes(store, { runId: "run-2" })).toEqual([]);
    expect(await outcomes(store, { app: "cli" })).toEqual([]);
  });

  test("its last refusal says how a run ended, until a later request goes on", async () => {
    const store = await openStore();
    await use(store, { runId: "capped" }, 0);
    await refuse(store, { runId: "capped", detail: { scope: "run" } }, 1);
    await use(store, { runId: "over-month" }, 2);
    await refuse(store, { runId: "over-month", detail: { scope: "user" } }, 3);
    await use(store, { runId: "went-on" }, 4);
    await refuse(store, { runId: "went-on", detail: { scope: "run" } }, 5);
    await use(store, { runId: "went-on" }, 8);
    await refuse(store, { runId: "never", kind: "policy.deny", status: 403 }, 6);
    await use(store, { runId: "waits" }, 7);
    await refuse(store, { runId: "waits", kind: "rate.limit", status: 429 }, 9);
    await use(store, { runId: "now" }, 495);

    expect(await outcomes(store)).toEqual([
      "now going",
      "waits ended",
      "never refused",
      "went-on ended",
      "over-month refused",
      "capped cap",
    ]);
    expect(await outcomes(store, { outcome: "refused" })).toEqual([
      "never refused",
      "over-month refused",
    ]);
    expect(await outcomes(store, { from: noon + 6 * minute, to: noon + 9 * minute })).toEqual([
      "went-on ended",
      "waits ended",
      "never refused",
    ]);
  });

  test("its client's word says how a run ended, until a later request goes on", async () => {
    const store = await openStore();
    const ends = ["done", "stopped", "refused", "budget", "failed", "lost"] as const;
    for (const [at, outcome] of ends.entries()) {
      await use(store, { runId: `said-${outcome}` }, 480 + at);
      await end(store, { runId: `said-${outcome}`, detail: { outcome } }, 490 + at);
    }
    await use(store, { runId: "went-on" }, 486);
    await end(store, { runId: "went-on", detail: { outcome: "stopped" } }, 487);
    await use(store, { runId: "went-on" }, 495);
    await use(store, { runId: "again" }, 487);
    await end(store, { runId: "again", detail: { outcome: "stopped" } }, 488);
    await use(store, { runId: "again" }, 489);
    await end(store, { runId: "again", detail: { outcome: "done" } }, 490);
    await use(store, { runId: "capped" }, 488);
    await refuse(store, { runId: "capped", detail: { scope: "run" } }, 489);
    await end(store, { runId: "capped", detail: { outcome: "failed" } }, 490);
    await use(store, { runId: "of-another" }, 494);
    const other = { runId: "of-another", userId: "user-2", detail: { outcome: "done" } };
    await end(store, other, 495);

    expect((await outcomes(store)).toSorted()).toEqual([
      "again done",
      "capped cap",
      "of-another done",
      "of-another going",
      "said-budget cap",
      "said-done done",
      "said-failed failed",
      "said-lost ended",
      "said-refused unapproved",
      "said-stopped stopped",
      "went-on going",
    ]);
    expect(await outcomes(store, { outcome: "unapproved" })).toEqual(["said-refused unapproved"]);
    expect(await store.audit.verify()).toMatchObject({ isIntact: true });
  });

  test("a request that was under way when its run ended, and is counted later, does not open it again", async () => {
    const store = await openStore();
    await use(store, { runId: "run-1" }, 490);
    // The request lasts two seconds.
    const time = noon + 490 * minute + 1_000;
    await store.audit.append({
      ...subject,
      kind: "run.end",
      runId: "run-1",
      time,
      detail: { outcome: "stopped" },
    });
    expect(await outcomes(store)).toEqual(["run-1 stopped"]);
  });

  test("every run is on one page, also of runs that began at the same time", async () => {
    const store = await openStore();
    const ids = Array.from({ length: 9 }, (_, at) => `run-${at}`);
    for (const [at, runId] of ids.entries()) {
      await use(store, { runId }, Math.floor(at / 3));
    }

    const seen: string[] = [];
    for (let after; ;) {
      const page = await store.ledger.runs(whole, { limit: 2, ...(after && { after }) });
      seen.push(...page.map(({ runId }) => runId));
      after = page.at(-1);
      if (page.length < 2) {
        break;
      }
    }

    expect(seen.toSorted()).toEqual(ids);
    expect(seen.slice(0, 3)).toEqual(["run-6", "run-7", "run-8"]);
  });

  test("a run's events are found by its id, and an older hub's without it are intact", async () => {
    const store = await openStore();
    await use(store, { runId: "run-1" }, 0);
    await refuse(store, { runId: "run-1" }, 1);
    await use(store, { runId: "run-2" }, 2);
    const kinds = async () =>
      (await store.audit.list({ runId: "run-1" }, { limit: 9 })).map(({ kind }) => kind);

    expect(await kinds()).toEqual(["budget.deny", "usage"]);
    await execute("UPDATE audit_event SET run_id = NULL WHERE seq = 1");
    expect(await store.audit.verify()).toMatchObject({ isIntact: true });
    await execute("UPDATE audit_event SET run_id = 'run-2' WHERE seq = 2");
    expect(await store.audit.verify()).toMatchObject({ isIntact: false, seq: 2 });
  });
}
