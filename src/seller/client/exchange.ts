import type { Clock } from "../../shared/clock.ts";
import { decoderFor } from "./charset.ts";
import { networkFailure } from "./networkFailure.ts";
import { SellerError } from "./sellerError.ts";

export interface ExchangeDeps {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
}

export interface HttpRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Size of the body as it came, in bytes; after a cut, of what was read. */
  readonly bytes: number;
}

/** A list of 50,000 entries has about 25 MB. */
const maxBytes = 128 * 1024 * 1024;
const maxErrorBytes = 64 * 1024;
/** The longest wait for the answer's start, and then for its next bytes. */
const silenceMs = 60_000;
const wholeMs = 10 * 60_000;

/**
 * Sends one request and reads its whole answer, whatever its status. Redirects are refused, because
 * they would send body and token to another address. Every failure is a `SellerError`, with
 * `mayHaveActed` once the request is on its way.
 */
export async function exchange(
  { fetch, clock }: ExchangeDeps,
  { url, method, headers, body }: HttpRequest,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  if (signal.aborted) {
    throw new SellerError("cancelled", { notSent: true });
  }
  const watch = new SilenceWatch(clock, signal);
  try {
    const init = { method, headers, redirect: "manual", signal: watch.signal } as const;
    const response = await watch.race(fetch(url, { ...init, ...(body !== undefined && { body }) }));
    watch.restart();
    if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
      void response.body?.cancel().catch(() => undefined);
      throw new SellerError("redirected", { status: response.status, mayHaveActed: true });
    }
    const { text, bytes } = await readText(response, watch);
    return { status: response.status, headers: response.headers, text, bytes };
  } catch (error) {
    throw watch.reason ?? (error instanceof SellerError ? error : networkFailure(error));
  } finally {
    watch.dispose();
  }
}

type Body = Pick<HttpAnswer, "text" | "bytes">;

/** Cuts a long error text. A success that is too long fails: half a list cannot be used. */
async function readText(response: Response, watch: SilenceWatch): Promise<Body> {
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader();
  if (!reader) {
    return { text: "", bytes: 0 };
  }
  let decoder: ReturnType<typeof decoderFor> | undefined;
  const limit = response.ok ? maxBytes : maxErrorBytes;
  const texts: string[] = [];
  let bytes = 0;
  for (;;) {
    const { value } = await watch.race(reader.read());
    if (!value) {
      return { text: texts.join("") + (decoder?.decode() ?? ""), bytes };
    }
    decoder ??= decoderFor(response.headers.get("content-type"), value);
    watch.restart();
    bytes += value.byteLength;
    texts.push(decoder.decode(value, { stream: true }));
    if (bytes > limit) {
      // The rest of the body is not needed, so a failing cancel does not matter.
      void reader.cancel().catch(() => undefined);
      if (response.ok) {
        throw new SellerError("tooBig", { status: response.status, mayHaveActed: true });
      }
      return { text: texts.join(""), bytes };
    }
  }
}

/** Ends a request that is silent for too long or that its caller cancels. */
class SilenceWatch {
  readonly #clock: Clock;
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal;
  readonly #aborted: Promise<never>;
  #reject: (reason: SellerError) => void = () => undefined;
  #cancelTimer: () => void;
  readonly #cancelWhole: () => void;
  #reason: SellerError | undefined;
  readonly #onCallerAbort = (): void => this.#end("cancelled");

  constructor(clock: Clock, caller: AbortSignal) {
    this.#clock = clock;
    this.#caller = caller;
    // Not a listener of the signal: with one, 8,000 small requests peaked at 345 MB instead of 303.
    this.#aborted = new Promise((_resolve, reject) => {
      this.#reject = reject;
    });
    // It may reject after the last race, when nothing else handles it.
    this.#aborted.catch(() => undefined);
    caller.addEventListener("abort", this.#onCallerAbort);
    this.#cancelTimer = this.#startTimer();
    this.#cancelWhole = clock.startTimer(() => this.#end("timeout"), wholeMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why the request was ended, if it was. */
  get reason(): SellerError | undefined {
    return this.#reason;
  }

  restart(): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#startTimer();
  }

  /** Also ends the wait if the platform's own promise never settles after an abort. */
  race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#aborted]);
  }

  dispose(): void {
    this.#cancelTimer();
    this.#cancelWhole();
    this.#caller.removeEventListener("abort", this.#onCallerAbort);
  }

  #startTimer(): () => void {
    return this.#clock.startTimer(() => this.#end("timeout"), silenceMs);
  }

  #end(kind: "cancelled" | "timeout"): void {
    this.dispose();
    this.#reason = new SellerError(kind, { mayHaveActed: true });
    this.#controller.abort(this.#reason);
    this.#reject(this.#reason);
  }
}
