import type { Clock } from "../shared/clock.ts";
import type { HubModel } from "../shared/model.ts";
import { AnswerBody, isContent } from "./answerBody.ts";
import type { ChatRequest, StreamEvent, StreamOptions } from "./chatTypes.ts";
import { classify } from "./classify.ts";
import { parseJson } from "./errorSignals.ts";
import { HubError } from "./hubError.ts";
import { readModels } from "./models.ts";
import { networkError } from "./networkFailure.ts";
import { noticesOf } from "./notices.ts";
import { retryDelayMs } from "./retry.ts";
import { Watchdog } from "./watchdog.ts";

export interface HubClientDeps {
  /** What stands before `/hub/v1`, from `parseBaseUrl`. */
  readonly baseUrl: string;
  /** The token for this hub's origin; undefined if there is none. */
  readonly token: () => Promise<string | undefined>;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  /** From 0 to 1, as `Math.random`. */
  readonly random: () => number;
  /** Product and version; left out where the platform does not let it be set. */
  readonly userAgent?: string;
}

const maxListBytes = 32 * 1024 * 1024;
const maxErrorBytes = 100 * 1024;

/**
 * Client of one hub. Everything that goes wrong is a `HubError`. The token goes to the hub's origin only:
 * redirects are not followed.
 */
export class HubClient {
  readonly #deps: HubClientDeps;
  readonly #host: string;

  constructor(deps: HubClientDeps) {
    this.#deps = deps;
    this.#host = new URL(deps.baseUrl).host;
  }

  /**
   * Streams one answer. Ends after `finished`; throws if the answer did not end in order, after all that
   * came of it was yielded. Tries again, at most twice, only while nothing of the answer has come.
   */
  async *streamChat(request: ChatRequest, options: StreamOptions): AsyncGenerator<StreamEvent> {
    for (let attempt = 1; ; attempt += 1) {
      let hasContent = false;
      try {
        for await (const event of this.#streamOnce(request, options)) {
          hasContent ||= isContent(event);
          yield event;
        }
        return;
      } catch (error) {
        const failed = error instanceof HubError ? error : networkError(error, this.#host);
        const delayMs = hasContent ? undefined : retryDelayMs(failed, attempt, this.#deps.random);
        if (delayMs === undefined) {
          throw failed;
        }
        options.onRetry?.({ attempt: attempt + 1, delayMs, failure: failed.failure });
        await this.#wait(delayMs, options.signal);
      }
    }
  }

  /** The models that this token may use. */
  async listModels({ signal }: { readonly signal: AbortSignal }): Promise<readonly HubModel[]> {
    const watchdog = new Watchdog(this.#deps.clock, signal);
    try {
      const { response } = await this.#request("/hub/v1/models", { method: "GET" }, watchdog);
      const text = await readText(response, maxListBytes);
      const models = readModels(parseJson(text));
      if (!models) {
        throw await this.#errorFrom({ status: response.status, headers: response.headers, text });
      }
      return models;
    } catch (error) {
      throw this.#named(error, watchdog);
    } finally {
      watchdog.dispose();
    }
  }

  async *#streamOnce(request: ChatRequest, options: StreamOptions): AsyncGenerator<StreamEvent> {
    const { signal, idempotencyKey, onWaiting } = options;
    const watchdog = new Watchdog(this.#deps.clock, signal, onWaiting);
    try {
      const body = JSON.stringify({
        model: request.model,
        messages: request.messages,
        stream: true,
        stream_options: { include_usage: true },
      });
      const headers = {
        "Content-Type": "application/json",
        Accept: "text/event-stream",
        ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
      };
      const { response, token } = await this.#request(
        "/hub/v1/chat/completions",
        { method: "POST", headers, body },
        watchdog,
      );
      for (const failure of noticesOf(response)) {
        yield { kind: "notice", failure };
      }
      yield* this.#readAnswer(response, token, watchdog);
    } catch (error) {
      throw this.#named(error, watchdog);
    } finally {
      watchdog.dispose();
    }
  }

  async *#readAnswer(
    response: Response,
    token: string,
    watchdog: Watchdog,
  ): AsyncGenerator<StreamEvent> {
    const answer = new AnswerBody({
      requestId: requestIdOf(response.headers),
      errorFrom: (text) =>
        this.#classified({ status: 200, headers: response.headers, text }, token),
      onContent: () => watchdog.contentArrived(),
      onEnd: () => watchdog.answerEnded(),
    });
    const reader = bodyOf(response).getReader();
    const decoder = new TextDecoder();
    try {
      while (!answer.isDone) {
        const { done, value } = await nextPiece(reader, watchdog, answer);
        if (done) {
          break;
        }
        watchdog.bytesArrived();
        yield* answer.push(decoder.decode(value, { stream: true }));
      }
      yield* answer.push(decoder.decode());
      yield* answer.end();
    } finally {
      // Whatever is left is of no interest, and neither is how its source takes that.
      void reader.cancel().catch(() => undefined);
    }
  }

  async #request(
    path: string,
    init: {
      readonly method: string;
      readonly headers?: Record<string, string>;
      readonly body?: string;
    },
    watchdog: Watchdog,
  ): Promise<{ readonly response: Response; readonly token: string }> {
    const token = await this.#deps.token();
    if (token === undefined) {
      throw new HubError({ kind: "auth_missing", host: this.#host });
    }
    watchdog.signal.throwIfAborted();
    const { fetch, userAgent } = this.#deps;
    const response = await fetch(this.#deps.baseUrl + path, {
      ...init,
      headers: {
        ...init.headers,
        Authorization: `Bearer ${token}`,
        "X-Hub-App": "vscode",
        ...(userAgent !== undefined && { "User-Agent": userAgent }),
      },
      redirect: "manual",
      signal: watchdog.signal,
    });
    watchdog.headersArrived();
    if (!response.ok || response.status === 204) {
      const { status, headers, type } = response;
      const text = await readText(response, maxErrorBytes);
      const isRedirect = type === "opaqueredirect";
      throw this.#classified({ status: isRedirect ? 302 : status, headers, text }, token);
    }
    return { response, token };
  }

  #classified(answer: Parameters<typeof classify>[0], token: string): HubError {
    const context = { now: this.#deps.clock.now(), secrets: [token], host: this.#host };
    return classify(answer, context);
  }

  async #errorFrom(answer: Parameters<typeof classify>[0]): Promise<HubError> {
    return this.#classified(answer, (await this.#deps.token()) ?? "");
  }

