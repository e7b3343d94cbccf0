import type { RunEndKind } from "../shared/runEnds.ts";
import { Exchange, type ExchangeDeps } from "./exchange.ts";
import { HubError } from "./hubError.ts";

/** Nobody waits for it, but a program that ends does. */
const patience = { silence: 2_000, whole: 2_000 };

/** How a run of an agent ended; `id` is that of `X-Hub-Run`. */
export interface EndedRun {
  readonly id: string;
  readonly outcome: RunEndKind;
}

/** Tells one hub how runs ended, by `POST /hub/v1/runs/end`. A hub without that route is asked once. */
export class RunEndReports {
  readonly #deps: ExchangeDeps;
  #isKnown = true;

  constructor(deps: ExchangeDeps) {
    this.#deps = deps;
  }

  /** Never rejects: a run that nobody told of counts as ended ten minutes after its last request. */
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
