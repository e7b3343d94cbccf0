import { UsageSum } from "../../chat/tools/usageSum.ts";
import type { StreamOptions } from "../../hub/wire/chatTypes.ts";
import type { Usage } from "../../shared/conversation/conversation.ts";
import type { Failure } from "../../shared/failures/failure.ts";
import type { RunCap, RunCapState } from "./runCap.ts";

export class RunMeter {
  readonly #requests: Usage[] = [];

  readonly #cap: RunCap | undefined;
  readonly #tokensBefore: number;

  constructor(
    { cost, tokens = 0 }: { readonly cost: string; readonly tokens?: number | undefined },
    cap?: RunCap,
  ) {
    this.#requests.push({ cost });
    this.#tokensBefore = tokens;
    this.#cap = cap;
  }

  get requestOptions(): Pick<StreamOptions, "run"> {
    return this.#cap ? { run: this.#cap.request } : {};
  }

  get cap(): RunCapState | undefined {
    return this.#cap?.state;
  }

  get capFailure(): Failure | undefined {
    return this.#cap?.failureAt(this.total, this.tokens);
  }

  get isApproximate(): boolean {
    const isReported = this.#requests.some(({ cost }, index) => index > 0 && cost !== undefined);
    return !isReported || this.#cap?.isHeld === false;
  }

  /** Usage reports of the request go to the returned function; the last one counts. */
  nextRequest(): (usage: Usage) => void {
    const index = this.#requests.push({}) - 1;
    return (usage) => {
      this.#requests[index] = { ...this.#requests[index], ...usage };
    };
  }

  get cost(): string {
    return this.total.cost ?? "0";
  }

  get tokens(): number {
    const { inputTokens = 0, outputTokens = 0 } = this.total;
    return this.#tokensBefore + inputTokens + outputTokens;
  }

  /** Includes the cost of the run's earlier part, without its tokens. */
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
