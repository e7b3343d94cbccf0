import type { lookup } from "node:dns";
import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from "node:https";
import { isIP, type LookupFunction, type Socket } from "node:net";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/** The most bytes of a page, after decompression. */
const maxBody = 2 * 1024 * 1024;

export interface PageBody {
  /** The `Content-Type` header; may be empty. */
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly isCut: boolean;
}

export type PageAnswer =
  | (PageBody & { readonly status: number })
  | { readonly redirect: string; readonly status: number };

/** How names become addresses, and which addresses are requested. */
export interface PageNetwork {
  readonly lookup: typeof lookup;
  readonly isPublic: (address: string) => boolean;
}

/** The name or address is not of the public internet. */
export class NotPublicError extends Error {}

/**
 * One GET without cookies, redirects or a proxy. Connects only to addresses that passed `isPublic`: the checked
 * addresses themselves are connected, so a second answer of the name server changes nothing.
 */
export async function requestPage(
  url: URL,
  network: PageNetwork,
  signal: AbortSignal,
): Promise<PageAnswer> {
  const message = await messageOf(url, network, signal);
  const { statusCode: status = 0, headers } = message;
  const { location } = headers;
  if (status >= 300 && status < 400 && location !== undefined) {
    message.destroy();
    return { redirect: location, status };
  }
  const type = headers["content-type"] ?? "";
  return { status, type, ...(await readBody(message)) };
}

function messageOf(url: URL, network: PageNetwork, signal: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replaceAll(/^\[|\]$/gu, "");
  if (isIP(host) !== 0 && !network.isPublic(host)) {
    throw new NotPublicError();
  }
  const isTls = url.protocol === "https:";
  const options: RequestOptions = {
    agent: isTls ? new HttpsAgent() : new HttpAgent(),
    headers: {
      accept: "text/html, text/*;q=0.9, application/json;q=0.9, */*;q=0.1",
      "accept-encoding": "gzip, deflate, br",
      "user-agent": "ai-hub-agent",
    },
    lookup: checkedLookup(network),
    maxHeaderSize: 65_536,
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = (isTls ? httpsRequest : httpRequest)(url, options, resolve);
    request.on("error", reject);
    request.on("socket", (socket) => checkPeer(socket, network));
    request.end();
  });
}

/** Resolves a name, or refuses it if any of its addresses is not public. */
function checkedLookup({ lookup: resolveName, isPublic }: PageNetwork): LookupFunction {
  return (host, options, callback) => {
    resolveName(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error) {
        callback(error, "");
      } else if (!first || !addresses.every(({ address }) => isPublic(address))) {
        callback(new NotPublicError(), "");
      } else if (options.all === true) {
        callback(null, addresses);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}

/** Checks the connection itself, in case it does not go to the checked address, for example through a proxy. */
function checkPeer(socket: Socket, { isPublic }: PageNetwork): void {
  const check = (): void => {
    if (!isPublic(socket.remoteAddress ?? "")) {
      socket.destroy(new NotPublicError());
    }
  };
  if (socket.connecting) {
    socket.once("connect", check);
  } else {
    check();
  }
}

async function readBody(message: IncomingMessage): Promise<Omit<PageBody, "type">> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop ends the connection.
  for await (const bytes of decompressed(message) as AsyncIterable<Uint8Array>) {
    chunks.push(bytes);
    size += bytes.length;
    if (size > maxBody) {
      break;
    }
  }
  message.destroy();
  return { bytes: Buffer.concat(chunks).subarray(0, maxBody), isCut: size > maxBody };
}

function decompressed(message: IncomingMessage): Readable {
  const makers = { gzip: createGunzip, br: createBrotliDecompress, deflate: createInflate };
  const { "content-encoding": name = "" } = message.headers;
  const make = new Map(Object.entries(makers)).get(name.trim().toLowerCase());
  if (!make) {
    return message;
  }
  const stream = make();
  message.on("error", (error) => stream.destroy(error));
  return message.pipe(stream);
}
