import type { Store } from "../../src/hubServer/store/store.ts";

/** So many tokens, each of a person of its own, that the requests of all hubs come from. */
export const fewTokens = 50;

export const seconds = 2;

let next = 0;

/** One request's work: reserve in four budgets and two rates, settle, usage and audit event. */
async function runRound(store: Store, tokens: number): Promise<void> {
  next += 1;
  const id = `${process.pid}-${next}`;
  const now = Date.now();
  const user = Math.floor(Math.random() * tokens);
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

/** Rounds per second at this concurrency, over two seconds. */
export async function measure(
  store: Store,
  concurrency: number,
  tokens = fewTokens,
): Promise<number> {
  const start = performance.now();
  const end = start + seconds * 1_000;
  let done = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < end) {
      await runRound(store, tokens);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return (done * 1_000) / (performance.now() - start);
}
