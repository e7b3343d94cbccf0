import { UsageSum } from "../../chat/tools/usageSum.ts";
import type { StreamOptions } from "../../hub/wire/chatTypes.ts";
import type { Usage } from "../../shared/conversation/conversation.ts";
import type { Failure } from "../../shared/failures/failure.ts";
import type { RunCap, RunCapState } from "./runCap.ts";

/** The usage of a run, with its helpers and compactions. */
export class RunMeter {
  readonly #requests: Usage[] = [];

  readonly #cap: RunCap | undefined;
  readonly #tokensBefore: number;

  /** `before`: the usage of the run's earlier part. */
  constructor(
    { cost, tokens = 0 }: { readonly cost: string; readonly tokens?: number | undefined },
    cap?: RunCap,
  ) {
    this.#requests.push({ cost });
    this.#tokensBefore = tokens;
    this.#cap = cap;
  }

  /** Options of each request, so that the hub counts it for the run's cap. */
  get requestOptions(): Pick<StreamOptions, "run"> {
    return this.#cap ? { run: this.#cap.request } : {};
  }

  /** The cap for a run that continues this one. */
  get cap(): RunCapState | undefined {
    return this.#cap?.state;
  }

  /** Why no further request is allowed; undefined if one is. */
  get capFailure(): Failure | undefined {
    return this.#cap?.failureAt(this.total, this.tokens);
  }

  /** True if the hub reported no cost, or does not enforce the cap: a running request may exceed it. */
  get isApproximate(): boolean {
    const isReported = this.#requests.some(({ cost }, index) => index > 0 && cost !== undefined);
    return !isReported || this.#cap?.isHeld === false;
  }

  /** Begins a request. Its usage reports go to the returned function; the last one counts. */
  nextRequest(): (usage: Usage) => void {
    const index = this.#requests.push({}) - 1;
    return (usage) => {
      this.#requests[index] = { ...this.#requests[index], ...usage };
    };
  }

  /** A decimal as the hub reported it; "0" if it reported none. */
  get cost(): string {
    return this.total.cost ?? "0";
  }

  /** Input and output of the whole run; 0 if the hub reported none. */
  get tokens(): number {
    const { inputTokens = 0, outputTokens = 0 } = this.total;
    return this.#tokensBefore + inputTokens + outputTokens;
  }

  /** The usage of all requests; the run's earlier part counts only with its cost. */
  get total(): Usage {
    const sum = new UsageSum();
    let total: Usage = {};
    for (const usage of this.#requests) {
      sum.nextRequest();
      total = sum.add(usage);
    }
    return total;
  }
}
