import { type Patience, timeLimits } from "../shared/timeLimits.ts";
import { wait } from "../shared/waiting.ts";
import { AnswerBody } from "./answerBody.ts";
import { isContent } from "./answerParts.ts";
import type { StreamEvent, StreamOptions } from "./chatTypes.ts";
import { decimalCost } from "./chunkReader.ts";
import type { ErrorText } from "./errorText.ts";
import { Exchange, type ExchangeDeps, type HubRequest } from "./exchange.ts";
import { HubError } from "./hubError.ts";
import { noticesOf } from "./notices.ts";
import { type Retry, retryOf } from "./retry.ts";

export interface AnswerSourceDeps extends ExchangeDeps {
  /** Returns a number from 0 to 1, as `Math.random` does. */
  readonly random: () => number;
  /** Read at each request. Without it the default time limits apply. */
  readonly patience?: () => Patience;
}

const maxRemaining = 50;

/** How long the rest of a body is waited for after the stream's own end. */
const restMs = 50;

/** Fetches one answer with up to three requests. A request is repeated only while nothing of the answer has come. */
export class AnswerSource {
  readonly #deps: AnswerSourceDeps;
  readonly #request: HubRequest;
  readonly #options: StreamOptions;
  #exchange: Exchange;
  #answer: AnswerBody | undefined;
  #attempt = 1;
  #hasContent = false;
  /** Whether a part of the answer has come, even if nothing of it can be shown. */
  #hasBegun = false;
  /** When the wait for the rest of the body ends. */
  #restUntil: number | undefined;

  constructor(deps: AnswerSourceDeps, request: HubRequest, options: StreamOptions) {
    this.#deps = deps;
    this.#request = request;
    this.#options = options;
    this.#exchange = this.#createExchange();
  }

  /** The next events, possibly none; undefined after the end. Throws if the answer broke off. */
  async next(): Promise<readonly StreamEvent[] | undefined> {
    const answer = this.#answer;
    try {
      if (!answer) {
        return await this.#open();
      }
      if (answer.problem && answer.isOver) {
        throw answer.problem;
      }
      if (answer.isOver) {
        return undefined;
      }
      const bytes = await (answer.isDone ? this.#readRest(answer) : this.#exchange.read());
      const events = bytes ? answer.push(bytes) : answer.end();
      this.#hasContent ||= events.some(isContent);
      return await this.#withLateError(events, answer.lateError);
    } catch (error) {
      return await this.#recover(await this.#exchange.named(error));
    }
  }

  /**
   * The next piece behind the stream's own end, where an error may follow. The body's end is usually there already;
   * a hub that leaves the connection open delays the finished answer by at most `restMs`.
   */
  async #readRest(answer: AnswerBody): Promise<Uint8Array | undefined> {
    this.#restUntil ??= this.#deps.clock.now() + restMs;
    const leftMs = this.#restUntil - this.#deps.clock.now();
    return answer.problem || leftMs <= 0 ? undefined : this.#exchange.readWithin(leftMs);
  }

  /** An error after the end of the answer does not undo the answer, but it is told in the hub's words. */
  async #withLateError(
    events: readonly StreamEvent[],
    error: ErrorText | undefined,
  ): Promise<readonly StreamEvent[]> {
    const at = events.findIndex(
      (event) => event.kind === "notice" && event.failure.kind === "late_error",
    );
    if (at === -1 || !error) {
      return events;
    }
    const { failure } = await this.#exchange.named(error);
    const kind = failure.kind === "dlp_response" ? failure.kind : "late_error";
    return events.with(at, { kind: "notice", failure: { ...failure, kind } });
  }

  close(): void {
    if (this.#answer?.isOver && !this.#answer.problem) {
      void this.#exchange.drain();
    } else {
      this.#exchange.close();
    }
  }

  #createExchange(): Exchange {
    const patience = this.#deps.patience?.() ?? timeLimits.answer;
    return new Exchange(this.#deps, { ...this.#options, patience });
  }

  async #open(): Promise<readonly StreamEvent[]> {
    const exchange = this.#exchange;
    const response = await exchange.open(this.#request);
    const remaining = response.headers.get("x-hub-run-remaining");
    this.#options.run?.onAnswer(remaining?.slice(0, maxRemaining));
    this.#answer = new AnswerBody({
      requestId: exchange.requestId,
      cost: decimalCost(response.headers.get("x-hub-cost")),
      onContent: () => {
        this.#hasBegun = true;
        exchange.contentArrived();
      },
      onEnd: () => exchange.answerEnded(),
    });
    return noticesOf(response).map((failure) => ({ kind: "notice", failure }));
  }

  /** Prepares the next try, or throws the error if it is final. */
  async #recover(thrown: HubError): Promise<readonly StreamEvent[]> {
    const answer = this.#answer;
    const error = this.#hasBegun || answer?.isWhole === true ? thrown : asUnanswered(thrown);
    if (answer?.hasEnded && !answer.isOver && error.kind !== "cancelled") {
      // The answer had ended already: a connection that breaks or stays open afterwards does not undo it.
      return answer.end();
    }
    const retry = this.#hasContent ? undefined : retryOf(error, this.#attempt, this.#deps.random);
    if (!retry) {
      throw error;
    }
    await this.#beginAgain(error, retry);
    return [];
  }

  async #beginAgain({ failure }: HubError, retry: Retry): Promise<void> {
    this.#exchange.close();
    this.#answer = undefined;
    this.#hasBegun = false;
    this.#attempt += 1;
    if (!retry.isSilent) {
      this.#options.onRetry?.({ attempt: this.#attempt, delayMs: retry.delayMs, failure });
    }
    await wait(this.#deps.clock, retry.delayMs, this.#options.signal).catch(() => {
      throw new HubError({ kind: "cancelled" });
    });
    this.#exchange = this.#createExchange();
  }
}

/** An error about which the hub gave no word of its own, where nothing of the answer had come. */
function asUnanswered(error: HubError): HubError {
  const { kind, hubCode } = error.failure;
  return kind === "truncated" && hubCode === undefined
    ? new HubError({ ...error.failure, isUnanswered: true }, error)
    : error;
}
