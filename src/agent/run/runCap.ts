import type { RunOptions } from "../../hub/chatTypes.ts";
import type { Usage } from "../../shared/conversation.ts";
import type { Failure } from "../../shared/failure.ts";

/** A run's name at the hub and its limit there, as a later run that goes on needs them. It is JSON. */
export interface RunCapState {
  readonly id: string;
  /** As in `X-Hub-Run-Limit`. */
  readonly limit: string;
}

/** Tokens that count for one unit of money where a model has no price, as at the hub: 500,000 for 2.00. */
const tokensPerUnit = 250_000;
const maxAmount = 999_999_999;

/**
 * The cap of one run. Every request of the run carries it, those of compactions and helpers too. A hub that knows it
 * holds it exactly; for any other hub the run stops before the next request, by the costs or tokens that the hub reported.
 */
export class RunCap {
  readonly state: RunCapState;
  readonly #maxCost: number;
  /** The limit that the person replaced when the run went on. */
  readonly #was: string | undefined;
  #answers = 0;
  #heldAnswers = 0;

  /** `maxCost` is in the hub's currency; `earlier` is the state of the run that goes on. */
  constructor(id: string, maxCost: number, earlier?: RunCapState) {
    const limit = decimal(maxCost);
    this.state = { id: earlier?.id ?? id, limit };
    this.#maxCost = maxCost;
    this.#was = earlier && earlier.limit !== limit ? earlier.limit : undefined;
  }

  /** What each request carries. */
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

  /** Whether the hub holds the cap: each answer so far said so. */
  get isHeld(): boolean {
    return this.#answers > 0 && this.#heldAnswers === this.#answers;
  }

  /** Why no request may follow by what the hub reported; undefined if one may, or if the hub decides. */
  failureAt(total: Usage): Failure | undefined {
    if (this.isHeld) {
      return undefined;
    }
    const cost = Number(total.cost ?? 0);
    const tokens = (total.inputTokens ?? 0) + (total.outputTokens ?? 0);
    const isUsedUp =
      cost > 0 ? cost >= this.#maxCost : tokens >= this.#maxCost * tokensPerUnit && tokens > 0;
    const used = cost > 0 ? { used: total.cost ?? "", limit: this.state.limit } : {};
    return isUsedUp || this.#maxCost <= 0 ? { kind: "run_budget", ...used } : undefined;
  }
}

/** As `2.00`, with at most six places. */
function decimal(amount: number): string {
  const bounded = Number.isFinite(amount) ? Math.min(Math.max(0, amount), maxAmount) : maxAmount;
  return bounded.toFixed(6).replace(/0{1,4}$/u, "");
}
