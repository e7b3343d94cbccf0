import type { IncomingMessage, ServerResponse } from "node:http";

import { bodySink } from "../../shared/base/bodySink.ts";
import { ChunkedBody } from "./chunkedBody.ts";
import { endWith } from "./endWith.ts";
import type { HubResponse } from "./message.ts";
import type { StalledClients } from "./stalledClients.ts";

export const largeAnswer = 64 * 1024;
const pieceBytes = 64 * 1024;

export interface Receiver {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly stalled: StalledClients;
  readonly patienceMs: number;
}

/** Sends an answer; resolves before the client has received it. */
export async function sendAnswer(
  { status, headers, body }: HubResponse,
  receiver: Receiver,
): Promise<void> {
  const { incoming, outgoing } = receiver;
  outgoing.on("close", watchReader(receiver));
  if (typeof body !== "function") {
    outgoing.writeHead(status, headerLines(headers, Buffer.byteLength(body)));
    if (incoming.method === "HEAD" || body.length <= largeAnswer) {
      endWith(outgoing, incoming.method === "HEAD" ? undefined : body);
    } else {
      await sendPieces(outgoing, typeof body === "string" ? Buffer.from(body) : body);
    }
    return;
  }
  outgoing.writeHead(status, headers);
  const chunked = new ChunkedBody(outgoing);
  try {
    await body(chunked);
    chunked.end();
  } catch {
    // Only a broken connection shows the client that the answer is incomplete.
    outgoing.destroy();
  }
}

function watchReader({ outgoing, stalled, patienceMs }: Receiver): () => void {
  let drains = 0;
  outgoing.on("drain", () => {
    drains += 1;
  });
  return stalled.watch({
    progress: () => (outgoing.writableNeedDrain || outgoing.writableEnded ? drains : undefined),
    least: 1,
    patienceMs,
    cut: () => outgoing.destroy(),
  });
}

async function sendPieces(outgoing: ServerResponse, body: Uint8Array): Promise<void> {
  const { drained } = bodySink(outgoing);
  for (let at = 0; at < body.length && !outgoing.destroyed; at += pieceBytes) {
    if (!outgoing.write(body.subarray(at, at + pieceBytes))) {
      await drained();
    }
  }
  outgoing.end();
}

/** The head as an array of names and values, which Node writes unchanged. */
function headerLines(headers: HubResponse["headers"], length: number): string[] {
  const lines: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    lines.push(name, value);
  }
  lines.push("content-length", String(length));
  return lines;
}
