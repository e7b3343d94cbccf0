import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

import type { Clock } from "../../shared/clock.ts";

/** Why no answer came: nobody there, or not in time. */
export class UpstreamFailure extends Error {
  readonly kind: "unreachable" | "timeout" | "notAModelServer" | "unknownEncoding";

  constructor(kind: UpstreamFailure["kind"], options?: ErrorOptions) {
    super(`upstream ${kind}`, options);
    this.name = "UpstreamFailure";
    this.kind = kind;
  }
}

export interface UpstreamCall {
  readonly url: URL;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  readonly signal: AbortSignal;
  /** How long its headers may take. */
  readonly timeoutMs: number;
}

const agents = {
  http: new HttpAgent({ keepAlive: true, keepAliveMsecs: 30_000 }),
  https: new HttpsAgent({ keepAlive: true, keepAliveMsecs: 30_000 }),
};

/**
 * Sends a request and resolves with its headers; the body is read from the result. Redirects are not followed:
 * prompt and key go to the configured address only. A request on a stale connection is sent once more.
 * Rejects with an `UpstreamFailure`.
 */
export async function callUpstream(call: UpstreamCall, clock: Clock): Promise<IncomingMessage> {
  try {
    return await send(call, clock);
  } catch (error) {
    if (error instanceof StaleConnection) {
      return send(call, clock);
    }
    throw error;
  }
}

/** A kept connection that broke before any answer: nearly always the server closed it just then, being idle. */
class StaleConnection extends UpstreamFailure {}

function send(
  { url, method, headers, body, signal, timeoutMs }: UpstreamCall,
  clock: Clock,
): Promise<IncomingMessage> {
  const isSecure = url.protocol === "https:";
  const open = isSecure ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const outgoing = open(url, {
      method,
      headers: { ...headers, ...(body && { "content-length": Buffer.byteLength(body) }) },
      agent: isSecure ? agents.https : agents.http,
      signal,
    });
    const cancelTimer = clock.startTimer(() => {
      outgoing.destroy(new UpstreamFailure("timeout"));
    }, timeoutMs);
    outgoing.on("response", (incoming) => {
      cancelTimer();
      // Who reads the body hears of its errors; a body that nobody reads any more may break off unheard.
      incoming.on("error", () => undefined);
      resolve(incoming);
    });
    outgoing.on("error", (error: Error & { readonly code?: string }) => {
      cancelTimer();
      if (error instanceof UpstreamFailure) {
        reject(error);
        return;
      }
      const isStale = outgoing.reusedSocket && error.code === "ECONNRESET" && !signal.aborted;
      const Failure = isStale ? StaleConnection : UpstreamFailure;
      reject(new Failure("unreachable", { cause: error }));
    });
    outgoing.end(body);
  });
}

/** Reads a body; rejects with an `UpstreamFailure` beyond `maxBytes` or if it breaks off. */
export async function readBytes(incoming: Readable, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // A message that was given no encoding yields buffers.
    const bodies: AsyncIterable<Uint8Array> = incoming;
    for await (const bytes of bodies) {
      size += bytes.length;
      if (size > maxBytes) {
        throw new UpstreamFailure("notAModelServer");
      }
      chunks.push(bytes);
    }
  } catch (error) {
    throw error instanceof UpstreamFailure
      ? error
      : new UpstreamFailure("unreachable", { cause: error });
  }
  return Buffer.concat(chunks);
}

/** The same as text. */
export async function readText(incoming: Readable, maxBytes: number): Promise<string> {
  return new TextDecoder().decode(await readBytes(incoming, maxBytes));
}

/**
 * The body as it was before it was compressed, which some servers do though they were asked not to. Throws an
 * `UpstreamFailure` for an encoding that cannot be undone: its bytes are no answer.
 */
export function plainBody(incoming: IncomingMessage): Readable {
  const decoder = decoderOf(incoming);
  if (!decoder) {
    return incoming;
  }
  // Whoever reads the decoder hears of the errors of both, and who gives it up ends both.
  pipeline(incoming, decoder, () => undefined);
  return decoder;
}

function decoderOf(incoming: IncomingMessage): (Readable & NodeJS.WritableStream) | undefined {
  switch (incoming.headers["content-encoding"]?.toLowerCase()) {
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    case "br":
      return createBrotliDecompress();
    case undefined:
    case "":
    case "identity":
      return undefined;
    default:
      incoming.destroy();
      throw new UpstreamFailure("unknownEncoding");
  }
}
