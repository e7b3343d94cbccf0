import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { streamCompletion } from "../../../src/hub/calls/completionClient.ts";
import { HubClient } from "../../../src/hub/calls/hubClient.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";

/** A hub that records each body and refuses the request. */
export async function startWire() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      bodies.push(Buffer.concat(pieces).toString());
      response.writeHead(request.url === "/hub/v1/policy" ? 404 : 400).end("{}");
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has a port
  const { port } = server.address() as AddressInfo;
  const exchange = {
    baseUrl: `http://127.0.0.1:${port}`,
    token: () => Promise.resolve("t"),
    fetch: globalThis.fetch,
    clock: systemClock,
  };
  const client = new HubClient({ ...exchange, random: () => 0 });
  return {
    bodies,
    streamChat: (...asked: Parameters<HubClient["streamChat"]>) => client.streamChat(...asked),
    completion: (
      request: Parameters<typeof streamCompletion>[1],
      signal: AbortSignal,
    ): ReturnType<typeof streamCompletion> => streamCompletion(exchange, request, signal),
    close: () => server.close(),
  };
}
