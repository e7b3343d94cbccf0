import {
  Agent as HttpAgent,
  type IncomingMessage,
  request as httpRequest,
  type RequestOptions,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

import type { Clock } from "../../shared/base/clock.ts";
import { endWith } from "../http/endWith.ts";
import { CollectedBytes } from "../http/sharedBytes.ts";

export class UpstreamFailure extends Error {
  readonly kind: "unreachable" | "timeout" | "notAModelServer" | "unknownEncoding";
  /** False if the upstream cannot have the whole request, which then costs nothing. */
  isAsked = true;

  constructor(kind: UpstreamFailure["kind"], options?: ErrorOptions) {
    super(`upstream ${kind}`, options);
    this.name = "UpstreamFailure";
    this.kind = kind;
  }
}

/** An address, parsed once: parsing a URL per call would cost more than sending. */
export interface UpstreamAddress {
  readonly isSecure: boolean;
  readonly options: Pick<RequestOptions, "host" | "port" | "path">;
  readonly name: string;
}

export interface UpstreamCall {
  readonly address: UpstreamAddress;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export function addressOf(url: URL): UpstreamAddress {
  const { protocol, hostname, port, host, pathname, search } = url;
  const isSecure = protocol === "https:";
  return {
    isSecure,
    options: {
      host: hostname.replace(/^\[(.*)\]$/u, "$1"),
      port: port === "" ? (isSecure ? 443 : 80) : Number(port),
      path: pathname + search,
    },
    name: host,
  };
}

const agents = {
  http: new HttpAgent({ keepAlive: true, keepAliveMsecs: 30_000 }),
  https: new HttpsAgent({ keepAlive: true, keepAliveMsecs: 30_000 }),
};

/**
 * Calls an upstream, once more after a stale connection. No redirects: prompt and key go only to the configured
 * address. Rejects with an `UpstreamFailure`.
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

/** The server closed an idle connection. */
class StaleConnection extends UpstreamFailure {}

function send(
  { address, method, headers, body, signal, timeoutMs }: UpstreamCall,
  clock: Clock,
): Promise<IncomingMessage> {
  const { isSecure, options, name } = address;
  const open = isSecure ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const outgoing = open({
      ...options,
      method,
      headers: headerLines(name, headers, body),
      agent: isSecure ? agents.https : agents.http,
    });
    // Node's own option `signal` watches the whole stream, which costs a tenth of the call.
    const leave = (): void => void outgoing.destroy(new UpstreamFailure("unreachable"));
    signal.addEventListener("abort", leave);
    outgoing.on("close", () => signal.removeEventListener("abort", leave));
    let isSent = false;
    outgoing.on("finish", () => {
      isSent = true;
    });
    const cancelTimer = clock.startTimer(() => {
      outgoing.destroy(new UpstreamFailure("timeout"));
    }, timeoutMs);
    outgoing.on("response", (incoming) => {
      cancelTimer();
      // After the reader left, an error needs no handler.
      incoming.on("error", () => undefined);
      resolve(incoming);
    });
    outgoing.on("error", (error: Error & { readonly code?: string }) => {
      cancelTimer();
      const isStale = outgoing.reusedSocket && error.code === "ECONNRESET" && !signal.aborted;
      const Failure = isStale ? StaleConnection : UpstreamFailure;
      const failure =
        error instanceof UpstreamFailure ? error : new Failure("unreachable", { cause: error });
      failure.isAsked = isSent;
      reject(failure);
    });
    endWith(outgoing, body);
    if (signal.aborted) {
      leave();
    }
  });
}

/** The headers as an array of names and values, which Node writes unchanged. */
function headerLines(
  host: string,
  headers: UpstreamCall["headers"],
  body: UpstreamCall["body"],
): string[] {
  const lines = ["host", host];
  for (const [name, value] of Object.entries(headers)) {
    lines.push(name, value);
  }
  if (body) {
    lines.push("content-length", String(Buffer.byteLength(body)));
  }
  return lines;
}

/** Rejects with an `UpstreamFailure`, or the error of `hold`, which is called before each piece is stored. */
export function readBytes(
  incoming: Readable,
  maxBytes: number,
  hold: (bytes: number) => void = () => undefined,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const collected = new CollectedBytes();
    const fail = (cause: unknown): void => {
      reject(
        cause instanceof UpstreamFailure ? cause : new UpstreamFailure("unreachable", { cause }),
      );
    };
    if (incoming.destroyed) {
      fail(incoming.errored);
      return;
    }
    // Without `setEncoding` the chunks are buffers.
    incoming.on("data", (bytes: Uint8Array) => {
      try {
        if (collected.size + bytes.length > maxBytes) {
          throw new UpstreamFailure("notAModelServer");
        }
        hold(bytes.length);
        collected.add(bytes);
      } catch (error) {
        incoming.removeAllListeners("data");
        incoming.destroy();
        reject(error);
      }
    });
    const breakOff = (): void => fail(incoming.errored);
    incoming.on("end", () => {
      incoming.off("close", breakOff);
      resolve(collected.join());
    });
    incoming.on("error", fail);
    incoming.on("close", breakOff);
  });
}

export async function readText(incoming: IncomingMessage, maxBytes: number): Promise<string> {
  return new TextDecoder().decode(await readBytes(plainBody(incoming), maxBytes));
}

/** The body without compression, which some servers use although the request forbids it. */
export function plainBody(incoming: IncomingMessage): Readable {
  const decoder = decoderOf(incoming);
  if (!decoder) {
    return incoming;
  }
  // The reader of `decoder` gets the errors of both.
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
