import { HubError, toFailure } from "../../hub/errors/hubError.ts";
import type { DayRange } from "../../hub/usage/usageClient.ts";
import { readUsageHeaders, type UsageHints } from "../../hub/usage/usageHeaders.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { Emitter } from "../../shared/base/emitter.ts";
import { type Disposable, DisposableStore, toDisposable } from "../../shared/base/lifecycle.ts";
import type { Failure } from "../../shared/failures/failure.ts";
import type { UsageReport } from "../../shared/hubApi/usageReport.ts";

export interface UsageTrackerDeps {
  readonly connection: {
    readonly state: { readonly state: string; readonly baseUrl?: string };
    readonly token: string | undefined;
    readonly onDidChange: (listener: () => void) => Disposable;
    readonly onDidHear: (listener: (headers: Headers) => void) => Disposable;
    usage(options: {
      readonly signal: AbortSignal;
      readonly range?: DayRange;
    }): Promise<UsageReport>;
  };
  readonly clock: Clock;
}

const maxAgeMs = 5 * 60_000;

const settleMs = 400;

/**
 * Budgets of the connected token. Loads the report when a chat is shown and after each answer; before the first report
 * uses answer headers. Sends nothing by itself while no chat is visible.
 */
export class UsageTracker implements Disposable {
  readonly #deps: UsageTrackerDeps;
  readonly #disposables = new DisposableStore();
  readonly #didChange = this.#disposables.add(new Emitter<undefined>());
  #report: UsageReport | undefined;
  #hints: UsageHints | undefined;
  #failure: Failure | undefined;
  /** True if the hub has no usage report: it is requested again only when the person asks. */
  #isUnsupported = false;
  /** True if an answer ended after the last report was requested. */
  #isStale = false;
  #watchers = 0;
  #subject = "";
  #loading: Promise<void> | undefined;
  #abort = new AbortController();
  #cancelTimer: (() => void) | undefined;

  readonly onDidChange = this.#didChange.event;

  constructor(deps: UsageTrackerDeps) {
    this.#deps = deps;
    const { connection } = deps;
    this.#disposables.add(connection.onDidChange(() => this.#follow()));
    this.#disposables.add(connection.onDidHear((headers) => this.#hear(headers)));
  }

  /** The last report with the newest rates; before it, values from headers. */
  get report(): UsageReport | undefined {
    const { budgets = [], rates = [] } = this.#hints ?? {};
    if (!this.#report) {
      return (
        this.#hints && {
          fetchedAt: this.#deps.clock.now(),
          budgets: [...budgets],
          rates: [...rates],
        }
      );
    }
    return rates.length === 0 ? this.#report : { ...this.#report, rates: [...rates] };
  }

  get failure(): Failure | undefined {
    return this.#failure;
  }

  watch(): Disposable {
    this.#watchers += 1;
    const age = this.#deps.clock.now() - (this.#report?.fetchedAt ?? 0);
    if (age >= maxAgeMs || this.#isStale) {
      this.#askIn(0);
    } else if (this.#watchers === 1) {
      this.#askIn(maxAgeMs - age);
    }
    return toDisposable(() => {
      this.#watchers -= 1;
      if (this.#watchers === 0) {
        this.#cancelTimer?.();
      }
    });
  }

  answerEnded(): void {
    this.#isStale = true;
    this.#askIn(settleMs);
  }

  refresh(): Promise<void> {
    this.#isUnsupported = false;
    return this.#load();
  }

  dispose(): void {
    this.#cancelTimer?.();
    this.#abort.abort();
    this.#disposables.dispose();
  }

  #askIn(ms: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (!this.#isUnsupported && this.#watchers > 0) {
      this.#cancelTimer = this.#deps.clock.startTimer(() => void this.#load(), ms);
    }
  }

  async #load(): Promise<void> {
    const { signal } = this.#abort;
    this.#loading ??= this.#ask(signal).finally(() => {
      if (!signal.aborted) {
        this.#loading = undefined;
        // A report requested before an answer ended does not contain it.
        this.#askIn(this.#isStale ? 0 : maxAgeMs);
      }
    });
    await this.#loading;
  }

  async #ask(signal: AbortSignal): Promise<void> {
    this.#isStale = false;
    try {
      const report = await this.#deps.connection.usage({ signal });
      if (!signal.aborted) {
        this.#report = report;
        this.#hints = undefined;
        this.#failure = undefined;
      }
    } catch (error) {
      if (!signal.aborted) {
        this.#failure = toFailure(error);
        this.#isUnsupported = error instanceof HubError && isUnsupported(error);
      }
    }
    if (!signal.aborted) {
      this.#didChange.fire(undefined);
    }
  }

  /** Follows the connection, because budgets of the previous hub or token must not be shown. */
  #follow(): void {
    const { state, token } = this.#deps.connection;
    const subject = `${state.baseUrl ?? ""} ${token ?? ""}`;
    if (subject === this.#subject) {
      return;
    }
    this.#subject = subject;
    this.#cancelTimer?.();
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#loading = undefined;
    this.#report = undefined;
    this.#hints = undefined;
    this.#failure = undefined;
    this.#isUnsupported = false;
    this.#didChange.fire(undefined);
    if (state.state === "ready") {
      this.#askIn(0);
    }
  }

  #hear(headers: Headers): void {
    const hints = readUsageHeaders(headers, this.#deps.clock.now());
    this.#isStale ||= this.#watchers === 0;
    if (hints) {
      this.#hints = hints;
      this.#didChange.fire(undefined);
    }
  }
}

/** The hub does not know the path, or answers it with something else. */
function isUnsupported({ failure }: HubError): boolean {
  return (
    failure.kind === "not_a_hub" ||
    failure.httpStatus === 404 ||
    failure.httpStatus === 405 ||
    failure.httpStatus === 501
  );
}
