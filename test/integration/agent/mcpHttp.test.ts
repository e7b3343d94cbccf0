import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

import { Server as McpServer } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { approveAll, callTool, McpLab } from "./mcpLab.ts";

const lab = new McpLab();
const servers: Server[] = [];
afterAll(async () => {
  await lab.dispose();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

async function listen(answer: Answer): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Host {
  readonly url: string;
  readonly calls: string[];
  readonly keys: (string | undefined)[];
}

type Raw = (response: ServerResponse) => void;

/** A server with one tool, `act`; the calls named in `raw` are answered by hand, as a stream of events. */
async function host(raw: Readonly<Record<string, Raw>> = {}, endsSessions = true): Promise<Host> {
  const made: Host = { url: "", calls: [], keys: [] };
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const open = async (): Promise<StreamableHTTPServerTransport> => {
    const server = new McpServer({ name: "test", version: "1" }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: [{ name: "act", inputSchema: { type: "object" as const } }],
    }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
      made.calls.push(String(params.arguments?.["how"]));
      return { content: [{ type: "text", text: `did ${String(params.arguments?.["how"])}` }] };
    });
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        sessions.set(id, transport);
      },
    });
    await server.connect(transport);
    return transport;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === "DELETE" && !endsSessions) {
      return;
    }
    made.keys.push(request.headers["x-key"]?.toString());
    const body = await json(request).catch(() => undefined);
    const how = callSchema.safeParse(body).data?.params.arguments.how ?? "";
    const byHand = raw[how];
    if (byHand) {
      made.calls.push(how);
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      byHand(response);
      return;
    }
    const transport = sessions.get(request.headers["mcp-session-id"]?.toString() ?? "");
    await (transport ?? (await open())).handleRequest(request, response, body);
  };
  const url = await listen((request, response) => void answer(request, response));
  return { ...made, url: `${url}/mcp` };
}

const callSchema = z.object({ params: z.object({ arguments: z.object({ how: z.string() }) }) });

test("a server over HTTP is called, with its headers, and the session is ended", async () => {
  const made = await host();
  const config = { url: made.url, headers: { "X-Key": "${secret:key}" } };
  const clients = lab.window({ web: config }, { readSecret: () => Promise.resolve("k1") });
  const tools = await clients.tools(approveAll);
  expect(await callTool(tools, "mcp_web_act", { how: "it" })).toBe("did it");
  await clients.close();
  expect(new Set(made.keys)).toEqual(new Set(["k1"]));
});

test("a header that gets another value is asked about, with what is put into it", async () => {
  const made = await host();
  const asked: string[] = [];
  for (const key of ["k1", "k1", "${env:TOKEN}", "${secret:key} ${env:TOKEN}"]) {
    const clients = lab.window({ keyed: { url: made.url, headers: { "X-Key": key } } });
    const approveStart = ({ detail }: { readonly detail: string }): Promise<boolean> => {
      asked.push(detail);
      return Promise.resolve(true);
    };
    await clients.tools({ ...approveAll, approveStart });
  }
  const address = `Address: ${made.url}\nHeaders: X-Key`;
  expect(asked).toEqual([
    address,
    `${address}=\${env:TOKEN}`,
    `${address}="\${secret:key} \${env:TOKEN}"`,
  ]);
});

test("a server that never answers to the end of its session holds nothing up", async () => {
  const made = await host({}, false);
  const clients = lab.window({ deaf: { url: made.url } });
  expect(await clients.tools(approveAll)).toHaveLength(1);
  await clients.close();
  expect(clients.states()[0]?.state).toBe("stopped");
});

test("redirects are refused: the headers go nowhere else", async () => {
  const seen: unknown[] = [];
  const other = await listen((request, response) => {
    seen.push(request.headers);
    response.end();
  });
  const url = await listen((_request, response) => {
    response.writeHead(307, { Location: `${other}/mcp` }).end();
  });
  const clients = lab.window({ moved: { url: `${url}/mcp`, headers: { "X-Key": "k1" } } });
  expect(await clients.tools(approveAll)).toEqual([]);
  expect(clients.states()[0]?.problem).toContain("redirects to another address, which is refused");
  expect(seen).toEqual([]);
});

test("an answer that breaks off leaves the call unknown, and it is not sent again", async () => {
  const made = await host({
    break: (response) => response.write(": wait\n\n", () => response.destroy()),
    end: (response) => response.end(": wait\n\n"),
  });
  const clients = lab.window({ broken: { url: made.url } });
  const tools = await clients.tools(approveAll);
  for (const how of ["break", "end"]) {
    expect(await callTool(tools, "mcp_broken_act", { how })).toContain(
      "not known. The MCP server broken: It ended before it answered.",
    );
  }
  expect(await callTool(tools, "mcp_broken_act", { how: "work" })).toBe("did work");
  expect(made.calls).toEqual(["break", "end", "work"]);
});

test("a result of 100 MB over HTTP is cut off while it comes", async () => {
  let sent = 0;
  const made = await host({
    big: (response) => {
      const more = (): void => {
        while (sent < 100 && response.write(sent === 0 ? "data: " : "x".repeat(1024 * 1024))) {
          sent += 1;
        }
      };
      response.on("drain", () => {
        sent += 1;
        more();
      });
      more();
    },
  });
  const clients = lab.window({ large: { url: made.url } });
  const tools = await clients.tools(approveAll);
  expect(await callTool(tools, "mcp_large_act", { how: "big" })).toContain(
    "not known. The MCP server large: It ended before it answered.",
  );
  expect(sent).toBeLessThan(40);
  expect(await callTool(tools, "mcp_large_act", { how: "work" })).toBe("did work");
  expect(made.calls).toEqual(["big", "work"]);
});

test("a server that is not there is told apart from one that broke", async () => {
  const made = await host();
  const clients = lab.window({ gone: { url: made.url } });
  const tools = await clients.tools(approveAll);
  const server = servers.at(-1);
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
  // The first may have been written to a connection that was still open.
  await callTool(tools, "mcp_gone_act", { how: "it" });
  expect(await callTool(tools, "mcp_gone_act", { how: "it" })).toBe(
    "Not done, nothing was changed. The MCP server gone: It cannot be reached.",
  );
});
