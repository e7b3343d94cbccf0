import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { hashEmbedding } from "../../../src/hubServer/lab/demo/hashEmbedding.ts";

interface Asked {
  readonly model: string;
  readonly input: readonly string[];
}

/** A hub that makes the lab's embeddings, notes what it was sent, and refuses when a test wants. */
export class EmbeddingHub {
  /** What was answered with vectors. */
  readonly answered: Asked[] = [];
  readonly apps: unknown[] = [];
  /** Everything that came, also what was refused. */
  traffic = "";
  refused = 0;
  /** Of the tightest budget, in percent. */
  used = 0;
  /** Whether a request is refused with 429, by its number. */
  refuses: (count: number) => boolean = () => false;
  /** Most requests at once. */
  parallel = 0;
  /** Resolves before each answer. */
  hold = (): Promise<void> => Promise.resolve();
  #open = 0;
  #count = 0;
  #onClosed: () => void = () => undefined;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, "127.0.0.1", resolve);
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get texts(): readonly string[] {
    return this.answered.flatMap(({ input }) => input);
  }

  /** Resolves when a request that is held ends without its answer. */
  async nextClosed(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#onClosed = resolve;
    });
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader("Content-Type", "application/json");
    if (request.url?.startsWith("/hub/v1/usage") === true) {
      response.end(
        JSON.stringify({
          object: "token_usage",
          budgets: [
            { scope: "token", limit: "100", used: String(this.used), currency: "USD" },
            { scope: "sector", limit: "1000", used: "1", currency: "USD" },
          ],
        }),
      );
      return;
    }
    response.once("close", () => {
      if (!response.writableFinished) {
        this.#onClosed();
      }
    });
    this.#open += 1;
    this.parallel = Math.max(this.parallel, this.#open);
    const body = await request.toArray();
    const text = Buffer.concat(body.map((part: Uint8Array) => part)).toString();
    this.traffic += text;
    this.apps.push(request.headers["x-hub-app"]);
    await this.hold();
    this.#open -= 1;
    this.#count += 1;
    if (this.refuses(this.#count)) {
      this.refused += 1;
      response.writeHead(429, { "retry-after-ms": "2" });
      response.end(JSON.stringify({ error: { message: "Slower.", code: "rate_limit_exceeded" } }));
      return;
    }
    const asked = JSON.parse(text) as Asked;
    this.answered.push(asked);
    response.end(
      JSON.stringify({
        object: "list",
        data: asked.input.map((input, index) => ({
          object: "embedding",
          index,
          embedding: [...hashEmbedding(input, 64)],
        })),
      }),
    );
  }
}
