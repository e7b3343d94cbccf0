import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Handler = (request: ReceivedRequest, response: ServerResponse) => void;

interface ReceivedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A model server whose answers a test decides. */
export class FakeUpstream {
  readonly requests: ReceivedRequest[] = [];
  openAnswers = 0;
  models: unknown = {
    object: "list",
    data: [{ id: "real", context_length: 4096 }, { id: "hub-demo" }],
  };
  chat: Handler = (_, response) => response.end("{}");
  readonly #server: Server;

  constructor() {
    this.#server = createServer((incoming, response) => {
      let body = "";
      incoming.setEncoding("utf8");
      incoming.on("data", (text: string) => {
        body += text;
      });
      incoming.on("end", () => {
        const { method, url, headers } = incoming;
        const received = { method, url, headers, body };
        this.requests.push(received);
        if (url === "/v1/models") {
          response.end(JSON.stringify(this.models));
          return;
        }
        this.openAnswers += 1;
        response.on("close", () => {
          this.openAnswers -= 1;
        });
        this.chat(received, response);
      });
    });
  }

  async listen(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get chats(): readonly ReceivedRequest[] {
    return this.requests.filter(({ url }) => url === "/v1/chat/completions");
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
