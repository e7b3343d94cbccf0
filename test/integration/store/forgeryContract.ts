import { expect, test } from "vitest";

import { openingDetail } from "../../../src/hubServer/store/sql/budgetOpening.ts";
import { usageColumns } from "../../../src/hubServer/store/sql/sqlUsage.ts";
import type { Store } from "../../../src/hubServer/store/store.ts";
import {
  budget,
  collect,
  eventOf,
  moneyClaim,
  noon,
  november,
  profile,
  putOrganisation,
  reservationOf,
  sector,
  settlementOf,
  subject,
  token,
  tokenClaim,
  user,
  type StoreFixture,
} from "./storeFixture.ts";

function inBody(name: string, value: number): string {
  return `UPDATE reservation SET body = replace(body, '"${name}":${value}', '"${name}":-${value}')`;
}

/** What both databases find that was written past the hub: events, usage and what budgets have spent. */
export function describeForgeries(
  openStore: () => Promise<Store>,
  fixture: () => StoreFixture,
): void {
  test.each([
    ["behind the head", 6],
    ["far behind the head", 600],
    ["before the first", 0],
  ])("a forged event %s is found", async (_where, seq) => {
    const store = await addEvents(await openStore(), 5);

    await fixture().execute(
      `INSERT INTO audit_event (seq, prev_hash, hash, body, kind, time, search)
          SELECT ${seq}, prev_hash, hash, body, kind, time, search FROM audit_event WHERE seq = 5`,
    );

    expect(await store.audit.verify()).toMatchObject({ isIntact: false });
  });

  test("what a forged event behind the head prevents says why and what to do", async () => {
    const store = await addEvents(await openStore(), 1);
    await fixture().execute(
      `INSERT INTO audit_event (seq, prev_hash, hash, body, kind, time, search)
          SELECT 2, prev_hash, hash, body, kind, time, search FROM audit_event WHERE seq = 1`,
    );
    const told = {
      name: "StoreError",
      reason: "unavailable",
      message: expect.stringContaining("audit verify") as string,
    };

    await expect(store.audit.append(eventOf())).rejects.toMatchObject(told);
    await expect(store.records.put("sector", sector, eventOf())).rejects.toMatchObject(told);
    await store.ledger.reserve(reservationOf("r1"));
    await expect(store.ledger.settle(settlementOf("r1"))).rejects.toMatchObject(told);
  });

  test("a second head is found", async () => {
    const store = await addEvents(await openStore(), 1);

    await fixture().execute("INSERT INTO audit_head SELECT * FROM audit_head");

    expect(await store.audit.verify()).toMatchObject({ isIntact: false });
  });

  test("usage and budgets that are as the events say are intact, also while more is written", async () => {
    const store = await addUsage(await openStore());
    await store.ledger.reserve(reservationOf("r5", { budgets: [moneyClaim("b1", 10_000)] }));

    const [state] = await Promise.all([
      store.audit.verify(),
      store.ledger.settle(settlementOf("r5")),
    ]);

    expect(state).toMatchObject({ isIntact: true });
    expect(await store.audit.verify()).toMatchObject({ isIntact: true, events: 7 });
  });

  const forgedUsage = `INSERT INTO usage_record (${usageColumns}) SELECT ${usageColumns}
      FROM usage_record WHERE request_id = 'r1'`;
  test.each([
    ["a usage record's cost", "UPDATE usage_record SET cost = 1 WHERE request_id = 'r2'"],
    ["whose it was", "UPDATE usage_record SET token_id = 'x' WHERE request_id = 'r2'"],
    ["its person", "UPDATE usage_record SET user_id = NULL WHERE request_id = 'r2'"],
    ["its day", "UPDATE usage_record SET day = '2026-12-01' WHERE request_id = 'r2'"],
    ["its start", "UPDATE usage_record SET started_at = started_at - 1 WHERE request_id = 'r2'"],
    ["its end", "UPDATE usage_record SET ended_at = ended_at + 1 WHERE request_id = 'r2'"],
    ["how it ended", "UPDATE usage_record SET outcome = 'odd' WHERE request_id = 'r3'"],
    ["what it wrote", "UPDATE usage_record SET cache_write_tokens = 0 WHERE request_id = 'r1'"],
    ["a record less", "DELETE FROM usage_record WHERE request_id = 'r3'"],
    ["no record at all", "DELETE FROM usage_record"],
    ["a record more", forgedUsage],
    ["what a budget has spent", "UPDATE budget_use SET spent = 0 WHERE budget_id = 'b1'"],
    ["what it seems to", "UPDATE budget_use SET spent = spent + 1 WHERE budget_id = 'b2'"],
    ["a budget's month", "UPDATE budget_use SET period = '2026-12' WHERE budget_id = 'b1'"],
    ["what is reserved", "UPDATE budget_use SET reserved = -500 WHERE budget_id = 'b1'"],
    ["no budget at all", "DELETE FROM budget_use"],
  ])("changed past the hub is found: %s", async (_what, sql) => {
    const store = await addUsage(await openStore());
    expect(await store.audit.verify()).toMatchObject({ isIntact: true });

    await fixture().execute(sql);

    expect(await store.audit.verify()).toMatchObject({
      isIntact: false,
      problem: expect.stringMatching(/usage|budget/u) as string,
    });
  });

  test.each([
    ["a month's limit in place of its record's", "UPDATE budget_use SET held_limit = 99000000"],
    ["a month that is kept", "UPDATE budget_use SET keep_until = 1"],
    ["a rate of less than nothing", "UPDATE rate_bucket SET requests = -1000"],
    ["completions of less than nothing", "UPDATE rate_bucket SET completions = -1000"],
    ["tokens of less than nothing in a minute", "UPDATE rate_bucket SET tokens = -1000"],
    ["told tokens of less than nothing", "UPDATE reservation SET told_tokens = -1000"],
    ["a rate's correction", "UPDATE reservation SET rate_tokens = -1000"],
    ["input of less than nothing", inBody("inputTokens", 100)],
    ["input that pays", inBody("inputCost", 50)],
    ["output that pays", inBody("perMillionOutput", 1_500_000)],
  ])("a row that grants something is found: %s", async (_what, sql) => {
    const store = await openStore();
    const rateLimits = { requestsPerMinute: 9 };
    const budgets = [moneyClaim("m", 10_000)];
    await store.ledger.reserve(reservationOf("r1", { budgets, rateLimits }));
    expect(await store.audit.verify()).toMatchObject({ isIntact: true });
    await fixture().execute(sql);
    expect(await store.audit.verify()).toMatchObject({ isIntact: false });
  });

  test("what a budget started with is in the chain, and any other start is found", async () => {
    const store = await openStore();
    await putOrganisation(store);
    await store.audit.stateRecords();
    const opening = openingDetail({ period: "2026-11", spent: 300 });
    const detail = { object: "budget", object_id: "b9", ...opening };
    const made = { ...budget, id: "b9", unit: "tokens" } as const;
    await store.records.put("budget", made, { kind: "admin.change", time: noon, detail });
    const budgets = [moneyClaim("b9", 10_000)];
    await store.ledger.reserve(reservationOf("r9", { budgets }));
    await store.ledger.settle(settlementOf("r9"));
    expect(await store.ledger.budgetStates([november("b9")])).toMatchObject([{ spent: 655 }]);
    expect(await store.audit.verify()).toMatchObject({ isIntact: true });
    for (const spent of [355, 654, 656]) {
      await fixture().execute(`UPDATE budget_use SET spent = ${spent} WHERE budget_id = 'b9'`);
      expect(await store.audit.verify()).toMatchObject({ isIntact: false });
    }
  });

  test.each([
    ["a user's role", userBody('"role":"user"', '"role":"admin"'), "user user-1"],
    ["a user's profile", userBody('"profileId":"dev"', '"profileId":"all"'), "user user-1"],
    [
      "a budget's limit",
      "UPDATE record SET body = replace(body, '5000000', '9000000') WHERE kind = 'budget'",
      "budget budget-1",
    ],
    [
      "a profile's policy",
      "UPDATE record SET body = replace(body, '[\"hub-*\"]', '[]') WHERE kind = 'profile'",
      "profile dev",
    ],
    ["a budget less", "DELETE FROM record WHERE kind = 'budget'", "budget budget-1"],
    [
      "a sector more",
      "INSERT INTO record SELECT kind, 'forged', name, created_at, body, last_used_at, seal FROM record WHERE kind = 'sector'",
      "sector forged",
    ],
    ["a reference less", "DELETE FROM record_reference WHERE kind = 'user'", "refer to"],
    [
      "the login of a key",
      "UPDATE record_key SET value = 'boss' WHERE name = 'user.login'",
      "logins or tokens",
    ],
  ])("a record that is not as its last change left it is found: %s", async (_what, sql, named) => {
    const store = await addRecords(await openStore());
    await store.records.touchToken("tok-1", noon + 5);
    expect(await store.audit.verify()).toMatchObject({ isIntact: true });

    await fixture().execute(sql);

    expect(await store.audit.verify()).toMatchObject({
      isIntact: false,
      problem: expect.stringContaining(named) as string,
    });
  });

  test("records are as the audit says also while they change, are removed and its start is removed", async () => {
    const store = await addRecords(await openStore());
    const rename = (name: string) => store.records.put("sector", { ...sector, name }, eventOf());

    const [state] = await Promise.all([store.audit.verify(), rename("one"), rename("two")]);
    await store.records.remove("budget", "budget-1", eventOf());
    await store.audit.append(eventOf({ time: noon + 2 }));
    await store.audit.prune(noon + 2);

    expect(state).toMatchObject({ isIntact: true });
    expect(await store.audit.verify()).toMatchObject({ isIntact: true });
    await fixture().execute(userBody('"role":"user"', '"role":"admin"'));
    expect(await store.audit.verify()).toMatchObject({
      isIntact: false,
      problem: expect.stringContaining("user user-1") as string,
    });
  });

  test("records that an older hub wrote count from the first start of this one", async () => {
    const store = await openStore();
    await putOrganisation(store);
    expect(await store.audit.verify()).toMatchObject({ isIntact: true });

    await store.audit.stateRecords();
    await store.audit.stateRecords();

    expect(await collect(store.audit.read({ kinds: ["records.state"] }))).toHaveLength(1);
    expect(await store.audit.verify()).toMatchObject({ isIntact: true });
    await fixture().execute(userBody('"role":"user"', '"role":"admin"'));
    await store.audit.stateRecords();
    expect(await store.audit.verify()).toMatchObject({ isIntact: false });
  });

  test("an event that a wrong clock dated in the future keeps nothing from the retention, nor its usage", async () => {
    const store = await addEvents(await openStore(), 1);
    const future = noon + 1_000 * 86_400_000;
    const budgets = [{ ...tokenClaim("month", 100_000), period: "2029-08" }];
    await store.ledger.reserve(reservationOf("f1", { now: future, day: "2029-08-17", budgets }));
    await store.ledger.settle(settlementOf("f1", { now: future }));
    await addEvents(store, 3);
    await addUsage(store);

    expect(await store.audit.prune(noon + 2)).toBeGreaterThan(2);

    expect(await store.audit.verify()).toMatchObject({ isIntact: true });
    const left = await collect(store.audit.read({}));
    expect(left.filter(({ time }) => time > noon + 86_400_000)).toEqual([]);
    const all = { fromDay: "0000", toDay: "9999" };
    expect(await store.ledger.usageRecords(all, { limit: 9 })).toHaveLength(4);
    await fixture().execute("UPDATE usage_record SET cost = 1 WHERE request_id = 'r3'");
    expect(await store.audit.verify()).toMatchObject({ isIntact: false });
  });

  test("usage and spending of before the retention are taken as they are", async () => {
    const store = await addUsage(await openStore());
    await store.audit.prune(noon + 2);

    expect(await store.audit.verify()).toMatchObject({ isIntact: true });
    expect(await store.ledger.pruneUsage("2026-11-21")).toBe(0);
    await fixture().execute(
      "DELETE FROM usage_record WHERE request_id = 'r4 \\\"quoted\\\"\\u0000'",
    );
    expect(await store.audit.verify()).toMatchObject({ isIntact: false });
  });
}

