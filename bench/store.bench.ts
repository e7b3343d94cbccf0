/**
 * Rounds per second of a request's work in the store: reserve in four budgets and two rates,
 * settle, usage and audit event, each durable when answered (fsync). SQLite and
 * PostgreSQL on this machine's disk; PostgreSQL also with two and four hub processes that share budgets and
 * tokens, few or many, and what their connections waited for. Best of several rounds. `postgres` measures
 * PostgreSQL alone.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { findPostgres, ThrowAwayPostgres } from "../scripts/postgres.ts";
import { openPostgresStore } from "../src/hubServer/store/postgres/postgresStore.ts";
import { openSqliteStore } from "../src/hubServer/store/sqlite/sqliteStore.ts";
import type { Store } from "../src/hubServer/store/store.ts";
import { bestOfHubs, waitRow } from "./store/hubsOnPostgres.ts";
import { measure, seconds } from "./store/round.ts";

/** Result of node:sqlite with a hand-written pair of transactions, one at a time. */
const sqliteGoal = 2_030;
/** Throughput of two hubs must be this many times that of one. */
const twoHubsGoal = 1.6;
const rounds = 3;

async function bestOf(run: () => Promise<number>): Promise<number> {
  let best = 0;
  for (let round = 0; round < rounds; round += 1) {
    best = Math.max(best, await run());
  }
  return best;
}

/** The disk's limit: two commits of one small row each, one round after another. */
function measureFloor(path: string): number {
  const database = new DatabaseSync(path);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (x)");
  const insert = database.prepare("INSERT INTO t VALUES (1)");
  const start = performance.now();
  const end = start + seconds * 1_000;
  let done = 0;
  for (; performance.now() < end; done += 1) {
    insert.run();
    insert.run();
  }
  database.close();
  return (done * 1_000) / (performance.now() - start);
}

async function measureSqlite(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "ai-hub-bench-"));
  const store = openSqliteStore(join(folder, "hub.sqlite"), { now: Date.now });
  const best = { floor: 0, alone: 0, many: 0 };
  for (let round = 0; round < rounds; round += 1) {
    best.floor = Math.max(best.floor, measureFloor(join(folder, `floor${round}.sqlite`)));
    best.alone = Math.max(best.alone, await measure(store, 1));
    best.many = Math.max(best.many, await measure(store, 64));
  }
  addRow("two bare commits in SQLite", { concurrency: 1, best: best.floor });
  addRow("SQLite", { concurrency: 1, best: best.alone });
  addRow("SQLite", { concurrency: 64, best: best.many, goal: `≥ ${sqliteGoal}` });
  await check(store);
  rmSync(folder, { recursive: true });
}

async function measurePostgres(): Promise<void> {
  if (findPostgres() === undefined) {
    console.warn("There is no PostgreSQL here; install the package postgresql to measure it too.");
    return;
  }
  const server = await ThrowAwayPostgres.start({ isDurable: true });
  try {
    const url = await server.createDatabase();
    const store = await openPostgresStore(url, { now: Date.now });
    const alone = await bestOf(() => measure(store, 1));
    addRow("PostgreSQL, 1 hub", { concurrency: 1, best: alone });
    const best = await bestOfHubs(server, url, rounds);
    for (const [measured, report] of best) {
      const { hubs, tokens } = measured;
      addRow(`PostgreSQL, ${hubs} hubs, ${tokens} tokens`, {
        concurrency: 64 * hubs,
        best: report.roundsPerSecond,
      });
      waits.push(waitRow(measured, report));
    }
    const [one, two] = [...best.values()];
    rows.push({
      store: "PostgreSQL, 2 hubs ÷ 1 hub",
      "rounds/s": Number(((two?.roundsPerSecond ?? 0) / (one?.roundsPerSecond ?? 1)).toFixed(2)),
      goal: `≥ ${twoHubsGoal}`,
    });
    await check(store);
  } finally {
    await server.stop();
  }
}

/** Checks that the measured store is also correct. */
async function check(store: Store): Promise<void> {
  const { isIntact, problem } = await store.audit.verify();
  await store.close();
  if (!isIntact) {
    throw new Error(problem);
  }
}

const rows: Record<string, string | number>[] = [];
/** What the connections of all hubs waited for while each number of hubs worked. */
const waits: Record<string, string | number>[] = [];

function addRow(
  store: string,
  row: { readonly concurrency: number; readonly best: number; readonly goal?: string },
): void {
  const { concurrency, best, goal = "" } = row;
  rows.push({ store, "at once": concurrency, "rounds/s": Math.round(best), goal });
}

const only = process.argv[2];
if (only === undefined) {
  await measureSqlite();
}
await measurePostgres();
console.table(rows);
console.table(waits);
