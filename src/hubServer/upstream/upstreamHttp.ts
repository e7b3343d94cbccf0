import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

import type { Clock } from "../../shared/clock.ts";
import { joinBytes } from "../http/sharedBytes.ts";

/** Why an upstream gave no usable answer. */
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
  /** Time limit for the headers of the answer. */
  readonly timeoutMs: number;
}

const agents = {
  http: new HttpAgent({ keepAlive: true, keepAliveMsecs: 30_000 }),
  https: new HttpsAgent({ keepAlive: true, keepAliveMsecs: 30_000 }),
};

/**
 * Sends a request and resolves with the headers; the body is read from the result. Redirects are
 * not followed: prompt and key go only to the configured address. A request that failed on a stale
 * connection is sent once more. Rejects with an `UpstreamFailure`.
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

/** A kept-alive connection broke before any answer: usually the idle server just closed it. */
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
      // The reader of the body gets its errors; after the reader left, an error needs no handler.
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
    // Without `setEncoding` the chunks are buffers.
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
  return joinBytes(chunks, size);
}

/** The decompressed body as text, with the limits and errors of `readBytes` and `plainBody`. */
export async function readText(incoming: IncomingMessage, maxBytes: number): Promise<string> {
  return new TextDecoder().decode(await readBytes(plainBody(incoming), maxBytes));
}

/**
 * The decompressed body: some servers compress although the request forbids it. Throws an
 * `UpstreamFailure` for an unknown encoding.
 */
export function plainBody(incoming: IncomingMessage): Readable {
  const decoder = decoderOf(incoming);
  if (!decoder) {
    return incoming;
  }
  // Errors of both reach the reader of `decoder`; destroying `decoder` destroys `incoming`.
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
