import type { Store } from "../../../src/hubServer/store/store.ts";
import {
  eventOf,
  moneyClaim,
  noon,
  reservationOf,
  settlementOf,
  subject,
  token,
} from "./storeFixture.ts";

/** What a caller was answered. */
export type Answer =
  | { readonly kind: "granted"; readonly id: string }
  | { readonly kind: "settled"; readonly id: string; readonly outputTokens: number }
  | { readonly kind: "audited"; readonly seq: number; readonly hash: string };

export interface WorkOptions {
  /** Begins the ids of its requests. */
  readonly name: string;
  /** A whole number below the bound. */
  readonly random: (bound: number) => number;
  readonly tell: (answer: Answer) => void;
  readonly isOver: () => boolean;
}

const lanes = 5;
/** Every request counts for the last one at least. */
export const budgetIds = ["a", "b", "c", "d"];
/** No lease ends before it. */
export const leaseEnd = noon + 86_400_000;

/** The same numbers for the same seed (Park and Miller's generator). */
export function randomFrom(seed: number): (bound: number) => number {
  let state = (seed % 2_147_483_646) + 1;
  return (bound) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % bound;
  };
}

/** Several callers at once, some of whose writes fail. */
export async function work(store: Store, options: WorkOptions): Promise<void> {
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let round = 0; !options.isOver(); round += 1) {
        await request(store, `${options.name}-${lane}-${round}`, options);
      }
    }),
  );
}

async function request({ ledger, audit, records }: Store, id: string, options: WorkOptions) {
  const { random, tell } = options;
  const reservation = reservationOf(id, {
    subject: { ...subject, requestId: id, tokenId: `tok-${random(3)}` },
    budgets: budgetIds.slice(random(3)).map((name) => moneyClaim(name, 1_000_000_000)),
    rateLimits: { requestsPerMinute: 1_000_000, tokensPerMinute: 1_000_000_000 },
    leaseUntil: leaseEnd,
  });
  await ledger.reserve(reservation);
  tell({ kind: "granted", id });
  if (random(8) === 0) {
    // Both fail, and must not take their neighbours along.
    await requireFailure(ledger.reserve(reservation));
    await requireFailure(records.put("token", { ...token, id, hash: id, userId: "nobody" }));
  }
  if (random(6) === 0) {
    const text = "x".repeat(random(20_000));
    const { seq, hash } = await audit.append(eventOf({ detail: { text } }));
    tell({ kind: "audited", seq, hash });
  }
  if (random(5) > 0) {
    const outputTokens = random(300);
    await ledger.settle(settlementOf(id, { outputTokens, cost: outputTokens * 3 }));
    tell({ kind: "settled", id, outputTokens });
  }
}

async function requireFailure(write: Promise<unknown>): Promise<void> {
  const [{ status }] = await Promise.allSettled([write]);
  if (status === "fulfilled") {
    throw new Error("A write that must fail was answered.");
  }
}
