import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json, text } from "node:stream/consumers";

import { Server as McpServer } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, expect, test } from "vitest";

import { challengeOf } from "../../../src/agentNode/mcpClient/mcpChallenge.ts";
import { guardedFetch } from "../../../src/agentNode/mcpClient/mcpFetch.ts";
import type { SecretStore } from "../../../src/agentNode/mcpClient/mcpOauth.ts";
import { approveAll, callTool, McpLab } from "./mcpLab.ts";

const lab = new McpLab();
const hosts: Server[] = [];
afterAll(async () => {
  await lab.dispose();
  for (const host of hosts) {
    host.closeAllConnections();
    host.close();
  }
});

/** A server that wants a sign-in, and its authorization server at the same address. */
class SignInHost {
  url = "";
  /** Said in the metadata instead of the own address. */
  issuer: string | undefined;
  metadataPath = "/.well-known/oauth-protected-resource";
  /** The header of a refusal. */
  refusal: string | undefined;
  readonly asked: string[] = [];
  #access = "";
  #refresh = "";
  #challenge = "";

  async start(): Promise<void> {
    const host = createServer((request, response) => void this.#answer(request, response));
    hosts.push(host);
    await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  }

  /** The token is no longer good. */
  expire(): void {
    this.#access = "";
  }

  /** What a browser does: it signs in and comes back. */
  async visit(url: URL): Promise<void> {
    this.#challenge = url.searchParams.get("code_challenge") ?? "";
    const back = new URL(url.searchParams.get("redirect_uri") ?? "");
    back.searchParams.set("code", "code-1");
    back.searchParams.set("state", "wrong");
    this.asked.push(`wrong state ${(await fetch(back)).status}`);
    back.searchParams.set("state", url.searchParams.get("state") ?? "");
    void fetch(back);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? "", this.url).pathname;
    const send = (status: number, body: object): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    if (path.startsWith(this.metadataPath)) {
      send(200, { resource: `${this.url}/mcp`, authorization_servers: [this.url] });
    } else if (path === "/.well-known/oauth-authorization-server") {
      send(200, this.#metadata());
    } else if (path === "/register") {
      send(201, { ...((await json(request)) as object), client_id: "client-1" });
    } else if (path === "/token") {
      const [status, body] = this.#token(new URLSearchParams(await text(request)));
      send(status, body);
    } else if (request.headers.authorization !== `Bearer ${this.#access}` || this.#access === "") {
      response.setHeader("WWW-Authenticate", this.refusal ?? "Bearer");
      send(path === "/mcp" ? 401 : 404, { error: "invalid_token" });
    } else {
      await this.#serve(request, response);
    }
  }

  #metadata(): object {
    return {
      issuer: this.issuer ?? this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      registration_endpoint: `${this.url}/register`,
      response_types_supported: ["code"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
    };
  }

  /** Each refresh token is good for one use, as RFC 9700 wants it. */
  #token(form: URLSearchParams): readonly [status: number, body: object] {
    const kind = form.get("grant_type") ?? "";
    const hash = createHash("sha256").update(form.get("code_verifier") ?? "");
    const isGood =
      kind === "authorization_code"
        ? hash.digest("base64url") === this.#challenge
        : form.get("refresh_token") === this.#refresh;
    this.asked.push(`${kind} ${isGood ? "good" : "bad"} for ${form.get("resource") ?? "nothing"}`);
    if (!isGood) {
      return [400, { error: "invalid_grant" }];
    }
    this.#access = randomUUID();
    this.#refresh = randomUUID();
    const tokens = { access_token: this.#access, refresh_token: this.#refresh };
    return [200, { ...tokens, token_type: "Bearer", expires_in: 60 }];
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const server = new McpServer({ name: "test", version: "1" }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: [{ name: "act", inputSchema: { type: "object" as const } }],
    }));
    server.setRequestHandler(CallToolRequestSchema, () => ({
      content: [{ type: "text", text: "done" }],
    }));
    const transport = new StreamableHTTPServerTransport({});
    await server.connect(transport);
    await transport.handleRequest(request, response);
  }
}

function memory(): SecretStore & { readonly all: Map<string, string> } {
  const all = new Map<string, string>();
  return {
    all,
    get: (key) => Promise.resolve(all.get(key)),
    set: (key, value) => {
      all.set(key, value);
      return Promise.resolve();
    },
  };
}

const { signal } = approveAll;
const approve = (): Promise<boolean> => Promise.resolve(true);

