import type { Clock } from "../../../shared/base/clock.ts";
import type { Amount, Price, TokenUsage } from "../../store/records.ts";
import type { Ledger, Settlement } from "../../store/store.ts";
import { formatMoney } from "../../values/money.ts";
import { type TextCount, TokenCount } from "../../values/tokenCount.ts";
import type { OnGovernanceEvent } from "../policy/events.ts";
import type { Meter } from "./admission.ts";
import { type HiddenPaces, ReasoningTime } from "./hiddenOutput.ts";

export const leaseMs = 60_000;
const renewMs = 10_000;

/** No tokenizer averages more characters per token, even with long runs of blanks. */
const maxCharactersPerToken = 16;

const noTokens: TokenUsage = {
  inputTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
};

/** The highest reported count; a false report must not make sums inexact. */
const maxReported = 100_000_000;

export interface MeterOptions {
  readonly id: string;
  readonly inputTokens: number;
  readonly grantedTokens: number;
  /**
   * True if the upstream got the granted limit, and the request did not ask for more. The answer is then cut only far
   * beyond the grant, because our estimate may be wrong.
   */
  readonly isModelTold: boolean;
  readonly isCounted: boolean;
  /** True if the request has a place among its token's parallel requests. */
  readonly hasPlace: boolean;
  readonly cachesHour: boolean;
  readonly hidden: { readonly paces: HiddenPaces; readonly model: string };
  readonly costOf: (usage: TokenUsage, price: Price | undefined) => Amount;
  readonly savedOf: (usage: TokenUsage, price: Price | undefined) => Amount;
  readonly clock: Clock;
  readonly ledger: Pick<Ledger, "renew" | "leavePlace">;
  readonly write: (settlement: Settlement) => Promise<void>;
  readonly onEvent: OnGovernanceEvent;
}

interface Billed extends Pick<Settlement, "usageSource"> {
  readonly usage: TokenUsage;
}

export class AnswerMeter implements Meter {
  readonly #options: MeterOptions;
  readonly #startedAt: number;
  readonly #count = new TokenCount();
  readonly #reasoning: ReasoningTime;
  /** True if the upstream reports its usage while it answers, so that nothing is hidden. */
  #reportsAlong = false;
  #reported: TokenUsage | undefined;
  #price: Price | undefined;
  #unknown: "nothing" | "unreported" | "rest" = "nothing";
  #isWorkedOn = false;
  #settled: ReturnType<Meter["settle"]> | undefined;
  #cancelRenewal: () => void;

  constructor(options: MeterOptions) {
    this.#options = options;
    this.#startedAt = options.clock.now();
    this.#reasoning = new ReasoningTime(options.clock);
    this.#cancelRenewal = this.#renewLater();
  }

  readonly addOutput = (text: string): boolean => {
    this.#count.add(text);
    this.#reasoning.outputCame();
    const { isModelTold, grantedTokens } = this.#options;
    return isModelTold
      ? this.#count.characters < grantedTokens * maxCharactersPerToken
      : this.#count.isBelow(grantedTokens);
  };

  readonly addCounted = (count: TextCount): void => this.#count.addCounted(count);

  readonly blockBegan = (isReasoning: boolean): void => this.#reasoning.blockBegan(isReasoning);

