import type { RequestLimits } from "./records.ts";
import {
  leastOutput,
  parallelRetryMs,
  rateState,
  usedInWindow,
  waitFor,
  type RateBucket,
} from "./slidingWindow.ts";
import type { BudgetClaim, BudgetState, RateStates, Reservation, ReserveResult } from "./store.ts";
import { claimAmount, grantTokens } from "./tokenBudget.ts";

export interface RateUse {
  readonly requests: readonly RateBucket[];
  readonly completions: readonly RateBucket[];
  readonly tokens: readonly RateBucket[];
  readonly open: number;
}

/** One second of a token. */
export interface RateSecond {
  readonly lastAt: number;
  readonly requests: number;
  readonly completions: number;
  readonly tokens: number;
}

export function rateUse(seconds: readonly RateSecond[], open: number): RateUse {
  return {
    requests: seconds.map(({ lastAt, requests }) => ({ lastAt, amount: requests })),
    completions: seconds.map(({ lastAt, completions }) => ({ lastAt, amount: completions })),
    tokens: seconds.map(({ lastAt, tokens }) => ({ lastAt, amount: tokens })),
    open,
  };
}

/** The rows that a reservation reads and changes; one transaction locks them. */
export interface ReservationRows {
  readonly rateUse: (tokenId: string) => RateUse;
  readonly budget: (claim: BudgetClaim) => BudgetState;
  /** Locks the run's row; true for the first claim of a run. */
  readonly holdRun: (claim: BudgetClaim) => boolean;
  /** Deletes a refused run's row, because each request may name another run. */
  readonly forgetRun: (claim: BudgetClaim) => void;
  readonly take: (reservation: Reservation, outputTokens: number) => void;
}

const noUse: RateUse = { requests: [], completions: [], tokens: [], open: 0 };

/**
 * Decides on a reservation over locked rows.
 *
 * @param rateNow the time by the clock of the rates
 */
export function reserveIn(
  rows: ReservationRows,
  reservation: Reservation,
  rateNow: number,
): ReserveResult {
  const { budgets, subject } = reservation;
  const use = isLimited(reservation) ? rows.rateUse(subject.tokenId) : noUse;
  const fresh = budgets.filter((claim) => rows.holdRun(claim));
  const states = budgets.map((claim) => rows.budget(claim));
  const result = decideReservation({ ...reservation, now: rateNow }, use, states);
  if (result.kind === "granted") {
    rows.take(reservation, result.outputTokens);
  } else {
    for (const claim of fresh) {
      rows.forgetRun(claim);
    }
  }
  return result;
}

export function isLimited({ rateLimits }: Pick<Reservation, "rateLimits">): boolean {
  return Object.values(rateLimits).some((limit) => limit !== undefined);
}

/** Checks rates before budgets: a short wait helps against a rate. */
function decideReservation(
  reservation: Reservation,
  use: RateUse,
  budgets: readonly BudgetState[],
): ReserveResult {
  const { rateLimits, inputTokens, now } = reservation;
  const rates = rateStates(rateLimits, use, now);
  const refusal = refuseByRate(reservation, use);
  if (refusal) {
    return { kind: "rateLimited", ...refusal, rates };
  }
  const claims = reservation.budgets.flatMap((claim, index) => {
    const state = budgets[index];
    return state ? [{ claim, state }] : [];
  });
  const grant = grantTokens(affordableByRate(reservation, use), claims);
  if (grant.kind === "overBudget") {
    return { ...grant, rates };
  }
  const { outputTokens } = grant;
  const after: RateUse = {
    requests: [...use.requests, { lastAt: now, amount: 1 }],
    completions: [...use.completions, { lastAt: now, amount: 1 }],
    tokens: [...use.tokens, { lastAt: now, amount: inputTokens + outputTokens }],
    open: use.open + 1,
  };
  return {
    kind: "granted",
    outputTokens,
    budgets: claims.map(({ claim, state }) => ({
      ...state,
      reserved: state.reserved + claimAmount(claim, outputTokens),
    })),
    rates: rateStates(rateLimits, after, now),
  };
}

export function rateStates(limits: RequestLimits, use: RateUse, now: number): RateStates {
  const { completionsPerMinute, requestsPerMinute, tokensPerMinute, parallelRequests } = limits;
  return {
    ...(completionsPerMinute !== undefined && {
      completions: rateState(completionsPerMinute, use.completions, now),
    }),
    ...(requestsPerMinute !== undefined && {
      requests: rateState(requestsPerMinute, use.requests, now),
    }),
    ...(tokensPerMinute !== undefined && { tokens: rateState(tokensPerMinute, use.tokens, now) }),
    ...(parallelRequests !== undefined && {
      parallel: {
        limit: parallelRequests,
        remaining: Math.max(0, parallelRequests - use.open),
        resetMs: 0,
      },
    }),
  };
}

function refuseByRate(
  { rateLimits, inputTokens, outputTokens, now }: Reservation,
  use: RateUse,
): Pick<Extract<ReserveResult, { kind: "rateLimited" }>, "limit" | "retryAfterMs"> | undefined {
  const { completionsPerMinute, requestsPerMinute, tokensPerMinute, parallelRequests } = rateLimits;
  if (completionsPerMinute !== undefined) {
    const retryAfterMs = waitFor(1, completionsPerMinute, use.completions, now);
    if (retryAfterMs > 0) {
      return { limit: "completions", retryAfterMs };
    }
  }
  if (requestsPerMinute !== undefined) {
    const retryAfterMs = waitFor(1, requestsPerMinute, use.requests, now);
    if (retryAfterMs > 0) {
      return { limit: "requests", retryAfterMs };
    }
  }
  if (tokensPerMinute !== undefined) {
    const least = inputTokens + leastOutput(outputTokens, tokensPerMinute, inputTokens);
    const retryAfterMs = waitFor(least, tokensPerMinute, use.tokens, now);
    if (retryAfterMs > 0) {
      return { limit: "tokens", retryAfterMs };
    }
  }
  return parallelRequests !== undefined && use.open >= parallelRequests
    ? { limit: "parallel", retryAfterMs: parallelRetryMs }
    : undefined;
}

function affordableByRate(
  { rateLimits, inputTokens, outputTokens, now }: Reservation,
  use: RateUse,
): number {
  const { tokensPerMinute } = rateLimits;
  return tokensPerMinute === undefined
    ? outputTokens
    : Math.min(outputTokens, tokensPerMinute - usedInWindow(use.tokens, now) - inputTokens);
}
