import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

import { bodySink } from "../../shared/bodySink.ts";
import type { SellerApp, SellerRequest } from "./message.ts";
import { PortalError } from "./portalError.ts";

/** Only bounds the memory; each call has its own, smaller limit. */
const maxBodyBytes = 1024 * 1024;

/** Serves the sandbox alone over HTTP/1.1. The caller listens and closes. */
export function createSellerServer(app: SellerApp, onError: (error: unknown) => void): Server {
  return createServer(
    { headersTimeout: 10_000, requestTimeout: 60_000, connectionsCheckingInterval: 2_000 },
    (incoming, outgoing) => {
      void serve(app, incoming, outgoing).catch((error: unknown) => {
        outgoing.destroy();
        onError(error);
      });
    },
  );
}

async function serve(
  app: SellerApp,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const left = new AbortController();
  outgoing.on("close", () => left.abort());
  const { status, headers, body } = await app(toSellerRequest(incoming, left.signal));
  if (outgoing.destroyed) {
    return;
  }
  if (typeof body !== "function") {
    outgoing.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
    outgoing.end(body);
    return;
  }
  outgoing.writeHead(status, headers);
  try {
    await body(bodySink(outgoing));
    outgoing.end();
  } catch {
    // The sandbox drops an answer on purpose: the client sees a broken connection.
    outgoing.destroy();
  }
}

function toSellerRequest(incoming: IncomingMessage, signal: AbortSignal): SellerRequest {
  let body: Promise<Uint8Array> | undefined;
  const [path = "", ...query] = (incoming.url ?? "").split("?");
  return {
    id: `req_${randomUUID().replaceAll("-", "")}`,
    method: incoming.method ?? "GET",
    path,
    query: new URLSearchParams(query.join("?")),
    header: (name) => {
      const value = Object.hasOwn(incoming.headers, name) ? incoming.headers[name] : undefined;
      return Array.isArray(value) ? value.join(", ") : value;
    },
    body: () => (body ??= readAll(incoming)),
    signal,
  };
}

function readAll(incoming: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    incoming.on("data", (chunk: Uint8Array) => {
      size += chunk.length;
      if (size <= maxBodyBytes) {
        chunks.push(chunk);
        return;
      }
      incoming.removeAllListeners("data");
      // Discard the rest of the body, so that the client can read the answer.
      incoming.resume();
      reject(new PortalError(413, "CORPO_GRANDE_DEMAIS", "O corpo é grande demais."));
    });
    incoming.on("end", () => resolve(Buffer.concat(chunks)));
    incoming.on("error", reject);
    // After the end of the body this has no effect.
    incoming.on("close", () =>
      reject(new Error("The client left before its request was complete.")),
    );
  });
}
