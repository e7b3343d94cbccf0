import type { Clock } from "../../shared/base/clock.ts";
import { type Patience, timeLimits } from "../../shared/base/timeLimits.ts";
import { orAborted, pause } from "../../shared/base/waiting.ts";
import { redact } from "../../shared/text/redact.ts";
import type { ClassifyContext, ErrorAnswer } from "../errors/errorAnswer.ts";
import { ErrorText } from "../errors/errorText.ts";
import { HubError, isTokenRefused } from "../errors/hubError.ts";
import { requestIdOf } from "../requestId.ts";
import { withoutUndefined } from "../withoutUndefined.ts";
import type { WaitingInfo } from "./chatTypes.ts";
import { compressionOf, unknownEncoding } from "./contentEncoding.ts";
import { Watchdog } from "./watchdog.ts";

export interface ExchangeDeps {
  readonly baseUrl: string;
  readonly token: () => Promise<string | undefined>;
  /** True if the editor may have a newer token than this window. */
  readonly isTokenPerhapsOld?: boolean;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly userAgent?: string;
  readonly app?: string;
  readonly onHeaders?: (headers: Headers) => void;
  readonly loadPart?: <T>(load: () => Promise<T>) => Promise<T>;
}

export interface ExchangeOptions {
  readonly signal: AbortSignal;
  readonly patience?: Patience | undefined;
  readonly onWaiting?: ((info: WaitingInfo) => void) | undefined;
}

export interface HubRequest {
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly app?: string;
  readonly isAnonymous?: true;
}

type Classify = (answer: ErrorAnswer, context: ClassifyContext) => HubError;

const maxErrorBytes = 100 * 1024;
const maxPiecesToDrain = 8;

/**
 * Every failure is a `HubError`. No redirects: the token goes only to the hub's origin. Call `open` once, then read,
 * and always `close`.
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

  async open(request: HubRequest): Promise<Response> {
    try {
      if (request.isAnonymous !== true) {
        this.#token = await this.#untilAborted(() => this.#requireToken());
      }
      const response = await this.#untilAborted(() => this.#fetch(request));
      this.#response = response;
      this.#watchdog.headersArrived();
      this.#deps.onHeaders?.(response.headers);
      this.#reader = response.body?.getReader();
    } catch (error) {
      throw await this.named(error);
    }
    if (!this.#response.ok || this.#response.status === 204) {
      throw await this.named(new ErrorText(await this.#readErrorText(), false));
    }
    await this.#requireReadable();
    return this.#response;
  }

  async read(): Promise<Uint8Array | undefined> {
    const piece = await this.#reader?.read();
    // If the watchdog cancels a body, its reader sees a normal end.
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

  async readWithin(ms: number): Promise<Uint8Array | undefined> {
    const isEnough = new AbortController();
    const piece = this.read().catch(() => undefined);
    const isLate = pause(this.#deps.clock, ms, isEnough.signal).then(() => undefined);
    try {
      return await Promise.race([piece, isLate]);
    } finally {
      isEnough.abort();
    }
  }

  async readText(maxBytes: number): Promise<string> {
    const { text, isWhole } = await this.#readBeginning(maxBytes);
    if (!isWhole) {
      throw await this.named(new HubError({ kind: "answer_too_large" }));
    }
    return text;
  }

  contentArrived(): void {
    this.#watchdog.contentArrived();
  }

  answerEnded(): void {
    this.#watchdog.answerEnded();
  }

  get requestId(): string | undefined {
    const id = this.#response && requestIdOf(this.#response.headers);
    return id === undefined ? undefined : redact(id, [this.#token]);
  }

  async named(error: unknown): Promise<HubError> {
    const problem = error instanceof HubError ? error : await this.#read(error);
    const request = withoutUndefined({ host: this.#host, requestId: this.requestId });
    return new HubError({ ...request, ...problem.failure }, problem);
  }

  close(): void {
    this.#watchdog.dispose();
    // An error while cancelling changes nothing.
    void this.#reader?.cancel().catch(() => undefined);
  }

  async drain(): Promise<void> {
    try {
      let pieces = 0;
      while (pieces < maxPiecesToDrain && (await this.read())) {
        pieces += 1;
      }
    } catch {
      // The connection is not reused.
    }
    this.close();
  }

  async #read(error: unknown): Promise<HubError> {
    const { reason } = this.#watchdog;
    if (reason && !(error instanceof ErrorText)) {
      return reason;
    }
    const { loadPart = (load) => load() } = this.#deps;
    try {
      if (error instanceof ErrorText) {
        const { classify } = await loadPart(() => import("../errors/classify.ts"));
        return this.#classified(error, classify);
      }
      const { networkError } = await loadPart(() => import("../errors/networkFailure.ts"));
      return networkError(error, this.#response !== undefined);
    } catch (cause) {
      const httpStatus = this.#response?.status;
      return new HubError(withoutUndefined({ kind: "unknown" as const, httpStatus }), { cause });
    }
  }

  #classified({ text, isFromStream }: ErrorText, classify: Classify): HubError {
    const isOpaqueRedirect = this.#response?.type === "opaqueredirect";
    const answer = {
      status: isOpaqueRedirect ? 302 : (this.#response?.status ?? 0),
      headers: this.#response?.headers ?? new Headers(),
      text,
      isFromStream,
    };
    const { baseUrl, clock, isTokenPerhapsOld } = this.#deps;
    const error = classify(answer, { now: clock.now(), secrets: [this.#token], baseUrl });
    return isTokenPerhapsOld === true && isTokenRefused(error)
      ? new HubError({ ...error.failure, isTokenPerhapsOld }, error)
      : error;
  }

  async #requireReadable(): Promise<void> {
    const name = this.#response && unknownEncoding(this.#response.headers);
    if (name !== undefined) {
      throw await this.named(new HubError({ kind: "unknown_encoding", hubCode: name }));
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
      throw await this.named(error);
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
    // The platform's own error would quote the token.
    if (!/^[\u0021-\u007E]+$/u.test(token)) {
      throw new HubError({ kind: "auth_invalid" });
    }
    return token;
  }

  #fetch({
    path,
    method,
    headers,
    body,
    app = this.#deps.app ?? "vscode",
    isAnonymous,
  }: HubRequest): Promise<Response> {
    // A browser's `fetch` throws if called as a method of another object.
    const { fetch, baseUrl, userAgent } = this.#deps;
    return fetch(baseUrl + path, {
      method,
      headers: {
        ...headers,
        ...(isAnonymous !== true && { Authorization: `Bearer ${this.#token}` }),
        "X-Hub-App": app,
        ...(userAgent !== undefined && { "User-Agent": userAgent }),
      },
      ...(body !== undefined && { body }),
      redirect: "manual",
      signal: this.#watchdog.signal,
    });
  }

  async #untilAborted<T>(work: () => Promise<T>): Promise<T> {
    const { signal } = this.#watchdog;
    signal.throwIfAborted();
    return await orAborted(work(), signal);
  }

  async #readErrorText(): Promise<string> {
    try {
      await this.#requireReadable();
      return (await this.#readBeginning(maxErrorBytes)).text;
    } catch (error) {
      if (error instanceof HubError && error.kind === "cancelled") {
        throw error;
      }
      return "";
    }
  }
}