  readonly report = (usage: TokenUsage): void => {
    const reported = boundedUsage(usage, this.#options.cachesHour);
    // Some upstreams send zeros for tokens that they have not counted.
    if (reported.inputTokens + reported.outputTokens > 0) {
      this.#reported = reported;
      this.#reportsAlong = this.#reasoning.isMeasured;
    }
  };

  readonly assumeAll: Meter["assumeAll"] = (reported) => {
    this.#unknown = reported === "final" ? "unreported" : "rest";
  };

  get isCounted(): boolean {
    return this.#options.isCounted || (this.#price?.output ?? 0) > 0;
  }

  readonly assumeInput = (): void => {
    this.#isWorkedOn = true;
  };

  readonly leavePlace = (): void => {
    const { id, hasPlace, ledger, onEvent } = this.#options;
    if (hasPlace && !this.#settled) {
      ledger
        .leavePlace(id)
        .catch((error: unknown) => onEvent({ kind: "storeFailed", during: "settle", error }));
    }
  };

  readonly costsAt = (price: Price | undefined): void => {
    this.#price = price;
    this.#reasoning.restart();
  };

  get hasCost(): boolean {
    return this.#isWorkedOn || this.#reported !== undefined || this.#count.tokens > 0;
  }

  readonly settle: Meter["settle"] = (...end) => {
    this.#settled ??= this.#write(...end);
    return this.#settled;
  };

  async #write(
    ...[outcome, status, isComplete = outcome === "complete"]: Parameters<Meter["settle"]>
  ): ReturnType<Meter["settle"]> {
    this.#cancelRenewal();
    if (isComplete) {
      this.#learn();
    }
    const { id, clock, costOf, savedOf, write } = this.#options;
    const isReserved =
      this.#unknown === "rest" || (this.#unknown === "unreported" && !this.#reported);
    const { usage, usageSource } = isReserved
      ? this.#reservation()
      : this.#billed(outcome, isComplete);
    const now = clock.now();
    const cost = costOf(usage, this.#price);
    const latencyMs = Math.max(0, now - this.#startedAt);
    await write({ id, now, ...usage, cost, usageSource, outcome, status, latencyMs });
    const saved = savedOf(usage, this.#price);
    return { cost: formatMoney(cost), usage, ...(saved > 0 && { saved: formatMoney(saved) }) };
  }

  #billed(outcome: Settlement["outcome"], isComplete: boolean): Billed {
    const isLeft = outcome === "client_abort" && !isComplete;
    const counted = isLeft ? this.#countedWithHidden() : this.#counted();
    const reported = this.#reportedUsage();
    if (!reported || (reported.outputTokens === 0 && counted > 0)) {
      const isNothing = outcome === "failed" && !this.hasCost;
      const input = reported ?? { ...noTokens, inputTokens: this.#options.inputTokens };
      const usage = isNothing ? noTokens : { ...input, outputTokens: counted };
      return { usage, usageSource: "estimated" };
    }
    if (isComplete || reported.outputTokens >= counted) {
      const isWhole = reported === this.#reported;
      return { usage: reported, usageSource: isWhole ? "upstream" : "estimated" };
    }
    return { usage: { ...reported, outputTokens: counted }, usageSource: "estimated" };
  }

  #reportedUsage(): TokenUsage | undefined {
    const { inputTokens } = this.#options;
    const reported = this.#reported;
    return reported?.inputTokens === 0 && inputTokens > 0 ? { ...reported, inputTokens } : reported;
  }

  /** The counted tokens, at most the grant: an estimate must not pass a budget. */
  #counted(): number {
    return Math.min(this.#count.tokens, this.#options.grantedTokens);
  }

  #countedWithHidden(): number {
    const { hidden, grantedTokens } = this.#options;
    const { isMeasured, ms } = this.#reasoning;
    const unseen = isMeasured && !this.#reportsAlong ? hidden.paces.hiddenIn(hidden.model, ms) : 0;
    return Math.min(this.#count.tokens + unseen, grantedTokens);
  }

  #learn(): void {
    const { paces, model } = this.#options.hidden;
    const { isMeasured, ms: reasonedMs } = this.#reasoning;
    if (this.#reported && isMeasured) {
      const { outputTokens: reported } = this.#reported;
      paces.learn(model, { reported, counted: this.#count.tokens, reasonedMs });
    }
  }

  #reservation(): Billed {
    const { inputTokens, grantedTokens } = this.#options;
    const reported = this.#reportedUsage() ?? { ...noTokens, inputTokens };
    const granted = Number.isFinite(grantedTokens) ? grantedTokens : this.#counted();
    const outputTokens = Math.max(reported.outputTokens, granted);
    return { usage: { ...reported, outputTokens }, usageSource: "estimated" };
  }

  #renewLater(): () => void {
    const { id, clock, ledger, onEvent } = this.#options;
    return clock.startTimer(() => {
      this.#cancelRenewal = this.#renewLater();
      ledger
        .renew(id, this.#counted(), clock.now() + leaseMs)
        .catch((error: unknown) => onEvent({ kind: "storeFailed", during: "renew", error }));
    }, renewMs);
  }
}

function boundedUsage(usage: TokenUsage, cachesHour: boolean): TokenUsage {
  const { cacheWriteHourTokens = cachesHour ? usage.cacheWriteTokens : 0 } = usage;
  return {
    inputTokens: bounded(usage.inputTokens),
    cachedTokens: bounded(usage.cachedTokens),
    cacheWriteTokens: bounded(usage.cacheWriteTokens),
    cacheWriteHourTokens: bounded(cacheWriteHourTokens),
    outputTokens: bounded(usage.outputTokens),
  };
}

function bounded(count: number): number {
  return Number.isFinite(count) ? Math.min(Math.max(0, Math.ceil(count)), maxReported) : 0;
}
