import type { Meter } from "../governance/admission.ts";
import type { AnswerTap } from "../models/modelSource.ts";
import type { TextCount } from "../values/tokenCount.ts";

type Settled = Awaited<ReturnType<Meter["settle"]>>;

/** Follows one admitted call and settles it once, even if several callers report its end. */
export class Account implements AnswerTap {
  readonly #meter: Meter;
  #state: "complete" | "cut" | "failed" = "complete";
  #settled: Promise<Settled> | undefined;

  constructor(meter: Meter) {
    this.#meter = meter;
  }

  readonly add = (text: string): boolean => this.#meter.addOutput(text);

  readonly addCounted = (count: TextCount): void => this.#meter.addCounted(count);

  readonly report = (usage: Parameters<Meter["report"]>[0]): void => this.#meter.report(usage);

  readonly cut = (): void => {
    this.#state = "cut";
  };

  readonly fail = (): void => {
    this.#state = "failed";
  };

  /** `status`: the HTTP status that the client received. */
  settle(status: number): Promise<Settled> {
    this.#settled ??= this.#meter.settle(status >= 400 ? "failed" : this.#state, status);
    return this.#settled;
  }

  /** The client left before the end; 499 is the status that proxies log for it. */
  abandon(): Promise<Settled> {
    this.#settled ??= this.#meter.settle("client_abort", 499);
    return this.#settled;
  }
}
