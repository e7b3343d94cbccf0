import { once } from "node:events";
import {
  Agent,
  createServer,
  type IncomingMessage,
  request as send,
  type Server,
  type ServerResponse,
} from "node:http";
import { buffer } from "node:stream/consumers";

import * as z from "zod/mini";

/** One request of an agent for its model's next step, as it passed to the hub. */
export interface WatchedRequest {
  readonly bytes: number;
  /** When its first byte came, and when the last byte of its answer went, in milliseconds of one clock. */
  readonly begunAt: number;
  readonly answeredAt: number;
  /** What a model server reads first and may keep: tools, then system text, then messages, each as canonical JSON. */
  readonly parts: readonly string[];
}

const requestSchema = z.object({
  tools: z.optional(z.array(z.unknown())),
  system: z.optional(z.unknown()),
  messages: z.array(z.unknown()),
});

/** A proxy before the hub that writes down when requests with tools came and what they were. */
export class WatchedHub {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server: Server;
  readonly #hub: URL;
  #requests: WatchedRequest[] = [];

  constructor(hub: string) {
    this.#hub = new URL(hub);
    this.#server = createServer((incoming, outgoing) => void this.#pass(incoming, outgoing));
  }

  /** Returns the address that agents are given. */
  async listen(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  }

  /** What came since the last call, in the order of the answers. */
  take(): readonly WatchedRequest[] {
    const taken = this.#requests;
    this.#requests = [];
    return taken;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
    this.#agent.destroy();
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const begunAt = performance.now();
    const body = await buffer(incoming);
    const upstream = send(
      {
        host: this.#hub.hostname,
        port: this.#hub.port,
        path: incoming.url,
        method: incoming.method,
        headers: { ...incoming.headers, host: this.#hub.host },
        agent: this.#agent,
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        answer.on("end", () => this.#note(body, begunAt));
      },
    );
    upstream.on("error", () => outgoing.destroy());
    upstream.end(body);
  }

  #note(body: Buffer, begunAt: number): void {
    const answeredAt = performance.now();
    const parts = partsOf(body);
    if (parts !== undefined) {
      this.#requests.push({ bytes: body.length, begunAt, answeredAt, parts });
    }
  }
}

/** Undefined for a request without tools, as programs send them for a title. */
function partsOf(body: Buffer): readonly string[] | undefined {
  if (body.length === 0) {
    return undefined;
  }
  const parsed = requestSchema.safeParse(JSON.parse(body.toString()));
  const { tools = [], system, messages = [] } = parsed.data ?? {};
  return tools.length === 0 ? undefined : [tools, system, ...messages].map(withoutCacheMarks);
}

/** Cache marks move on with each request by design, and change nothing that the model reads. */
function withoutCacheMarks(part: unknown): string {
  return (
    JSON.stringify(part, (key, value: unknown) => (key === "cache_control" ? undefined : value)) ??
    ""
  );
}
