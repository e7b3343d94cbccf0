import type { RunEndKind } from "../../shared/hubApi/runEnds.ts";
import { HubError } from "../errors/hubError.ts";
import { Exchange, type ExchangeDeps } from "../wire/exchange.ts";

/** Short, because a program that ends waits for it. */
const patience = { silence: 2_000, whole: 2_000 };

export interface EndedRun {
  readonly id: string;
  readonly outcome: RunEndKind;
}

export class RunEndReports {
  readonly #deps: ExchangeDeps;
  #isKnown = true;

  constructor(deps: ExchangeDeps) {
    this.#deps = deps;
  }

  /** Reports an end. Never rejects: an unreported run ends by itself. */
  async send({ id, outcome }: EndedRun): Promise<void> {
    if (!this.#isKnown) {
      return;
    }
    const exchange = new Exchange(this.#deps, { signal: new AbortController().signal, patience });
    try {
      await exchange.open({
        path: "/hub/v1/runs/end",
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Hub-Run": id },
        body: JSON.stringify({ outcome }),
      });
    } catch (error) {
      const status = error instanceof HubError ? error.failure.httpStatus : undefined;
      this.#isKnown = status !== 404 && status !== 405;
    } finally {
      exchange.close();
    }
  }
}
