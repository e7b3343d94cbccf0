import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { root } from "../../../scripts/paths.ts";
import type { AuditEntry } from "../../../src/console/data/types.ts";
import { ApiError } from "../../../src/hubServer/http/apiError.ts";
import { connectPage } from "../../../src/hubServer/pages/connectPage.ts";
import { consoleFile } from "../../../src/hubServer/pages/consolePage.ts";
import type { Answer, ApiCall, HubState } from "./fakeAnswers.ts";
import { answerApi } from "./fakeApi.ts";
import { organisation, type Organisation } from "./organisation.ts";

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

const apiBase = "/hub/admin/v1/";

/** A real server on the loopback that speaks the administration API and serves the built console. */
export class FakeHub {
  readonly #server: Server;
  readonly #live = new Set<ServerResponse>();
  readonly #faults = new Map<string, Answer>();
  /** A copy of the built page, so that a build in the meantime changes nothing. */
  readonly #folder = mkdtempSync(join(tmpdir(), "ai-hub-console-"));
  readonly seen: SeenRequest[] = [];
  readonly state: HubState;

  private constructor(data: Organisation) {
    cpSync(join(root, "dist", "console"), this.#folder, { recursive: true });
    this.state = { data, sessions: new Map(), nextId: 1 };
    this.#server = createServer((request, response) => {
      void this.#serve(request, response).catch((error: unknown) => {
        response.statusCode = 500;
        response.end(JSON.stringify({ error: { message: String(error) } }));
      });
    });
  }

  static async start(data = organisation()): Promise<FakeHub> {
    const hub = new FakeHub(data);
    await new Promise<void>((resolve) => {
      hub.#server.listen(0, "127.0.0.1", resolve);
    });
    return hub;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get data(): Organisation {
    return this.state.data;
  }

  /** From now on `METHOD path` is answered like this, until it is taken back with undefined. */
  answer(call: string, answer: Answer | undefined): void {
    if (answer) {
      this.#faults.set(call, answer);
    } else {
      this.#faults.delete(call);
    }
  }

  endSessions(): void {
    this.state.sessions.clear();
  }

  /** A request has ended: everybody who watches is told. */
  tell(entry: AuditEntry): void {
    for (const response of this.#live) {
      response.write(`event: usage\ndata: ${JSON.stringify(entry)}\n\n`);
    }
  }

  get watchers(): number {
    return this.#live.size;
  }

  bodiesOf(method: string, path: string): unknown[] {
    return this.seen
      .filter((each) => each.method === method && each.path === path)
      .map(({ body }) => body);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.origin);
    if (url.pathname.startsWith(apiBase)) {
      await this.#serveApi(request, url, response);
    } else if (url.pathname.startsWith("/hub/console")) {
      this.#servePage(request, url, response);
    } else if (url.pathname === "/connect") {
      const answer = connectPage("https://hub.acme.example", request.headers["accept-language"]);
      response.writeHead(answer.status, answer.headers);
      response.end(String(answer.body));
    } else {
      response.statusCode = 404;
      response.end();
    }
  }

  async #serveApi(request: IncomingMessage, url: URL, response: ServerResponse): Promise<void> {
    const call: ApiCall = {
      method: request.method ?? "GET",
      path: url.pathname.slice(apiBase.length),
      query: url.searchParams,
      body: await bodyOf(request),
      cookie: /ai_hub_session=([^;]+)/u.exec(request.headers.cookie ?? "")?.[1],
      csrfToken: String(request.headers["x-csrf-token"] ?? ""),
    };
    this.seen.push(call);
    if (call.path === "usage/live") {
      this.#watch(response);
      return;
    }
    const answer = this.#faults.get(`${call.method} ${call.path}`) ?? answerApi(this.state, call);
    response.writeHead(answer.status, {
      "content-type": "application/json; charset=utf-8",
      ...answer.headers,
    });
    response.end(answer.text ?? JSON.stringify(answer.body));
  }

  #servePage(request: IncomingMessage, url: URL, response: ServerResponse): void {
    const header = (name: string): string | undefined => {
      const value = request.headers[name];
      return Array.isArray(value) ? value.join(", ") : value;
    };
    try {
      const options = { folder: this.#folder, version: "0.1.0" };
      const answer = consoleFile(url.pathname.slice("/hub/console".length), { header }, options);
      response.writeHead(answer.status, answer.headers);
      response.end(typeof answer.body === "function" ? undefined : answer.body);
    } catch (error) {
      response.writeHead(error instanceof ApiError ? error.status : 500);
      response.end();
    }
  }

  #watch(response: ServerResponse): void {
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.write(": here\n\n");
    this.#live.add(response);
    response.on("close", () => this.#live.delete(response));
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString("utf8");
  return text === "" ? undefined : (JSON.parse(text) as unknown);
}
