import { createHash } from "node:crypto";

import type { Caller } from "../../auth/caller.ts";
import { ApiError } from "../../http/apiError.ts";
import type { Amount, Price, Time } from "../../store/records.ts";
import { runPeriod } from "../../store/runTerms.ts";
import type { BudgetClaim, BudgetState } from "../../store/store.ts";
import { formatMoney, parseMoney } from "../../values/money.ts";
import { noRetry } from "../policy/denials.ts";
import { inputCost } from "./budgetClaims.ts";

export interface RunLimit {
  readonly unit: "money" | "tokens";
  readonly amount: Amount;
}

export interface RunWish {
  readonly id: string;
  readonly limit: RunLimit;
  /** The limit that is replaced. A late request with an old `was` raises nothing. */
  readonly was?: RunLimit;
}

const defaultLimit = 2_000_000;

/** For a model without a price, 1.00 of the limit counts as 250,000 tokens. */
const microUnitsPerToken = 4;

/** After this time without requests, a run's cap is removed. */
const keepRunMs = 7 * 86_400_000;

const runId = /^[A-Za-z0-9._:-]{1,64}$/u;
const limitText = /^(?:(?<money>\d{1,9}(?:\.\d{1,6})?)|(?<tokens>\d{1,15}) tokens)$/u;

/**
 * Id: 1 to 64 letters, digits, `.`, `_`, `:`, `-`. Limit: `2.00`, `500000 tokens` or `4.00; was=2.00`. Throws an
 * `ApiError` (400): an unreadable cap must not be ignored.
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
  readonly price: Price | undefined;
  readonly most?: Readonly<Record<RunLimit["unit"], Amount | undefined>>;
}

const noLimit = Number.MAX_SAFE_INTEGER;

/**
 * The limited unit comes first. Both units count every request, so that no limit can be used twice by changing unit or
 * model.
 */
export function runClaims(run: RunWish, facts: ClaimFacts): readonly BudgetClaim[] {
  const { limit, was } = run;
  const ids = runBudgetIds(facts.caller, run.id);
  const claimIn = (unit: RunLimit["unit"]): BudgetClaim =>
    claimOf(unit, facts, {
      budgetId: ids[unit],
      limit: limit.unit === unit ? limit.amount : noLimit,
      was: was?.unit === unit ? was.amount : undefined,
      most: facts.most?.[unit],
    });
  return [claimIn(limit.unit), claimIn(limit.unit === "money" ? "tokens" : "money")];
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
  const run = {
    keepUntil: now + keepRunMs,
    ...(was !== undefined && { was }),
    ...(most !== undefined && { most }),
  };
  const claim = { budgetId, period: runPeriod, unit, limit, run };
  if (unit === "tokens") {
    return { ...claim, fixed: inputTokens, perMillionOutput: 1_000_000 };
  }
  return price
    ? { ...claim, fixed: inputCost(inputTokens, price), perMillionOutput: price.output }
    : {
        ...claim,
        fixed: inputTokens * microUnitsPerToken,
        perMillionOutput: 1_000_000 * microUnitsPerToken,
        perToken: microUnitsPerToken,
      };
}

export function runBudgetIds(
  owner: Pick<Caller, "tokenId" | "userId">,
  id: string,
): Readonly<Record<RunLimit["unit"], string>> {
  return { money: runBudgetId(owner, id, "money"), tokens: runBudgetId(owner, id, "tokens") };
}

/** The id of a run's budget. It contains the owner, because owners must never share a run. */
function runBudgetId(
  { tokenId, userId }: Pick<Caller, "tokenId" | "userId">,
  id: string,
  unit: RunLimit["unit"],
): string {
  const owner = userId === undefined ? `token ${tokenId}` : `user ${userId}`;
  const hash = createHash("sha256").update(`${owner}\n${id}`).digest("hex").slice(0, 40);
  return `run-${unit}-${hash}`;
}

export interface RunStanding extends Pick<BudgetState, "spent" | "reserved"> {
  readonly unit: RunLimit["unit"];
  readonly limit: Amount;
}

export function runStanding(
  { budgetId, unit, limit, run, perToken }: BudgetClaim,
  states: readonly BudgetState[],
): RunStanding | undefined {
  const state = states.find((one) => one.budgetId === budgetId);
  const holding = Math.min(state?.limit ?? limit, run?.most ?? Infinity);
  if (!state || holding >= noLimit) {
    return undefined;
  }
  const { spent, reserved } = state;
  // For a model without a price, people think in tokens.
  return perToken === undefined
    ? { unit, limit: holding, spent, reserved }
    : {
        unit: "tokens",
        limit: Math.floor(holding / perToken),
        spent: Math.ceil(spent / perToken),
        reserved: Math.ceil(reserved / perToken),
      };
}

export function runRemaining({ unit, limit, spent, reserved }: RunStanding): string {
  const left = Math.max(0, limit - spent - reserved);
  return unit === "money" ? formatMoney(left) : `${left} tokens`;
}

/** The error of a used-up cap; always 402, unlike a used-up budget. */
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
