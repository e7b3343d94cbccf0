import { type ReadonlySignal, signal } from "@preact/signals";

import type { Client } from "../../shared/base/rpc.ts";
import type { Failure } from "../../shared/failures/failure.ts";
import type { usageHostContract } from "../../shared/hubApi/usageContract.ts";
import type { UsageReport } from "../../shared/hubApi/usageReport.ts";
import type { Metric } from "./figures.ts";
import { dayAt, type Days, daysOf, type RangeName } from "./ranges.ts";

export interface Loaded {
  readonly report: UsageReport | undefined;
  readonly failure: Failure | undefined;
  readonly host: string | undefined;
  readonly isSilent: boolean;
}

export interface UsageStateDeps {
  readonly host: Client<typeof usageHostContract>;
  readonly now: () => number;
}

export class UsageState {
  readonly #deps: UsageStateDeps;
  readonly #loaded = signal<Loaded | undefined>(undefined);
  readonly #isLoading = signal(false);
  readonly #range = signal<RangeName>("month");
  readonly #days = signal<Days | undefined>(undefined);
  #round = 0;

  /** The chosen figure; undefined: the first reported one. */
  readonly metric = signal<Metric | undefined>(undefined);

  constructor(deps: UsageStateDeps) {
    this.#deps = deps;
  }

  get loaded(): ReadonlySignal<Loaded | undefined> {
    return this.#loaded;
  }

  get isLoading(): ReadonlySignal<boolean> {
    return this.#isLoading;
  }

  get range(): ReadonlySignal<RangeName> {
    return this.#range;
  }

  get days(): ReadonlySignal<Days | undefined> {
    return this.#days;
  }

  get today(): string {
    return dayAt(this.#deps.now(), this.#loaded.value?.report?.timeZone);
  }

  choose(range: RangeName): void {
    this.#range.value = range;
    if (range !== "custom") {
      // The hub's own current period is the most exact month.
      this.#days.value = range === "month" ? undefined : daysOf(range, this.today);
      void this.load();
    }
  }

  chooseDays(days: Days): void {
    this.#days.value = days;
    void this.load();
  }

  /** Never rejects; of overlapping calls the last counts. */
  async load(): Promise<void> {
    this.#round += 1;
    const round = this.#round;
    this.#isLoading.value = true;
    const range = this.#days.value;
    const answer = await this.#deps.host.load(range ? { range } : {}).catch(() => undefined);
    if (round !== this.#round) {
      return;
    }
    const { report, failure, host } = answer ?? {};
    this.#loaded.value = { report, failure, host, isSilent: answer === undefined };
    this.#isLoading.value = false;
  }

  setToken(): void {
    void this.#deps.host.setToken({}).catch(() => undefined);
  }

  diagnose(): void {
    void this.#deps.host.diagnose({}).catch(() => undefined);
  }
}
