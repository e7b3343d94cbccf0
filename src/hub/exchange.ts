import type { Clock } from "../shared/clock.ts";
import { redact } from "../shared/redact.ts";
import { type Patience, timeLimits } from "../shared/timeLimits.ts";
import { orAborted } from "../shared/waiting.ts";
import { classify } from "./classify.ts";
import { compressionOf, unknownEncoding } from "./contentEncoding.ts";
import { HubError } from "./hubError.ts";
import { networkError } from "./networkFailure.ts";
import { requestIdOf } from "./requestId.ts";
import { Watchdog } from "./watchdog.ts";
import { withoutUndefined } from "./withoutUndefined.ts";

export interface ExchangeDeps {
  /** What stands before `/hub/v1`, from `parseBaseUrl`. */
  readonly baseUrl: string;
  /** The token for this hub's origin; undefined if there is none. */
  readonly token: () => Promise<string | undefined>;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  /** Product and version; left out where the platform does not let it be set. */
  readonly userAgent?: string;
  /** Hears of every response before its body, errors included: budgets and limits are told there. */
  readonly onHeaders?: (headers: Headers) => void;
}

export interface ExchangeOptions {
  readonly signal: AbortSignal;
  /** As for lists and reports where it is left out. */
  readonly patience?: Patience | undefined;
  readonly onWaiting?: ((info: { readonly sinceMs: number }) => void) | undefined;
}

export interface HubRequest {
  /** Below the base URL. */
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const maxErrorBytes = 100 * 1024;
const maxPiecesToDrain = 8;

/**
 * One request to the hub and its response, under one watchdog. Whatever goes wrong is a `HubError`. The
 * token goes to the hub's origin only: redirects are not followed. Open once, read, and always close.
 */
export class Exchange {
  readonly #deps: ExchangeDeps;
  readonly #host: string;
  readonly #watchdog: Watchdog;
  #token = "";
  #response: Response | undefined;
  #hasRead = false;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;

  constructor(
    deps: ExchangeDeps,
    { signal, patience = timeLimits.report, onWaiting }: ExchangeOptions,
  ) {
    this.#deps = deps;
    this.#host = new URL(deps.baseUrl).host;
    this.#watchdog = new Watchdog(deps.clock, signal, { patience, onWaiting });
  }