async function addEvents(store: Store, count: number): Promise<Store> {
  for (let index = 1; index <= count; index += 1) {
    await store.audit.append(eventOf({ time: noon + index }));
  }
  return store;
}

function userBody(text: string, other: string): string {
  return `UPDATE record SET body = replace(body, '${text}', '${other}') WHERE kind = 'user'`;
}

/** An organisation whose records each have an event. */
async function addRecords(store: Store): Promise<Store> {
  await store.records.put("sector", sector, eventOf());
  await store.records.put("profile", profile, eventOf());
  await store.records.put("user", user, eventOf());
  await store.records.put("token", token, eventOf({ kind: "token.create" }));
  await store.records.put("budget", budget, eventOf());
  return store;
}

/** Requests that counted for two budgets, one of them aborted, and one that counted for none. */
async function addUsage(store: Store): Promise<Store> {
  const budgets = [moneyClaim("b1", 10_000), tokenClaim("b2", 10_000)];
  for (const [id, changes] of [
    ["r1", { now: noon + 1, cacheWriteTokens: 5 }],
    ["r2", { now: noon + 1 }],
    ["r3", { now: noon + 3, outcome: "aborted" }],
  ] as const) {
    const of = { ...subject, requestId: id };
    await store.ledger.reserve(reservationOf(id, { budgets, subject: of }));
    await store.ledger.settle(settlementOf(id, changes));
  }
  const { userId: _nobody, ...anonymous } = subject;
  const free = { ...anonymous, requestId: 'r4 "quoted"\0', sessionId: "s" };
  await store.ledger.reserve(reservationOf("r4", { subject: free }));
  await store.ledger.settle(settlementOf("r4"));
  await store.audit.append(eventOf());
  return store;
}
