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
  /** The whole body, or the beginning of a long one: `wholeText` has all of it. */
  readonly text: string;
  /** The bytes of a long body in UTF-8. */
  readonly long?: Uint8Array;
  /** Size of the body as it came, in bytes; after a cut, of what was read. */
  readonly bytes: number;
}

/** A list of 50,000 entries has about 25 MB. */
const maxBytes = 128 * 1024 * 1024;
const maxErrorBytes = 64 * 1024;
/** From this size on a body stays in bytes: as a text, and again as a tree, it would be many times as large. */
const longBytes = 512 * 1024;
/** The longest wait for the answer's start, and then for its next bytes. */
const silenceMs = 60_000;
const wholeMs = 10 * 60_000;
/** A redirect to such an address asks for a sign-in; portals name it in English or Portuguese. */
const loginAddress = /\b(?:log-?[io]n|sign-?in|auth\w*|oauth2?|sso|saml2?|entrar|autentica\w*)\b/iu;

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

/** Cuts a long error text. A success that is too long fails: half a list cannot be used. */
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
      // The rest of the body is not needed, so a failing cancel does not matter.
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
  // Half a character at the end of what was cut is no mistake of the portal.
  return { text: texts.join("") + (isCut ? "" : decoder.decode()), bytes };
}

/** A long body as a text; JavaScript's own form of it takes one or two bytes a character. */
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
