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
  readonly onChange: () => void;
  /** Called after each check that allows completion, changed or not. */
  readonly onOpen: (what: "denied" | "budget") => void;
}

export class HubAllowance {
  readonly #deps: HubAllowanceDeps;
  #round = new AbortController();
  #first: Promise<unknown> | undefined;
  #lookedAt = 0;
  #isAllowed = true;
  #hasNextEdits = false;
  #perMinute: number | undefined;
  #budget = { used: undefined as number | undefined, at: -Infinity };

  constructor(deps: HubAllowanceDeps) {
    this.#deps = deps;
  }

  get isAllowed(): boolean {
    return this.#isAllowed;
  }

  /** True once the hub has said that it has requests for the next edit. */
  get hasNextEdits(): boolean {
    return this.#hasNextEdits;
  }

  get perMinute(): number | undefined {
    return this.#perMinute;
  }

  get budgetUsed(): number | undefined {
    return this.#budget.used;
  }

  /**
   * Waits at most three seconds for a hub's first policy and budgets; later readings run in the background. An
   * unreachable hub does not block completion here: requests fail anyway.
   */
  async check(): Promise<boolean> {
    const { clock } = this.#deps;
    const now = clock.now();
    if (!this.#first || now - this.#lookedAt >= lookAgainMs) {
      this.#lookedAt = now;
      // Includes the budgets: while a budget blocks completion no request would refresh it, and a new month would go
      // unnoticed.
      const read = Promise.all([this.#readPolicy(), this.lookAtBudget()]);
      this.#first ??= atMost(clock, firstMs, read);
    }
    await this.#first;
    return this.#isAllowed;
  }

  heard(headers: Headers): void {
    const limit = Number(headers.get("x-hub-completions-limit"));
    this.#perMinute = limit > 0 ? limit : this.#perMinute;
  }

  /** Checks the budget, at most once in five minutes. Above 80 % used, completion runs only on demand. */
  async lookAtBudget(): Promise<void> {
    const now = this.#deps.clock.now();
    if (now - this.#budget.at < lookAgainMs) {
      return;
    }
    const { signal } = this.#round;
    this.#budget = { ...this.#budget, at: now };
    // A hub without a report shows no budget; if a hub does not answer, the last report stays.
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

  renew(): void {
    this.stop();
    this.#round = new AbortController();
    this.#first = undefined;
    this.#isAllowed = true;
    this.#hasNextEdits = false;
    this.#perMinute = undefined;
    this.#budget = { used: undefined, at: -Infinity };
  }

  stop(): void {
    this.#round.abort();
  }

  async #readPolicy(): Promise<void> {
    const { signal } = this.#round;
    // An unreachable hub's last policy stays in force.
    const policy = await this.#deps.policy(signal).catch(() => undefined);
    if (!policy || signal.aborted) {
      return;
    }
    const {
      is_allowed: isAllowed = true,
      requests_per_minute: perMinute,
      next_edits: hasNextEdits = false,
    } = policy.completion ?? {};
    this.#hasNextEdits = hasNextEdits;
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