test("two windows ask for one new token between them, and both go on", async () => {
  const host = new SignInHost();
  await host.start();
  const store = memory();
  const config = { cloud: { url: `${host.url}/mcp` } };
  const window = (): ReturnType<McpLab["window"]> =>
    lab.window(config, { signIn: { folder: lab.home, store } });
  const [one, other] = [window(), window()];
  await one.tools(approveAll);
  expect(one.states()[0]?.problem).toBe("It wants you to sign in.");
  await one.signIn("cloud", approve, (url) => host.visit(url), signal);
  const first = await one.tools(approveAll);
  const second = await other.tools(approveAll);
  host.expire();
  const results = await Promise.all(
    [first, second].map(async (tools) => callTool(tools, "mcp_cloud_act")),
  );
  expect(results).toEqual(["done", "done"]);
  expect(host.asked).toEqual([
    "wrong state 404",
    `authorization_code good for ${host.url}/mcp`,
    `refresh_token good for ${host.url}/mcp`,
  ]);
  expect([...store.all.keys()]).toEqual([`aiHub.mcp.oauth.${host.url}/mcp`]);
});

test("a sign-in asks for a start that is not approved, and goes no further without it", async () => {
  const host = new SignInHost();
  await host.start();
  const clients = lab.window(
    { unasked: { url: `${host.url}/mcp` } },
    { signIn: { folder: lab.home, store: memory() } },
  );
  await clients.refresh();
  const asked: string[] = [];
  const refuse = ({ title }: { readonly title: string }): Promise<boolean> => {
    asked.push(title);
    return Promise.resolve(false);
  };
  await clients.signIn("unasked", refuse, (url) => host.visit(url), signal);
  expect(asked).toEqual(["Connect to the MCP server unasked"]);
  expect(host.asked).toEqual([]);
  expect(await clients.tools({ signal })).toEqual([]);
  expect(clients.states()[0]?.state).toBe("waiting");
});

test("metadata that names another issuer is refused, and no browser opens", async () => {
  const host = new SignInHost();
  await host.start();
  host.issuer = "https://other.example";
  const clients = lab.window(
    { strange: { url: `${host.url}/mcp` } },
    { signIn: { folder: lab.home, store: memory() } },
  );
  await clients.tools(approveAll);
  const opened: URL[] = [];
  const open = (url: URL): Promise<void> => {
    opened.push(url);
    return Promise.resolve();
  };
  await expect(clients.signIn("strange", approve, open, signal)).rejects.toThrow();
  expect(opened).toEqual([]);
});

test("the sign-in begins with what the refusal says of metadata and scope", async () => {
  const host = new SignInHost();
  await host.start();
  host.metadataPath = "/odd/metadata";
  host.refusal = `Bearer error="invalid_token", resource_metadata="${host.url}/odd/metadata", scope="read write"`;
  const clients = lab.window(
    { odd: { url: `${host.url}/mcp` } },
    { signIn: { folder: lab.home, store: memory() } },
  );
  await clients.tools(approveAll);
  const scopes: (string | null)[] = [];
  const open = async (url: URL): Promise<void> => {
    scopes.push(url.searchParams.get("scope"));
    await host.visit(url);
  };
  await clients.signIn("odd", approve, open, signal);
  expect(await callTool(await clients.tools(approveAll), "mcp_odd_act")).toBe("done");
  expect(scopes).toEqual(["read write"]);
  expect(host.asked.at(-1)).toBe(`authorization_code good for ${host.url}/mcp`);
});

test.each([
  ["no address", { resource_metadata: "odd" }],
  ["a file", { resource_metadata: "file:///etc/passwd" }],
  ["plain HTTP", { resource_metadata: "http://example.com/x" }],
  ["a password", { resource_metadata: "https://a:b@example.com/x" }],
  ["a long address", { resource_metadata: `https://example.com/${"x".repeat(3_000)}` }],
  ["a scope with other letters", { scope: "a\u{e9}" }],
])("a refusal that names %s is set aside", (_name, fields) => {
  const said = Object.entries(fields).map(([name, value]) => `${name}="${value}"`);
  const headers = { "WWW-Authenticate": `Bearer ${said.join(", ")}` };
  expect(challengeOf(new Response(null, { status: 401, headers }))).toEqual({});
});

test("a server elsewhere cannot have this machine asked", async () => {
  const asked: string[] = [];
  const fetch = guardedFetch({
    url: new URL("https://mcp.example.com/mcp"),
    headers: {},
    fetch: (address) => {
      asked.push(new Request(address).url);
      return Promise.resolve(Response.json({}));
    },
  });
  await expect(fetch("http://127.0.0.1:8787/x")).rejects.toThrow("Nothing is sent to");
  await expect(fetch("https://localhost/x")).rejects.toThrow("Nothing is sent to");
  await fetch("https://sign-in.example.com/x");
  expect(asked).toEqual(["https://sign-in.example.com/x"]);
});
