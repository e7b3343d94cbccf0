import type { Clock } from "../../shared/base/clock.ts";
import { atMost } from "../../shared/base/waiting.ts";
import type { HubPolicy } from "../../shared/hubApi/agentPolicy.ts";
import { tightestBudget, usedShare } from "../../shared/hubApi/budgets.ts";
import type { UsageReport } from "../../shared/hubApi/usageReport.ts";

const lookAgainMs = 5 * 60_000;
const firstMs = 3_000;

export interface HubAllowanceDeps {
  readonly policy: (signal: AbortSignal) => Promise<HubPolicy>;
  readonly usage: (signal: AbortSignal) => Promise<UsageReport>;
  readonly clock: Clock;
  /** Whether completion is allowed has changed. */
  readonly onChange: () => void;
  /** It was read that the policy allows completion, or that the budgets have room, be that new or not. */
  readonly onOpen: (what: "denied" | "budget") => void;
}

/** What the connected hub allows completion to do: at all, in a minute, and of the budgets. */
export class HubAllowance {
  readonly #deps: HubAllowanceDeps;
  /** Aborted when another hub is connected, or completion is turned off. */
  #round = new AbortController();
  /** Settles with the first reading of this hub's policy and budgets. */
  #first: Promise<unknown> | undefined;
  #lookedAt = 0;
  #isAllowed = true;
  #perMinute: number | undefined;
  #budget = { used: undefined as number | undefined, at: -Infinity };

  constructor(deps: HubAllowanceDeps) {
    this.#deps = deps;
  }

  /** False where the hub's policy excludes completion for this token. */
  get isAllowed(): boolean {
    return this.#isAllowed;
  }

  /** Completions in a minute, where the hub says so. */
  get perMinute(): number | undefined {
    return this.#perMinute;
  }

  /** Of the tightest budget, 0 to 1; undefined if there is none that we could see. */
  get budgetUsed(): number | undefined {
    return this.#budget.used;
  }

  /**
   * Whether completion is allowed. Waits for a hub's first answers about its policy and the budgets, three seconds at
   * most; later ones are read beside the keys. What a hub that does not answer does not allow, it refuses by itself.
   */
  async check(): Promise<boolean> {
    const { clock } = this.#deps;
    const now = clock.now();
    if (!this.#first || now - this.#lookedAt >= lookAgainMs) {
      this.#lookedAt = now;
      // The budgets too: while one keeps completion quiet no request would look, and a new month would not be seen.
      const read = Promise.all([this.#readPolicy(), this.lookAtBudget()]);
      this.#first ??= atMost(clock, firstMs, read);
    }
    await this.#first;
    return this.#isAllowed;
  }

  /** The headers of an answer. */
  heard(headers: Headers): void {
    const limit = Number(headers.get("x-hub-completions-limit"));
    this.#perMinute = limit > 0 ? limit : this.#perMinute;
  }

  /** Reads the budgets, at most once in five minutes: at 80 % completion comes only on demand. */
  async lookAtBudget(): Promise<void> {
    const now = this.#deps.clock.now();
    if (now - this.#budget.at < lookAgainMs) {
      return;
    }
    const { signal } = this.#round;
    this.#budget = { ...this.#budget, at: now };
    // A hub without a report has no budget that we could see; of one that does not answer the last stays.
    const report = await this.#deps.usage(signal).catch(() => undefined);
    if (!report || signal.aborted) {
      return;
    }
    const tightest = tightestBudget(report.budgets);
    const used = tightest && usedShare(tightest);
    this.#budget = { used, at: now };
    if (used === undefined || used < 1) {
      this.#deps.onOpen("budget");
    }
  }

  /** Another hub, token or setting: nothing of before counts. */
  renew(): void {
    this.stop();
    this.#round = new AbortController();
    this.#first = undefined;
    this.#isAllowed = true;
    this.#perMinute = undefined;
    this.#budget = { used: undefined, at: -Infinity };
  }

  /** Ends what is being read. */
  stop(): void {
    this.#round.abort();
  }

  async #readPolicy(): Promise<void> {
    const { signal } = this.#round;
    // What an unreachable hub last said stays so.
    const policy = await this.#deps.policy(signal).catch(() => undefined);
    if (!policy || signal.aborted) {
      return;
    }
    const { is_allowed: isAllowed = true, requests_per_minute: perMinute } =
      policy.completion ?? {};
    this.#perMinute ??= perMinute ?? undefined;
    if (this.#isAllowed !== isAllowed) {
      this.#isAllowed = isAllowed;
      this.#deps.onChange();
    }
    if (isAllowed) {
      this.#deps.onOpen("denied");
    }
  }
}
