import type { Attempt, Meter } from "../governance/budgets/admission.ts";
import { ApiError } from "../http/apiError.ts";
import type { AnswerTap, Attempts } from "../models/modelSource.ts";
import type { TextCount } from "../values/tokenCount.ts";

type Settled = Awaited<ReturnType<Meter["settle"]>>;

const clientLeft = 499;

export class Account implements AnswerTap, Attempts {
  #attempt: Attempt;
  #state: "complete" | "cut" | "failed" = "complete";
  isFinished = false;
  /** True if the answer has text, reasoning or arguments that the hub has seen. */
  hasOutput = false;
  #hasClientLeft = false;
  #isLost = false;
  #settled: Promise<Settled> | undefined;

  readonly isStream: boolean;

  constructor(admission: Attempt, isStream: boolean) {
    this.#attempt = admission;
    this.isStream = isStream;
  }

  get #meter(): Meter {
    return this.#attempt.meter;
  }

  readonly begin: Attempts["begin"] = async (price, failedStatus) => {
    if (failedStatus === undefined) {
      this.#meter.costsAt(price);
      return this.#attempt.outputTokens;
    }
    if (!this.#hasEnded) {
      this.#attempt = await this.#attempt.attempt({ price, failedStatus });
    }
    if (this.#hasEnded) {
      // An attempt that was not made costs nothing.
      await this.#meter.settle("failed", clientLeft);
      throw new ApiError(clientLeft, "The client has disconnected.", { code: "client_left" });
    }
    return this.#attempt.outputTokens;
  };

  readonly worked = (): void => this.#meter.assumeInput();

  readonly add = (text: string): boolean => {
    this.hasOutput = true;
    return this.#meter.addOutput(text);
  };

  readonly addCounted = (count: TextCount): void => {
    this.hasOutput = true;
    this.#meter.addCounted(count);
  };

  readonly blockBegan = (isReasoning: boolean): void => this.#meter.blockBegan(isReasoning);

  readonly report = (usage: Parameters<Meter["report"]>[0]): void => this.#meter.report(usage);

  readonly finish = (): void => {
    this.isFinished = true;
  };

  readonly cut = (): void => {
    this.#state = "cut";
  };

  readonly fail = (): void => {
    this.#state = "failed";
  };

  readonly lost = (): void => {
    this.#isLost = true;
  };

  clientLeft(): void {
    this.#hasClientLeft = true;
    this.#meter.leavePlace();
  }

  get hasClientLeft(): boolean {
    return this.#hasClientLeft;
  }

  get isCounted(): boolean {
    return this.#meter.isCounted;
  }

  assumeAll(): void {
    // A stream reports parts of its usage before its end.
    this.#meter.assumeAll(this.isStream && !this.isFinished ? "partial" : "final");
  }

  giveUp(): Promise<Settled> {
    this.assumeAll();
    return this.abandon();
  }

  get #hasEnded(): boolean {
    return this.#hasClientLeft || this.#settled !== undefined;
  }

  settle(status: number): Promise<Settled> {
    if (this.#hasClientLeft && this.#isLost) {
      return this.giveUp();
    }
    if (this.#hasClientLeft && status < 400) {
      return this.abandon();
    }
    this.#settled ??= this.#meter.settle(status >= 400 ? "failed" : this.#state, status);
    return this.#settled;
  }

  abandon(): Promise<Settled> {
    const isComplete = this.isFinished && this.#state === "complete";
    this.#settled ??= this.#meter.settle("client_abort", clientLeft, isComplete);
    return this.#settled;
  }
}
