import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export type UpstreamHandler = (request: ReceivedRequest, response: ServerResponse) => void;

/** A model server over real HTTP; what it answers is for a test to say. */
export class FakeUpstream {
  readonly requests: ReceivedRequest[] = [];
  /** Answers to what is not the list of models that are not ended or closed. */
  openAnswers = 0;
  models: readonly object[] = [{ id: "real" }];
  handle: UpstreamHandler = (_, response) => response.end("{}");
  readonly #server: Server;

  constructor() {
    this.#server = createServer((incoming, response) => {
      const chunks: Uint8Array[] = [];
      incoming.on("data", (chunk: Uint8Array) => chunks.push(chunk));
      incoming.on("end", () => this.#answer(incoming, Buffer.concat(chunks).toString(), response));
    });
  }

  async listen(): Promise<URL> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return new URL(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get last(): ReceivedRequest {
    const request = this.requests.at(-1);
    if (!request) {
      throw new Error("the upstream was asked nothing");
    }
    return request;
  }

  #answer(incoming: IncomingMessage, body: string, response: ServerResponse): void {
    if (incoming.url?.startsWith("/v1/models") === true) {
      response.end(JSON.stringify({ object: "list", data: this.models }));
      return;
    }
    this.openAnswers += 1;
    response.on("close", () => {
      this.openAnswers -= 1;
    });
    const fields = JSON.parse(body) as Readonly<Record<string, unknown>>;
    const request = { path: incoming.url ?? "", headers: incoming.headers, body, fields };
    this.requests.push(request);
    this.handle(request, response);
  }
}

/** A handler that streams these pieces and ends. */
export function streams(...pieces: readonly string[]): UpstreamHandler {
  return (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const piece of pieces) {
      response.write(piece);
    }
    response.end();
  };
}

/** A handler that answers with this JSON. */
export function answers(body: object, status = 200): UpstreamHandler {
  return (_, response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  };
}

/** Events of an OpenAI stream. */
export function dataEvents(...events: readonly object[]): string {
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
}

/** Events of an Anthropic stream. */
export function namedEvents(...events: readonly { readonly type: string }[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}
