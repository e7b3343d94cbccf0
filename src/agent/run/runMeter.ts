import { UsageSum } from "../../chat/tools/usageSum.ts";
import type { Usage } from "../../shared/conversation.ts";

/** What a run has used so far, its helpers and compactions included. */
export class RunMeter {
  readonly #requests: Usage[] = [];

  /** `cost` is what the run had cost before it went on; a decimal. */
  constructor(cost = "0") {
    this.#requests.push({ cost });
  }

  /** Begins a request; its reports go to the function that is returned, and the last report counts. */
  nextRequest(): (usage: Usage) => void {
    const index = this.#requests.push({}) - 1;
    return (usage) => {
      this.#requests[index] = { ...this.#requests[index], ...usage };
    };
  }

  /** A decimal, as the hub reported it; "0" if it reported none. */
  get cost(): string {
    return this.total.cost ?? "0";
  }

  /** The usage of all requests. */
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
