/**
 * Rounds per second of a request's work in the store: reserve in four budgets and two rates,
 * settle, usage and audit event, each durable when answered (fsync). SQLite and
 * PostgreSQL on this machine's disk; PostgreSQL also with two hub processes that share the rows of
 * two budgets. Best of several rounds.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";

import { findPostgres, ThrowAwayPostgres } from "../scripts/postgres.ts";
import { openPostgresStore } from "../src/hubServer/store/postgres/postgresStore.ts";
import { openSqliteStore } from "../src/hubServer/store/sqlite/sqliteStore.ts";
import type { Store } from "../src/hubServer/store/store.ts";

/** Result of node:sqlite with a hand-written pair of transactions, one at a time. */
const sqliteGoal = 2_030;
/** Throughput of two hubs must be this many times that of one. */
const twoHubsGoal = 1.6;
const rounds = 3;
const seconds = 2;
const users = 50;

/** Set if this file runs as the second hub on a PostgreSQL. */
const workerUrl = process.argv[2];

let next = 0;

async function runRound(store: Store): Promise<void> {
  next += 1;
  const id = `${process.pid}-${next}`;
  const now = Date.now();
  const user = next % users;
  const result = await store.ledger.reserve({
    id,
    subject: {
      requestId: id,
      tokenId: `tok-${user}`,
      userId: `user-${user}`,
      profileId: "dev",
      sectorId: "it",
      app: "bench",
      model: "hub-demo",
      format: "openai",
    },
    now,
    day: "2026-11-21",
    leaseUntil: now + 60_000,
    budgets: [`tok-${user}`, `user-${user}`, "dev", "it"].map((budgetId) => ({
      budgetId,
      period: "2026-11",
      limit: Number.MAX_SAFE_INTEGER,
      fixed: 50,
      perMillionOutput: 1_500_000,
      unit: "money" as const,
    })),
    rateLimits: { requestsPerMinute: 1_000_000, tokensPerMinute: 1_000_000_000 },
    inputTokens: 100,
    outputTokens: 500,
    inputCost: 50,
    perMillionOutput: 1_500_000,
  });
  if (result.kind !== "granted") {
    throw new Error(`not granted: ${JSON.stringify(result)}`);
  }
  await store.ledger.settle({
    id,
    now: now + 5,
    inputTokens: 100,
    cachedTokens: 0,
    cacheWriteTokens: 0,
    outputTokens: 200,
    cost: 350,
    usageSource: "upstream",
    outcome: "complete",
    status: 200,
    latencyMs: 5,
  });
}

/** Rounds per second at this concurrency. */
async function measure(store: Store, concurrency: number): Promise<number> {
  const start = performance.now();
  const end = start + seconds * 1_000;
  let done = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < end) {
      await runRound(store);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return (done * 1_000) / (performance.now() - start);
}

async function bestOf(run: () => Promise<number>): Promise<number> {
  let best = 0;
  for (let round = 0; round < rounds; round += 1) {
    best = Math.max(best, await run());
  }
  return best;
}

function measureInAnotherProcess(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = spawn(
      process.execPath,
      [...process.execArgv, fileURLToPath(import.meta.url), url],
      {
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    let output = "";
    worker.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
    worker.on("error", reject);
    worker.on("close", (code) => {
      if (code === 0) {
        resolve(Number(output));
      } else {
        reject(new Error(`the second hub ended with ${code}`));
      }
    });
  });
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
    const one = await bestOf(() => measureInAnotherProcess(url));
    addRow("PostgreSQL, 1 hub", { concurrency: 64, best: one });
    const two = await bestOf(async () => {
      const both = [measureInAnotherProcess(url), measureInAnotherProcess(url)];
      return (await Promise.all(both)).reduce((sum, each) => sum + each);
    });
    addRow("PostgreSQL, 2 hubs", { concurrency: 128, best: two });
    rows.push({
      store: "PostgreSQL, 2 hubs ÷ 1 hub",
      "rounds/s": Number((two / one).toFixed(2)),
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

function addRow(
  store: string,
  row: { readonly concurrency: number; readonly best: number; readonly goal?: string },
): void {
  const { concurrency, best, goal = "" } = row;
  rows.push({ store, "at once": concurrency, "rounds/s": Math.round(best), goal });
}

if (workerUrl === undefined) {
  await measureSqlite();
  await measurePostgres();
  console.table(rows);
} else {
  const store = await openPostgresStore(workerUrl, { now: Date.now });
  process.stdout.write(String(await measure(store, 64)));
  await store.close();
}
