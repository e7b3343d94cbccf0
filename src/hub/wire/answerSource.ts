import { type Patience, timeLimits } from "../../shared/base/timeLimits.ts";
import { wait } from "../../shared/base/waiting.ts";
import type { ErrorText } from "../errors/errorText.ts";
import { HubError } from "../errors/hubError.ts";
import { type Retry, retryOf } from "../errors/retry.ts";
import { withoutUndefined } from "../withoutUndefined.ts";
import { AnswerBody } from "./answerBody.ts";
import { isContent } from "./answerParts.ts";
import type { StreamEvent, StreamOptions } from "./chatTypes.ts";
import { decimalCost } from "./chunkReader.ts";
import { Exchange, type ExchangeDeps, type HubRequest } from "./exchange.ts";
import { noticesOf } from "./notices.ts";

export interface AnswerSourceDeps extends ExchangeDeps {
  readonly random: () => number;
  readonly patience?: () => Patience;
}

const maxRemaining = 50;

/** Milliseconds to wait for the rest of a body after the stream's end. */
const restMs = 50;

/** Sends at most three requests, and none after any part of the answer came. */
export class AnswerSource {
  readonly #deps: AnswerSourceDeps;
  readonly #request: HubRequest;
  readonly #options: StreamOptions;
  #exchange: Exchange;
  #answer: AnswerBody | undefined;
  #attempt = 1;
  #hasContent = false;
  #hasBegun = false;
  #restUntil: number | undefined;

  constructor(deps: AnswerSourceDeps, request: HubRequest, options: StreamOptions) {
    this.#deps = deps;
    this.#request = request;
    this.#options = options;
    this.#exchange = this.#createExchange();
  }

  /** Undefined at the end. Throws if the answer broke off. */
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
   * Reads the rest, because an error may follow the stream's end. An open connection delays the answer by at most
   * `restMs`.
   */
  async #readRest(answer: AnswerBody): Promise<Uint8Array | undefined> {
    this.#restUntil ??= this.#deps.clock.now() + restMs;
    const leftMs = this.#restUntil - this.#deps.clock.now();
    return answer.problem || leftMs <= 0 ? undefined : this.#exchange.readWithin(leftMs);
  }

  /** Reports an error after the answer's end, which stays complete. */
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
      costs: withoutUndefined({
        cost: decimalCost(response.headers.get("x-hub-cost")),
        saved: decimalCost(response.headers.get("x-hub-saved")),
      }),
      onContent: () => {
        this.#hasBegun = true;
        exchange.contentArrived();
      },
      onEnd: () => exchange.answerEnded(),
      onCallPiece: this.#options.onCallPiece,
    });
    return noticesOf(response).map((failure) => ({ kind: "notice", failure }));
  }

  /** Sends the request again, or throws the error if no try remains. */
  async #recover(thrown: HubError): Promise<readonly StreamEvent[]> {
    const answer = this.#answer;
    const error = this.#hasBegun || answer?.isWhole === true ? thrown : asUnanswered(thrown);
    if (answer?.hasEnded && !answer.isOver && error.kind !== "cancelled") {
      // A broken connection does not undo an ended answer.
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

function asUnanswered(error: HubError): HubError {
  const { kind, hubCode } = error.failure;
  return kind === "truncated" && hubCode === undefined
    ? new HubError({ ...error.failure, isUnanswered: true }, error)
    : error;
}