  #named(error: unknown, watchdog: Watchdog): HubError {
    if (error instanceof HubError) {
      return error;
    }
    return watchdog.reason ?? networkError(error, this.#host);
  }

  #wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = this.#deps.clock.startTimer(() => {
        signal.removeEventListener("abort", onAbort);
        resolve();
      }, ms);
      const onAbort = (): void => {
        cancel();
        reject(new HubError({ kind: "cancelled" }));
      };
      signal.addEventListener("abort", onAbort, { once: true });
    });
  }
}

/** A connection that breaks, or stays open, after the answer ended takes nothing away from it. */
async function nextPiece(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  watchdog: Watchdog,
  answer: AnswerBody,
): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }> {
  try {
    return await reader.read();
  } catch (error) {
    if (answer.hasEnded && watchdog.reason?.kind !== "cancelled") {
      return { done: true };
    }
    throw error;
  }
}

/** At most `maxBytes` of a body as text. */
async function readText(response: Response, maxBytes: number): Promise<string> {
  const reader = bodyOf(response).getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  while (bytes < maxBytes) {
    const { done, value } = await reader.read();
    if (done) {
      return text + decoder.decode();
    }
    bytes += value.byteLength;
    text += decoder.decode(value, { stream: true });
  }
  void reader.cancel().catch(() => undefined);
  return text;
}

function bodyOf(response: Response): ReadableStream<Uint8Array> {
  return response.body ?? new Blob([]).stream();
}

function requestIdOf(headers: Headers): string | undefined {
  return (headers.get("x-request-id") ?? headers.get("request-id"))?.slice(0, 200);
}
