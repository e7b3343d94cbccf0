import type { Meter } from "../governance/admission.ts";
import type { AnswerTap } from "../models/modelSource.ts";
import type { TextCount } from "../values/tokenCount.ts";

type Settled = Awaited<ReturnType<Meter["settle"]>>;

const clientLeft = 499;

export class Account implements AnswerTap {
  readonly #meter: Meter;
  #state: "complete" | "cut" | "failed" = "complete";
  #hasClientLeft = false;
  #isLost = false;
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

  readonly lost = (): void => {
    this.#isLost = true;
  };

  /** For a whole answer: the hub reads on and settles it at its end. */
  clientLeft(): void {
    this.#hasClientLeft = true;
  }

  /** The hub drops an answer that the upstream has made. */
  giveUp(): void {
    this.#meter.assumeAll();
  }

  /** `status`: the HTTP status that the client received, or would have. */
  settle(status: number): Promise<Settled> {
    if (this.#hasClientLeft && this.#isLost) {
      this.#meter.assumeAll();
      return this.abandon();
    }
    if (this.#hasClientLeft && status < 400) {
      return this.abandon();
    }
    this.#settled ??= this.#meter.settle(status >= 400 ? "failed" : this.#state, status);
    return this.#settled;
  }

  abandon(): Promise<Settled> {
    this.#settled ??= this.#meter.settle("client_abort", clientLeft);
    return this.#settled;
  }
}
