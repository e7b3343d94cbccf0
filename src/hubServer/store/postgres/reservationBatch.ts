import { isLimited } from "../decideReservation.ts";
import type { RequestLimits } from "../records.ts";
import type { Reservation, ReserveResult } from "../store.ts";
import { toStoredText } from "../storedText.ts";
import { claimAmount } from "../tokenBudget.ts";
import {
  budgetKey,
  reservationBody,
  statesOf,
  toRateStates,
  type BudgetRow,
  type RateUseJson,
} from "./ledgerJson.ts";

interface BudgetTotal {
  readonly budgetId: string;
  readonly period: string;
  readonly amount: number;
  readonly limit: number;
  readonly requests: number;
}

interface TokenTotal extends RequestLimits {
  readonly tokenId: string;
  readonly requests: number;
  readonly completions: number;
  readonly tokens: number;
  readonly isShared?: true;
}

export interface BatchTerms {
  readonly slot: number;
  readonly isAlone: boolean;
  readonly isCallerClock: boolean;
  /** True if a token had room at the last look. */
  readonly hasRoom: (tokenId: string) => boolean;
  readonly shared: Set<string>;
}

const sharedBy = 4;

const sharedPart = 64;

export interface BatchAnswer {
  readonly uses: Readonly<Record<string, RateUseJson>>;
  readonly budgets: readonly BudgetRow[];
}

/** The batch function supports no run caps, and only one common time. */
export function fitBatch(reservations: readonly Reservation[], isCallerClock: boolean): boolean {
  const [first] = reservations;
  return reservations.every(
    ({ budgets, now }) =>
      budgets.every(({ run }) => run === undefined) && (!isCallerClock || now === first?.now),
  );
}

export function batchJson(
  reservations: readonly Reservation[],
  { slot, isAlone, isCallerClock, hasRoom, shared }: BatchTerms,
): unknown {
  const budgets = [...budgetTotals(reservations)];
  for (const [key, { requests }] of budgets) {
    if (requests >= sharedBy && !isAlone) {
      shared.add(key);
    }
  }
  const times = reservations.map(({ now }) => now);
  const lastNow = Math.max(...times);
  const tokens = tokenTotals(reservations.filter(isLimited));
  return {
    slot,
    firstNow: Math.min(...times),
    lastNow,
    ...(isCallerClock && { rateNow: lastNow }),
    reservations: reservations.map((reservation) => reservationRow(reservation, shared)),
    budgets: budgets.flatMap(([key, total]) => (shared.has(key) ? [] : [total])),
    sharedBudgets: budgets.flatMap(([key, total]) =>
      shared.has(key) ? [{ ...total, isShared: true }] : [],
    ),
    tokens: tokens.map((total) =>
      !isAlone && isSmall(total) && hasRoom(total.tokenId) ? { ...total, isShared: true } : total,
    ),
  };
}

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
      rates: toRateStates(rateLimits, use, tokens),
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

export function reservationRow(
  reservation: Reservation,
  shared: ReadonlySet<string> = new Set(),
): object {
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
      ...(shared.has(budgetKey(claim)) && { isShared: true }),
    })),
    body: reservationBody(reservation),
  };
}

function budgetTotals(reservations: readonly Reservation[]): ReadonlyMap<string, BudgetTotal> {
  const totals = new Map<string, BudgetTotal>();
  for (const { budgets, outputTokens } of reservations) {
    for (const claim of budgets) {
      const { budgetId, period } = claim;
      const key = budgetKey(claim);
      const known = totals.get(key);
      totals.set(key, {
        budgetId: toStoredText(budgetId),
        period,
        amount: (known?.amount ?? 0) + claimAmount(claim, outputTokens),
        limit: Math.min(known?.limit ?? Infinity, claim.limit),
        requests: (known?.requests ?? 0) + 1,
      });
    }
  }
  return totals;
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

/** True if 32 hubs with this use take at most half of the limits. */
function isSmall(total: TokenTotal): boolean {
  const { requests, completions, tokens } = total;
  const pairs = [
    [requests, total.requestsPerMinute],
    [completions, total.completionsPerMinute],
    [tokens, total.tokensPerMinute],
    [requests, total.parallelRequests],
  ] as const;
  return pairs.every(([amount, limit]) => limit === undefined || amount * sharedPart <= limit);
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