  /** Sends the request; gives its response if that is a success with a body to read. */
  async open(request: HubRequest): Promise<Response> {
    try {
      this.#token = await this.#untilAborted(() => this.#requireToken());
      const response = await this.#untilAborted(() => this.#fetch(request));
      this.#response = response;
      this.#watchdog.headersArrived();
      this.#deps.onHeaders?.(response.headers);
      this.#reader = response.body?.getReader();
    } catch (error) {
      throw this.named(error);
    }
    if (!this.#response.ok || this.#response.status === 204) {
      throw this.errorFrom(await this.#readErrorText());
    }
    this.#requireReadable();
    return this.#response;
  }

  /** The next piece of the body; undefined at its end. What it rejects with has to be `named`. */
  async read(): Promise<Uint8Array | undefined> {
    const piece = await this.#reader?.read();
    // A body that is cancelled for its silence ends like any other.
    if (this.#watchdog.reason) {
      throw this.#watchdog.reason;
    }
    this.#watchdog.bytesArrived();
    if (!this.#hasRead && piece?.value) {
      this.#hasRead = true;
      const name = compressionOf(piece.value);
      if (name !== undefined) {
        throw new HubError({ kind: "unknown_encoding", hubCode: name });
      }
    }
    return piece?.value;
  }

  /** The whole body as text. Throws `answer_too_large` beyond `maxBytes`, of which nothing more is read. */
  async readText(maxBytes: number): Promise<string> {
    const { text, isWhole } = await this.#readBeginning(maxBytes);
    if (!isWhole) {
      throw this.named(new HubError({ kind: "answer_too_large" }));
    }
    return text;
  }

  contentArrived(): void {
    this.#watchdog.contentArrived();
  }

  answerEnded(): void {
    this.#watchdog.answerEnded();
  }

  /** By what the hub finds this request again; safe to show. */
  get requestId(): string | undefined {
    const id = this.#response && requestIdOf(this.#response.headers);
    return id === undefined ? undefined : redact(id, [this.#token]);
  }

  /** Names what a body, or an event of its stream, says that is an error. */
  errorFrom(text: string, isFromStream = false): HubError {
    const isOpaqueRedirect = this.#response?.type === "opaqueredirect";
    const answer = {
      status: isOpaqueRedirect ? 302 : (this.#response?.status ?? 0),
      headers: this.#response?.headers ?? new Headers(),
      text,
      isFromStream,
    };
    const { baseUrl, clock } = this.#deps;
    return classify(answer, { now: clock.now(), secrets: [this.#token], baseUrl });
  }

  /** Whatever was thrown as an error that says what happened, and to which request. */
  named(error: unknown): HubError {
    const problem =
      error instanceof HubError
        ? error
        : (this.#watchdog.reason ?? networkError(error, this.#response !== undefined));
    const request = withoutUndefined({ host: this.#host, requestId: this.requestId });
    return new HubError({ ...request, ...problem.failure }, problem);
  }

  /** Ends the connection if it is still open. */
  close(): void {
    this.#watchdog.dispose();
    // What is left of the body is of no interest, and neither is how its source takes that.
    void this.#reader?.cancel().catch(() => undefined);
  }

  /** Lets a response that is as good as over come to its end, so that its connection can be used again. */
  async drain(): Promise<void> {
    try {
      let pieces = 0;
      while (pieces < maxPiecesToDrain && (await this.read())) {
        pieces += 1;
      }
    } catch {
      // It took too long, or broke: nobody waits for it.
    }
    this.close();
  }

  /** Text of an encoding that was not decoded is none. */
  #requireReadable(): void {
    const name = this.#response && unknownEncoding(this.#response.headers);
    if (name !== undefined) {
      throw this.named(new HubError({ kind: "unknown_encoding", hubCode: name }));
    }
  }

  async #readBeginning(
    maxBytes: number,
  ): Promise<{ readonly text: string; readonly isWhole: boolean }> {
    const decoder = new TextDecoder();
    const texts: string[] = [];
    try {
      for (let bytes = 0; bytes <= maxBytes;) {
        const piece = await this.read();
        if (!piece) {
          return { text: texts.join("") + decoder.decode(), isWhole: true };
        }
        bytes += piece.byteLength;
        texts.push(decoder.decode(piece, { stream: true }));
      }
    } catch (error) {
      throw this.named(error);
    }
    return { text: texts.join(""), isWhole: false };
  }

  async #requireToken(): Promise<string> {
    const token = await this.#deps.token().catch((cause: unknown) => {
      throw new HubError({ kind: "secret_store" }, { cause });
    });
    if (token === undefined || token === "") {
      throw new HubError({ kind: "auth_missing" });
    }
    // Nothing else can be sent in a header, and the platform's own error would quote the token.
    if (!/^[\u0021-\u007E]+$/u.test(token)) {
      throw new HubError({ kind: "auth_invalid" });
    }
    return token;
  }

  #fetch({ path, method, headers, body }: HubRequest): Promise<Response> {
    // A browser's fetch must be called on its own, not as a method.
    const { fetch, baseUrl, userAgent } = this.#deps;
    return fetch(baseUrl + path, {
      method,
      headers: {
        ...headers,
        Authorization: `Bearer ${this.#token}`,
        "X-Hub-App": "vscode",
        ...(userAgent !== undefined && { "User-Agent": userAgent }),
      },
      ...(body !== undefined && { body }),
      redirect: "manual",
      signal: this.#watchdog.signal,
    });
  }

  /** Ends with the watchdog even where a platform's promise does not. */
  async #untilAborted<T>(work: () => Promise<T>): Promise<T> {
    const { signal } = this.#watchdog;
    signal.throwIfAborted();
    return await orAborted(work(), signal);
  }

  /** What can be read of an error's body: its status means something even without it. */
  async #readErrorText(): Promise<string> {
    try {
      this.#requireReadable();
      return (await this.#readBeginning(maxErrorBytes)).text;
    } catch (error) {
      if (error instanceof HubError && error.kind === "cancelled") {
        throw error;
      }
      return "";
    }
  }
}
