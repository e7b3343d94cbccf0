import type { RequestLimits } from "../records.ts";
import type { Reservation, ReserveResult } from "../store.ts";
import { toStoredText } from "../storedText.ts";
import { claimAmount } from "../tokenBudget.ts";
import {
  reservationBody,
  statesOf,
  toRateStates,
  type BudgetRow,
  type RateUseJson,
} from "./ledgerJson.ts";

/** What all requests of a batch together take from one budget, and the least of the limits that they name. */
interface BudgetTotal {
  readonly budgetId: string;
  readonly period: string;
  readonly amount: number;
  readonly limit: number;
}

/** What all limited requests of a batch together take from one token's minute, with the least of their limits. */
interface TokenTotal extends RequestLimits {
  readonly tokenId: string;
  readonly requests: number;
  readonly completions: number;
  readonly tokens: number;
}

/** The result of hub_reserve_batch where all were granted: each token's use before the batch. */
export interface BatchAnswer {
  readonly uses: Readonly<Record<string, RateUseJson>>;
  readonly budgets: readonly BudgetRow[];
}

/**
 * Whether hub_reserve_batch can take them: the terms of a run's cap are for hub_reserve alone, and a batch has one
 * time. `isCallerClock`: the rates use the callers' times in place of the database's.
 */
export function fitBatch(reservations: readonly Reservation[], isCallerClock: boolean): boolean {
  const [first] = reservations;
  return reservations.every(
    ({ budgets, now }) =>
      budgets.every(({ run }) => run === undefined) && (!isCallerClock || now === first?.now),
  );
}

function isLimited({ rateLimits }: Reservation): boolean {
  return Object.values(rateLimits).some((limit) => limit !== undefined);
}

export function batchJson(reservations: readonly Reservation[], isCallerClock: boolean): unknown {
  const times = reservations.map(({ now }) => now);
  const lastNow = Math.max(...times);
  return {
    firstNow: Math.min(...times),
    lastNow,
    ...(isCallerClock && { rateNow: lastNow }),
    reservations: reservations.map(reservationRow),
    budgets: budgetTotals(reservations),
    tokens: tokenTotals(reservations.filter(isLimited)),
  };
}

/** The answer for each request, as if they had come one after the other. */
export function toBatchResults(
  reservations: readonly Reservation[],
  { uses, budgets }: BatchAnswer,
): readonly ReserveResult[] {
  const current = new Map(Object.entries(uses));
  return reservations.map((reservation) => {
    const { rateLimits, inputTokens, outputTokens, subject } = reservation;
    const tokenId = toStoredText(subject.tokenId);
    const use = isLimited(reservation) ? current.get(tokenId) : undefined;
    const tokens = inputTokens + outputTokens;
    if (use) {
      current.set(tokenId, usedAlso(use, rateLimits, tokens));
    }
    return {
      kind: "granted",
      outputTokens,
      budgets: statesOf(reservation.budgets, budgets),
      rates: toRateStates(rateLimits, use ?? null, { tokens }),
    };
  });
}

function usedAlso(use: RateUseJson, limits: RequestLimits, tokens: number): RateUseJson {
  const isCompletion = limits.completionsPerMinute !== undefined;
  return {
    ...use,
    requests: use.requests + 1,
    requestsAt: use.now,
    ...(isCompletion && { completions: use.completions + 1, completionsAt: use.now }),
    tokens: use.tokens + tokens,
    tokensAt: use.now,
    open: use.open + 1,
  };
}

function reservationRow(reservation: Reservation): unknown {
  const { id, subject, leaseUntil, budgets, inputTokens, outputTokens } = reservation;
  return {
    id: toStoredText(id),
    tokenId: toStoredText(subject.tokenId),
    leaseUntil,
    isLimited: isLimited(reservation),
    tokens: inputTokens + outputTokens,
    claims: budgets.map((claim) => ({
      budgetId: toStoredText(claim.budgetId),
      period: claim.period,
      unit: claim.unit,
      perToken: claim.perToken ?? null,
      amount: claimAmount(claim, outputTokens),
    })),
    body: reservationBody(reservation),
  };
}

function budgetTotals(reservations: readonly Reservation[]): readonly BudgetTotal[] {
  const totals = new Map<string, BudgetTotal>();
  for (const { budgets, outputTokens } of reservations) {
    for (const claim of budgets) {
      const { budgetId, period } = claim;
      const key = JSON.stringify([budgetId, period]);
      const known = totals.get(key);
      totals.set(key, {
        budgetId: toStoredText(budgetId),
        period,
        amount: (known?.amount ?? 0) + claimAmount(claim, outputTokens),
        limit: Math.min(known?.limit ?? Infinity, claim.limit),
      });
    }
  }
  return [...totals.values()];
}

function tokenTotals(reservations: readonly Reservation[]): readonly TokenTotal[] {
  const totals = new Map<string, TokenTotal>();
  for (const { subject, rateLimits, inputTokens, outputTokens } of reservations) {
    const tokenId = toStoredText(subject.tokenId);
    const known = totals.get(tokenId);
    totals.set(tokenId, {
      ...leastLimits(known ?? {}, rateLimits),
      tokenId,
      requests: (known?.requests ?? 0) + 1,
      completions:
        (known?.completions ?? 0) + (rateLimits.completionsPerMinute === undefined ? 0 : 1),
      tokens: (known?.tokens ?? 0) + inputTokens + outputTokens,
    });
  }
  return [...totals.values()];
}

const limitNames = [
  "requestsPerMinute",
  "completionsPerMinute",
  "tokensPerMinute",
  "parallelRequests",
] as const satisfies readonly (keyof RequestLimits)[];

function leastLimits(one: RequestLimits, other: RequestLimits): RequestLimits {
  return Object.fromEntries(
    limitNames.flatMap((name) => {
      const least = Math.min(one[name] ?? Infinity, other[name] ?? Infinity);
      return least === Infinity ? [] : [[name, least]];
    }),
  );
}
