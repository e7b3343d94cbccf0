import type { Clock } from "../../shared/base/clock.ts";
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
  /** The whole body, or the beginning of a long one (see `wholeText`). */
  readonly text: string;
  readonly long?: Uint8Array;
  readonly bytes: number;
}

/** A list of 50,000 entries has about 25 MB. */
const maxBytes = 128 * 1024 * 1024;
const maxErrorBytes = 64 * 1024;
/** Longer bodies stay bytes: a text and a parsed tree would need many times the memory. */
const longBytes = 512 * 1024;
/** Longest wait for the answer's start, and then for its next bytes. */
const silenceMs = 60_000;
const wholeMs = 10 * 60_000;
const loginAddress = /\b(?:log-?[io]n|sign-?in|auth\w*|oauth2?|sso|saml2?|entrar|autentica\w*)\b/iu;

/**
 * Refuses redirects, which would send body and token to another address. Failures have `mayHaveActed` once the request
 * was sent.
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
      const { status } = response;
      const isToLogin = loginAddress.test(response.headers.get("location") ?? "");
      throw new SellerError("redirected", { status, isToLogin, mayHaveActed: true });
    }
    return {
      status: response.status,
      headers: response.headers,
      ...(await readBody(response, watch)),
    };
  } catch (error) {
    throw watch.reason ?? (error instanceof SellerError ? error : networkFailure(error));
  } finally {
    watch.dispose();
  }
}

type Body = Pick<HttpAnswer, "text" | "long" | "bytes">;

async function readBody(response: Response, watch: SilenceWatch): Promise<Body> {
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader();
  const limit = response.ok ? maxBytes : maxErrorBytes;
  const contentType = response.headers.get("content-type");
  const blocks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const value = reader && (await watch.race(reader.read())).value;
    if (!reader || !value) {
      return bodyOf(blocks, bytes, { contentType });
    }
    watch.restart();
    bytes += value.byteLength;
    blocks.push(value);
    if (bytes > limit) {
      // The rest is not needed, so a failing cancel does not matter.
      void reader.cancel().catch(() => undefined);
      if (response.ok) {
        throw new SellerError("tooBig", { status: response.status, mayHaveActed: true });
      }
      return bodyOf(blocks, bytes, { contentType, isCut: true });
    }
  }
}

function bodyOf(
  blocks: readonly Uint8Array[],
  bytes: number,
  { contentType, isCut = false }: { readonly contentType: string | null; readonly isCut?: boolean },
): Body {
  const decoder = decoderFor(contentType, blocks[0] ?? new Uint8Array());
  const isLong = bytes > longBytes && decoder.encoding === "utf-8";
  const texts: string[] = [];
  let decoded = 0;
  for (const block of blocks) {
    if (!isLong || decoded < longBytes) {
      texts.push(decoder.decode(block, { stream: true }));
      decoded += block.byteLength;
    }
  }
  if (isLong) {
    return { text: texts.join(""), bytes, long: joined(blocks, bytes) };
  }
  // A cut may split a character, which is not the portal's mistake.
  return { text: texts.join("") + (isCut ? "" : decoder.decode()), bytes };
}

export function wholeText({ text, long }: Pick<HttpAnswer, "text" | "long">): string {
  return long ? new TextDecoder().decode(long) : text;
}

function joined(blocks: readonly Uint8Array[], bytes: number): Uint8Array {
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const block of blocks) {
    whole.set(block, at);
    at += block.byteLength;
  }
  return whole;
}

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
    // No listener on the signal: with listeners, 8,000 small requests peaked at 345 MB instead of 303.
    this.#aborted = new Promise((_resolve, reject) => {
      this.#reject = reject;
    });
    // The promise may reject after the last race, when nothing else handles it.
    this.#aborted.catch(() => undefined);
    caller.addEventListener("abort", this.#onCallerAbort);
    this.#cancelTimer = this.#startTimer();
    this.#cancelWhole = clock.startTimer(() => this.#end("timeout"), wholeMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get reason(): SellerError | undefined {
    return this.#reason;
  }

  restart(): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#startTimer();
  }

  /** Resolves as `work`, and ends even if the platform's promise never settles after an abort. */
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
