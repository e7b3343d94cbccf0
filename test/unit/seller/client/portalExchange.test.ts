import { once } from "node:events";
import { createServer } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { expect, test } from "vitest";

import {
  observedExchange,
  type PortalExchange,
} from "../../../../src/seller/client/portalExchange.ts";
import { systemClock } from "../../../../src/shared/base/clock.ts";

const secret = "TOKEN-that-nobody-may-see-in-any-place";

test("an answer that repeats the token ends without half of one", async () => {
  const [exchange] = await observedExchanges("12345".concat(secret).repeat(8_000), 1);
  const { text = "", isCut } = exchange?.answer ?? {};
  expect(isCut).toBe(true);
  expect(text.replaceAll("12345***", "")).toMatch(/^[12345*]{0,8}$/u);
});

test("of a long answer only its beginning is held, and no secret of an address", async () => {
  const before = heldBytes();
  const seen = await observedExchanges("0123456789abcdef".repeat(1_000_000), 4);
  // The server's own answer has 16 MB, too.
  expect(heldBytes() - before).toBeLessThan(32_000_000);
  expect(seen.map(({ answer }) => answer?.text.length)).toEqual([
    200_000, 200_000, 200_000, 200_000,
  ]);
  expect(seen[0]?.url).toMatch(/access_token=\*\*\*$/u);
});

/** What is kept of calls to a server that gives this answer. */
async function observedExchanges(answer: string, count: number): Promise<PortalExchange[]> {
  const server = createServer((_request, response) => response.end(answer));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const url = `http://127.0.0.1:${port}/estoques?page=2&access_token=${secret}`;
  const sending = {
    request: { call: "listStock", method: "GET", url },
    http: { url, method: "GET", headers: {} },
    secrets: [secret],
  } as const;
  const seen: PortalExchange[] = [];
  const observe = (exchange: PortalExchange): void => void seen.push(exchange);
  const { signal } = new AbortController();
  for (let index = 0; index < count; index += 1) {
    await observedExchange({ fetch, clock: systemClock, observe }, sending, signal);
  }
  server.closeAllConnections();
  server.close();
  return seen;
}

function heldBytes(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc()");
  return process.memoryUsage().heapUsed;
}
