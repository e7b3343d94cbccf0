/** `dist/mcp.mjs`, which speaks over stdio, as a server over HTTP for the conformance suite; prints its address. */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";

import { root } from "../../scripts/paths.ts";

const sessions = new Map<string, StreamableHTTPServerTransport>();
const host = createServer((request, response) => {
  const id = request.headers["mcp-session-id"];
  const open = typeof id === "string" ? sessions.get(id) : undefined;
  void (open ? Promise.resolve(open) : session()).then((transport) =>
    transport.handleRequest(request, response),
  );
});
host.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(host.address() as AddressInfo).port}/mcp\n`);
});

/** A session with a process of its own. */
async function session(): Promise<StreamableHTTPServerTransport> {
  const { port } = host.address() as AddressInfo;
  const http = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, http),
    enableDnsRebindingProtection: true,
    allowedHosts: [`127.0.0.1:${port}`, `localhost:${port}`],
  });
  const stdio = new StdioClientTransport({
    command: process.execPath,
    args: [join(root, "dist/mcp.mjs")],
    env: {
      AI_HUB_SELLER_URL: "http://127.0.0.1:9",
      AI_HUB_SELLER_CLIENT_ID: "none",
      AI_HUB_SELLER_CLIENT_SECRET: "none",
      AI_HUB_SELLER_CODE: "1",
    },
  });
  // oxlint-disable unicorn/prefer-add-event-listener -- the SDK has no listeners
  http.onmessage = (message) => void stdio.send(message);
  stdio.onmessage = (message) => void http.send(message);
  http.onclose = () => void stdio.close();
  // oxlint-enable unicorn/prefer-add-event-listener
  await Promise.all([http.start(), stdio.start()]);
  return http;
}
