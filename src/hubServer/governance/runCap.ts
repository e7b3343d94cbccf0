import { createHash } from "node:crypto";

import type { Caller } from "../auth/caller.ts";
import { ApiError } from "../http/apiError.ts";
import type { Amount, Price, Time } from "../store/records.ts";
import { runPeriod } from "../store/runTerms.ts";
import type { BudgetClaim, BudgetState } from "../store/store.ts";
import { formatMoney, parseMoney } from "../values/money.ts";
import { inputCost } from "./budgetClaims.ts";
import { noRetry } from "./denials.ts";

/** Money in micro-units, or tokens. */
export interface RunLimit {
  readonly unit: "money" | "tokens";
  readonly amount: Amount;
}

/** The run of an agent that a request belongs to, with the limit that its client wishes for it. */
export interface RunWish {
  readonly id: string;
  readonly limit: RunLimit;
  /** The limit that the person replaces with `limit`, so that a late request raises nothing. */
  readonly was?: RunLimit;
}

/** The limit of a run whose client names none. */
const defaultLimit = 2_000_000;

/** Where a model has no price, each 1.00 of the limit counts as 250,000 tokens: 2.00 as 500,000. */
const microUnitsPerToken = 4;

/** A run without a request for this long is over: its cap is forgotten. */
const keepRunMs = 7 * 86_400_000;

const runId = /^[A-Za-z0-9._:-]{1,64}$/u;
const limitText = /^(?:(?<money>\d{1,9}(?:\.\d{1,6})?)|(?<tokens>\d{1,15}) tokens)$/u;

/**
 * Reads `X-Hub-Run` (1 to 64 letters, digits, `.`, `_`, `:`, `-`) and `X-Hub-Run-Limit`, as `2.00`, `500000 tokens` or
 * `4.00; was=2.00`. Undefined without a run. Throws an `ApiError` (400): a cap that cannot be read must not be lost in
 * silence.
 */
export function readRun(id: string | undefined, limit: string | undefined): RunWish | undefined {
  if (id === undefined && limit === undefined) {
    return undefined;
  }
  if (id === undefined || !runId.test(id)) {
    throw badRun("X-Hub-Run", "1 to 64 letters, digits or . _ : -");
  }
  return { id, ...limitsOf(limit ?? formatMoney(defaultLimit)) };
}

function limitsOf(text: string): Pick<RunWish, "limit" | "was"> {
  const [now = "", before, ...rest] = text.split(";");
  const limit = limitOf(now);
  if (limit && before === undefined) {
    return { limit };
  }
  const was = limitOf(/^\s*was=(.*)$/u.exec(before ?? "")?.[1] ?? "");
  if (!limit || was?.unit !== limit.unit || rest.length > 0) {
    throw badRun("X-Hub-Run-Limit", "2.00, 500000 tokens or 4.00; was=2.00");
  }
  return { limit, was };
}

function limitOf(text: string): RunLimit | undefined {
  const { money, tokens } = limitText.exec(text.trim())?.groups ?? {};
  if (money !== undefined) {
    return { unit: "money", amount: parseMoney(money) };
  }
  return tokens === undefined ? undefined : { unit: "tokens", amount: Number(tokens) };
}

function badRun(header: string, form: string): ApiError {
  return new ApiError(400, `The header ${header} must be ${form}.`, {
    code: "invalid_run",
    param: header,
    headers: noRetry,
  });
}

interface ClaimFacts {
  readonly caller: Caller;
  readonly now: Time;
  readonly inputTokens: number;
  /** The highest price that may apply; undefined if the model has none. */
  readonly price: Price | undefined;
  /** The highest limits that the caller's profile allows. */
  readonly most?: Readonly<Record<RunLimit["unit"], Amount | undefined>>;
}

/**
 * The claims of a request on its run's cap. The first counts tokens if the limit does, or if the model has no price; a
 * limit in money then becomes one in tokens. A second one holds the profile's limit of the unit that the first does not
 * count, so that the client cannot choose the unit that has none.
 */
export function runClaims(run: RunWish, facts: ClaimFacts): readonly BudgetClaim[] {
  const { caller, price, most } = facts;
  const unit = run.limit.unit === "money" && price ? "money" : "tokens";
  const other = unit === "money" ? "tokens" : "money";
  const amountOf = (limit: RunLimit): Amount =>
    limit.unit === unit ? limit.amount : inTokens(limit.amount);
  const first = claimOf(unit, facts, {
    budgetId: runBudgetId(caller, run.id, unit),
    limit: amountOf(run.limit),
    was: run.was && amountOf(run.was),
    most: price ? most?.[unit] : mostTokens(most),
  });
  const highest = price && most?.[other];
  if (highest === undefined) {
    return [first];
  }
  // Stored apart from a limit that the client may name in this unit later; only what the profile says now counts.
  const budgetId = runBudgetId(caller, run.id, `most-${other}`);
  const terms = { budgetId, limit: Number.MAX_SAFE_INTEGER, was: undefined, most: highest };
  return [first, claimOf(other, facts, terms)];
}

