/**
 * 200 runs of an agent, each with a cap and three helpers that send requests at once until one is
 * refused, in SQLite and PostgreSQL: how many runs went over their cap by one unit (the goal is
 * none), and how much of the caps was used. Half of the caps are in money, half in tokens, and
 * every third request names the other unit.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { findPostgres, ThrowAwayPostgres } from "../scripts/postgres.ts";
import { readRun, runBudgetIds, runClaims } from "../src/hubServer/governance/budgets/runCap.ts";
import { openPostgresStore } from "../src/hubServer/store/postgres/postgresStore.ts";
import { runPeriod } from "../src/hubServer/store/runTerms.ts";
import { openSqliteStore } from "../src/hubServer/store/sqlite/sqliteStore.ts";
import type { Store } from "../src/hubServer/store/store.ts";

const runs = 200;
const helpers = 3;
const price = { input: 1_000_000, output: 2_000_000 };
const inputTokens = 120;
const caller = { tokenId: "tok", userId: "ana", profileId: "dev", sectorId: "it" };

const rows: Record<string, string | number>[] = [];

/** A whole number below `bound`, from the same sequence each time (Park and Miller's generator). */
let state = 20_261_122;
function below(bound: number): number {
  state = (state * 48_271) % 2_147_483_647;
  return state % bound;
}

interface Run {
  readonly id: string;
  readonly unit: "money" | "tokens";
  readonly limit: number;
}

function limitText({ unit, limit }: Pick<Run, "unit" | "limit">): string {
  return unit === "money" ? (limit / 1_000_000).toFixed(6) : `${limit} tokens`;
}

/** Sends until a request is refused; returns how many were granted. */
async function help({ ledger }: Store, run: Run, helper: number): Promise<number> {
  for (let count = 0; ; count += 1) {
    const other = run.unit === "money" ? "tokens" : "money";
    const named = count % 3 === 2 ? ({ unit: other, limit: 900_000_000 } as const) : run;
    const wish = readRun(run.id, limitText(named));
    if (!wish) {
      throw new Error("The headers of the run were not read.");
    }
    const now = Date.now();
    const id = `${run.id}-${helper}-${count}`;
    const result = await ledger.reserve({
      id,
      subject: {
        ...caller,
        requestId: id,
        runId: run.id,
        app: "bench",
        model: "m",
        format: "openai",
      },
      now,
      day: "2026-11-22",
      leaseUntil: now + 600_000,
      budgets: runClaims(wish, { caller, now, inputTokens, price }),
      rateLimits: {},
      inputTokens,
      outputTokens: 1 + below(900),
      inputCost: inputTokens,
      perMillionOutput: price.output,
    });
    if (result.kind !== "granted") {
      return count;
    }
    const outputTokens = below(result.outputTokens + 1);
    await ledger.settle({
      id,
      now: now + 1,
      inputTokens,
      cachedTokens: 0,
      cacheWriteTokens: 0,
      outputTokens,
      cost: inputTokens + 2 * outputTokens,
      usageSource: "upstream",
      outcome: "complete",
      status: 200,
      latencyMs: 1,
    });
  }
}

async function measure(name: string, store: Store): Promise<void> {
  const all = Array.from({ length: runs }, (_, at): Run => {
    const unit = at % 2 === 0 ? "money" : "tokens";
    return { id: `run-${at}`, unit, limit: 1_000 + below(8_000) };
  });
  const counts = await Promise.all(
    all.flatMap((run) => Array.from({ length: helpers }, (_, helper) => help(store, run, helper))),
  );
  const spent = await store.ledger.budgetStates(
    all.map((run) => ({ budgetId: runBudgetIds(caller, run.id)[run.unit], period: runPeriod })),
  );
  const over = all.filter(({ limit }, at) => (spent[at]?.spent ?? Infinity) > limit).length;
  const shares = all.map(({ limit }, at) => (spent[at]?.spent ?? 0) / limit);
  const { isIntact, problem } = await store.audit.verify();
  await store.close();
  rows.push({
    store: name,
    runs,
    helpers,
    requests: counts.reduce((sum, count) => sum + count, 0),
    "over their cap": over,
    "of the caps used": `${Math.round((shares.reduce((sum, each) => sum + each, 0) / runs) * 100)} %`,
    goal: "0 over",
  });
  if (!isIntact || over > 0) {
    process.exitCode = 1;
    console.error(problem ?? `${over} runs went over their caps.`);
  }
}

const folder = mkdtempSync(join(tmpdir(), "ai-hub-bench-"));
try {
  await measure("SQLite", openSqliteStore(join(folder, "hub.sqlite"), { now: Date.now }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (findPostgres() === undefined) {
  console.warn("There is no PostgreSQL here; install the package postgresql to measure it too.");
} else {
  const server = await ThrowAwayPostgres.start({ isDurable: true });
  try {
    const url = await server.createDatabase();
    await measure("PostgreSQL", await openPostgresStore(url, { now: Date.now }));
  } finally {
    await server.stop();
  }
}
console.table(rows);
