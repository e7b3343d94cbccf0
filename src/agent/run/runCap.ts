import type { RunOptions } from "../../hub/wire/chatTypes.ts";
import type { Usage } from "../../shared/conversation/conversation.ts";
import type { Failure } from "../../shared/failures/failure.ts";
import type { RunEnd } from "./cards/agentEvents.ts";

export interface RunCapState {
  readonly id: string;
  readonly limit: string;
}

/** Tokens of a model without a price that count as one unit of money: 500,000 for 2.00. */
export const tokensPerUnit = 250_000;
const maxAmount = 999_999_999;

/**
 * The cap is sent with every request, also of compactions and helpers. A hub that knows it enforces it exactly; with
 * another hub the run stops before the next request.
 */
export class RunCap {
  readonly state: RunCapState;
  readonly #maxCost: number;
  readonly #was: string | undefined;
  #answers = 0;
  #heldAnswers = 0;

  constructor(id: string, maxCost: number, earlier?: RunCapState) {
    const limit = decimal(maxCost);
    this.state = { id: earlier?.id ?? id, limit };
    this.#maxCost = maxCost;
    this.#was = earlier && earlier.limit !== limit ? earlier.limit : undefined;
  }

  get request(): RunOptions {
    const { id, limit } = this.state;
    return {
      id,
      limit: this.#was === undefined ? limit : `${limit}; was=${this.#was}`,
      onAnswer: (remaining) => {
        this.#answers += 1;
        this.#heldAnswers += remaining === undefined ? 0 : 1;
      },
    };
  }

  get isHeld(): boolean {
    return this.#answers > 0 && this.#heldAnswers === this.#answers;
  }

  /** Undefined if a request is allowed, or if the hub decides. */
  failureAt(total: Pick<Usage, "cost" | "currency">, tokens: number): Failure | undefined {
    if (this.isHeld) {
      return undefined;
    }
    const cost = Number(total.cost ?? 0);
    const isUsedUp =
      cost > 0 ? cost >= this.#maxCost : tokens >= this.#maxCost * tokensPerUnit && tokens > 0;
    return isUsedUp || this.#maxCost <= 0
      ? { kind: "run_budget", ...this.#standing(total, tokens) }
      : undefined;
  }

  #standing(
    { cost, currency }: Pick<Usage, "cost" | "currency">,
    tokens: number,
  ): Pick<Failure, "used" | "limit" | "unit"> {
    if (Number(cost ?? 0) > 0) {
      const { limit } = this.state;
      return { used: cost, limit, ...(currency !== undefined && { unit: currency }) };
    }
    const limit = String(Math.round(this.#maxCost * tokensPerUnit));
    return { used: String(tokens), limit, unit: "tokens" };
  }
}

function decimal(amount: number): string {
  const bounded = Number.isFinite(amount) ? Math.min(Math.max(0, amount), maxAmount) : maxAmount;
  return bounded.toFixed(6).replace(/0{1,4}$/u, "");
}

export interface CapPause {
  readonly unit: "money" | "tokens" | "steps";
  readonly used: string;
  readonly limit: string;
  readonly currency?: string;
  readonly more?: string;
}

export interface CapTerms {
  readonly step: number;
  readonly most?: number | undefined;
}

/** The cap of the next run. `isRaised`: the person allowed one more step. Only the hub's policy lowers a cap. */
export function nextCap(
  { step, most = Infinity }: CapTerms,
  earlier?: RunCapState,
  isRaised = false,
): number {
  const before = Number(earlier?.limit ?? 0);
  return Math.min(isRaised ? before + step : Math.max(before, step), most);
}

export function capPause(
  { pause, failure, steps }: Pick<RunEnd, "pause" | "failure" | "steps">,
  terms: CapTerms & { readonly maxSteps: number },
): CapPause | undefined {
  if (pause === "steps") {
    return {
      unit: "steps",
      used: String(steps),
      limit: String(steps),
      more: String(terms.maxSteps),
    };
  }
  const { used, limit, unit: name } = failure ?? {};
  if (pause !== "budget" || used === undefined || limit === undefined) {
    return undefined;
  }
  const unit = name === "tokens" ? "tokens" : "money";
  const perUnit = unit === "tokens" ? tokensPerUnit : 1;
  const added = nextCap(terms, { id: "", limit: String(Number(limit) / perUnit) }, true);
  // Rounded, because 2.10 - 2 is not 0.10 in binary.
  const more = Math.round((added * perUnit - Number(limit)) * 1e6) / 1e6;
  return {
    unit,
    used,
    limit,
    ...(unit === "money" && name !== undefined && { currency: name }),
    ...(more > 0 && { more: String(more) }),
  };
}

/** An amount as `4.00`; undefined for steps, and if there is no more. */
export function raisedCap({ unit, limit, more }: CapPause): string | undefined {
  if (unit === "steps" || more === undefined) {
    return undefined;
  }
  return decimal((Number(limit) + Number(more)) / (unit === "tokens" ? tokensPerUnit : 1));
}

/** In English, for programs: "Paused: 434,150 of 500,000 tokens used". */
export function capPauseText(cap: CapPause): string {
  return `Paused: ${amountOf(cap, cap.used)} of ${withUnit(cap, cap.limit)} used`;
}

export function capMoreText(cap: CapPause): string | undefined {
  return cap.more === undefined ? undefined : withUnit(cap, cap.more, "more ");
}

function withUnit(cap: CapPause, amount: string, more = ""): string {
  const { unit, currency } = cap;
  const name = unit === "money" ? (currency ?? "") : unit;
  return `${amountOf(cap, amount)} ${more}${name}`.trim();
}

function amountOf({ unit }: CapPause, amount: string): string {
  return new Intl.NumberFormat("en", {
    minimumFractionDigits: unit === "money" ? 2 : 0,
    maximumFractionDigits: 6,
  }).format(Number(amount));
}