interface ClaimTerms extends Pick<BudgetClaim, "budgetId" | "limit"> {
  readonly was: Amount | undefined;
  readonly most: Amount | undefined;
}

function claimOf(
  unit: RunLimit["unit"],
  { now, inputTokens, price }: ClaimFacts,
  { budgetId, limit, was, most }: ClaimTerms,
): BudgetClaim {
  const counted = unit === "money" ? price : undefined;
  return {
    budgetId,
    period: runPeriod,
    unit,
    limit,
    fixed: counted ? inputCost(inputTokens, counted) : inputTokens,
    perMillionOutput: counted ? counted.output : 1_000_000,
    run: {
      keepUntil: now + keepRunMs,
      ...(was !== undefined && { was }),
      ...(most !== undefined && { most }),
    },
  };
}

function inTokens(money: Amount): Amount {
  return Math.floor(money / microUnitsPerToken);
}

/** The profile's highest limit for a model without a price, where its limit in money counts as tokens too. */
function mostTokens(most: ClaimFacts["most"]): Amount | undefined {
  const { money, tokens } = most ?? {};
  if (money === undefined) {
    return tokens;
  }
  return Math.min(tokens ?? Infinity, inTokens(money));
}

/** The ids of a run's caps in the store, by their unit. */
export function runBudgetIds(
  owner: Pick<Caller, "tokenId" | "userId">,
  id: string,
): Readonly<Record<RunLimit["unit"], string>> {
  return { money: runBudgetId(owner, id, "money"), tokens: runBudgetId(owner, id, "tokens") };
}

/** The same id of another owner is another run: nobody meets, spends or learns of somebody else's. */
function runBudgetId(
  { tokenId, userId }: Pick<Caller, "tokenId" | "userId">,
  id: string,
  unit: RunLimit["unit"] | `most-${RunLimit["unit"]}`,
): string {
  const owner = userId === undefined ? `token ${tokenId}` : `user ${userId}`;
  const hash = createHash("sha256").update(`${owner}\n${id}`).digest("hex").slice(0, 40);
  return `run-${unit}-${hash}`;
}

/** The cap of a run as it stands. */
export interface RunStanding extends Pick<BudgetState, "spent" | "reserved"> {
  readonly unit: RunLimit["unit"];
  readonly limit: Amount;
}

/** Undefined if these are not the states of the claim. */
export function runStanding(
  { budgetId, unit, limit, run }: BudgetClaim,
  states: readonly BudgetState[],
): RunStanding | undefined {
  const state = states.find((one) => one.budgetId === budgetId);
  if (!state) {
    return undefined;
  }
  const { spent, reserved } = state;
  const holding = Math.min(state.limit ?? limit, run?.most ?? Infinity);
  return { unit, limit: holding, spent, reserved };
}

/** The rest of a cap for the header `X-Hub-Run-Remaining`, as `1.25` or `1200 tokens`. */
export function runRemaining({ unit, limit, spent, reserved }: RunStanding): string {
  const left = Math.max(0, limit - spent - reserved);
  return unit === "money" ? formatMoney(left) : `${left} tokens`;
}

/** The answer to a request that the rest of its run's cap does not cover. Always 402: no other cap fits this one. */
export function runOverBudget(standing: RunStanding, currency: string): ApiError {
  const { unit, limit, spent, reserved } = standing;
  const digits = (amount: Amount): string =>
    unit === "money" ? formatMoney(amount) : String(amount);
  const name = unit === "money" ? currency : "tokens";
  const text = (amount: Amount): string => `${digits(amount)} ${name}`;
  const running = reserved > 0 ? `, ${text(reserved)} reserved by answers under way` : "";
  const left = Math.max(0, limit - spent - reserved);
  return new ApiError(
    402,
    `The next request does not fit into this run's cap of ${text(limit)}: ${text(spent)} used${running}, ` +
      `${text(left)} left. Raise the cap to go on.`,
    {
      type: "insufficient_quota",
      code: "run_budget_exceeded",
      extra: {
        code: "run_budget_exceeded",
        run: {
          unit: name,
          limit: digits(limit),
          spent: digits(spent),
          reserved: digits(reserved),
        },
      },
      headers: noRetry,
    },
  );
}
