import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { FetchLike, Transport } from "@modelcontextprotocol/sdk/shared/transport.js";

import type { Clock } from "../../shared/base/clock.ts";
import { ownCodes } from "./mcpMessageLines.ts";

const brokenMs = 1_000;

/** The transport, and a function that fails the call of an incomplete answer. */
export function httpTransport(
  url: URL,
  fetchFor: (onStreamEnd: (id: number, canResume: boolean) => void) => FetchLike,
  clock: Clock,
): Transport {
  const answered = new Set<number>();
  const fetch = fetchFor((id, canResume) => {
    clock.startTimer(() => {
      if (!canResume && !answered.delete(id)) {
        const error = { code: ownCodes.unanswered, message: "unanswered" };
        transport.onmessage?.({ jsonrpc: "2.0", id, error });
      }
    }, brokenMs);
  });
  const transport = new StreamableHTTPClientTransport(url, { fetch });
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no listeners
  transport.onmessage = (message) => {
    if ("id" in message && typeof message.id === "number" && !("method" in message)) {
      answered.add(message.id);
    }
  };
  return transport;
}
