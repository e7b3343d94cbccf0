import { once } from "node:events";

import { Client } from "pg";
import { expect, test } from "vitest";

import type { ThrowAwayPostgres } from "../../../scripts/postgres.ts";
import { openPostgresStore } from "../../../src/hubServer/store/postgres/postgresStore.ts";
import { expectAnswered } from "./expectAnswered.ts";
import { randomFrom, work, type Answer } from "./ledgerWork.ts";
import { eventOf, moneyClaim, noon, reservationOf, settlementOf, subject } from "./storeFixture.ts";
import { withTables } from "./withTables.ts";

const seed = 20_261_126;

/** How many events are written, in the chain or not yet. */
const events = "(seq + (SELECT count(*) FROM audit_pending))::int AS events";

/** Crashes of a server on which two hubs work. */
export function testServerCrashes(server: () => ThrowAwayPostgres, crashes: number): void {
  test(
    `after each of ${crashes} crashes of the server all that two hubs answered is there`,
    { timeout: 60_000 + crashes * 10_000 },
    async () => {
      const url = await server().createDatabase(withTables);
      const random = randomFrom(seed);
      const answers: Answer[] = [];
      for (let crash = 0; crash < crashes; crash += 1) {
        const before = answers.length;
        await answersUntilCrash(server(), url, { answers, random, count: 20 + random(200) });
        expect(answers.length).toBeGreaterThan(before);
        const store = await openPostgresStore(url, { now: () => noon });
        await expectAnswered(store, answers);
        await store.close();
      }
    },
  );
}

/** Locks are freed before the disk is awaited; nobody is answered before the disk has it. */
export function describeDurability(server: () => ThrowAwayPostgres): void {
  test("a settlement that waits for its token's minute holds nothing else, and is not answered yet", async () => {
    const url = await server().createDatabase(withTables);
    const store = await openPostgresStore(url, { now: () => noon });
    const client = new Client({ connectionString: url });
    await client.connect();
    const budgets = [moneyClaim("b", 1_000_000)];
    const rateLimits = { tokensPerMinute: 10_000 };
    await store.ledger.reserve(reservationOf("r1", { budgets, rateLimits }));
    await client.query("BEGIN");
    await client.query("SELECT hub_lock_tokens(ARRAY[$1])", [subject.tokenId]);
    const minute = () => store.ledger.rateStates(subject.tokenId, rateLimits, noon);

    let isAnswered = false;
    const settling = store.ledger.settle(settlementOf("r1")).then((states) => {
      isAnswered = true;
      return states;
    });
    const other = new Client({ connectionString: url });
    await other.connect();
    await expect
      .poll(async () => {
        const { rows } = await other.query<{ events: number; spent: number }>(
          `SELECT ${events}, spent::int FROM audit_head, budget_use FOR UPDATE NOWAIT`,
        );
        return rows;
      })
      .toEqual([{ events: 1, spent: 355 }]);
    const reserved = await minute();
    const wasAnswered = isAnswered;
    await client.query("COMMIT");
    const states = await settling;

    expect(wasAnswered).toBe(false);
    expect(reserved).toMatchObject({ tokens: { remaining: 9_400 } });
    expect(states).toMatchObject([{ spent: 355, reserved: 0 }]);
    expect(await minute()).toMatchObject({ tokens: { remaining: 10_000 - 310 } });
    await Promise.all([client.end(), other.end(), store.close()]);
  });

  test("a hub that awaits the disk holds no lock, and answers only when the disk has it", async () => {
    const url = await server().createDatabase(withTables);
    const store = await openPostgresStore(url, { now: () => noon });
    const other = await openPostgresStore(url, { now: () => noon });
    const client = new Client({ connectionString: url });
    await client.connect();
    const budgets = [moneyClaim("b", 1_000_000)];
    const rateLimits = { requestsPerMinute: 10 };
    const tooLong = reservationOf("cut", {
      subject: { ...subject, tokenId: "other" },
      rateLimits: { tokensPerMinute: 1_000 },
      outputTokens: 1_000,
    });
    await store.ledger.reserve(reservationOf("earlier", { budgets, rateLimits }));
    await client.query("SELECT pg_advisory_lock(1)");
    await client.query(`CREATE OR REPLACE FUNCTION hub_flush() RETURNS void LANGUAGE sql AS
      'SELECT pg_advisory_xact_lock_shared(1)'`);
    const done: string[] = [];
    const note = async (what: string, writing: Promise<unknown>): Promise<void> => {
      await writing;
      done.push(what);
    };

    const writing = [
      note("reserved", store.ledger.reserve(reservationOf("r1", { budgets, rateLimits }))),
      note("cut", other.ledger.reserve(tooLong)),
      note("settled", store.ledger.settle(settlementOf("earlier"))),
      note("appended", store.audit.append(eventOf())),
    ];
    await expect
      .poll(async () => {
        // Another connection sees all three, and can take what they had locked.
        const { rows } = await client.query<Record<string, number>>(
          `SELECT ${events}, spent::int, reserved::int, (SELECT count(*)::int FROM reservation) AS open
            FROM audit_head, budget_use FOR UPDATE NOWAIT`,
        );
        return rows;
      })
      .toEqual([{ events: 2, spent: 355, reserved: 800, open: 2 }]);
    const { rows: held } = await client.query(
      `SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2`,
    );
    writing.push(note("head", store.audit.head()));
    await expect
      .poll(async () => {
        const { rows } = await client.query<{ waiting: number }>(
          "SELECT count(*)::int AS waiting FROM pg_locks WHERE locktype = 'advisory' AND NOT granted",
        );
        return rows[0]?.waiting;
      })
      .toBe(5);
    const before = [...done];
    await client.query("SELECT pg_advisory_unlock(1)");
    await Promise.all(writing);

    expect(held).toEqual([]);
    expect(before).toEqual([]);
    expect(done).toHaveLength(5);
    await Promise.all([client.end(), store.close(), other.close()]);
  });
}

/** Two hubs work until the server crashes, which it does when they have answered so often. */
async function answersUntilCrash(
  server: ThrowAwayPostgres,
  url: string,
  {
    answers,
    random,
    count,
  }: { answers: Answer[]; random: (bound: number) => number; count: number },
): Promise<void> {
  const enough = new AbortController();
  const reached = once(enough.signal, "abort");
  const until = answers.length + count;
  const name = `c${answers.length}`;
  const tell = (answer: Answer): void => {
    answers.push(answer);
    if (answers.length >= until) {
      enough.abort();
    }
  };
  const hubs = ["one", "two"].map(async (hub) => {
    const store = await openPostgresStore(url, { now: () => noon });
    const working = work(store, { name: `${name}-${hub}`, random, tell, isOver: () => false });
    // The server goes away below.
    await working.catch(() => {});
    await store.close();
  });
  await reached;
  await server.crash();
  await Promise.all(hubs);
}
