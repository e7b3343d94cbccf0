import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json, text } from "node:stream/consumers";

import { Server as McpServer } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const hosts: Server[] = [];

/** For the end of the tests. */
export function closeHosts(): void {
  for (const host of hosts) {
    host.closeAllConnections();
    host.close();
  }
}

/** A server that wants a sign-in, and its authorization server at the same address. */
export class SignInHost {
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
