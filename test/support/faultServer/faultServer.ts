import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The server's steps for one request, in order. */
export type Step =
  | { readonly do: "head"; readonly status?: number; readonly headers?: Record<string, string> }
  /** Bytes of the body; before any head, bytes on the bare connection. */
  | { readonly do: "write"; readonly bytes: Uint8Array }
  | { readonly do: "end" }
  /** Ends the response after the client has read the earlier bytes. */
  | { readonly do: "endLater" }
  /** Closes the connection in order, without ending the response. */
  | { readonly do: "close" }
  /** Breaks the connection after the client has read the earlier bytes. */
  | { readonly do: "reset" }
  /**
   * Sends nothing more, or only `tick` with each virtual second, again and again from its start.
   */
  | { readonly do: "stall"; readonly tick?: Uint8Array; readonly bytesPerTick?: number };

/** A real HTTP server on the loopback that answers with any fault of a script. */
export class FaultServer implements AsyncDisposable {
  readonly requests: RecordedRequest[] = [];
  readonly #server: Server;
  #script: (request: RecordedRequest, attempt: number) => readonly Step[] = () => [];
  readonly #open = new Set<ServerResponse>();
  #connections = 0;
  #written = 0;
  #stall:
    | (Extract<Step, { do: "stall" | "reset" | "endLater" }> & {
        readonly response: ServerResponse;
      })
    | undefined;
  #ticked = 0;

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      this.#open.add(response);
      response.on("close", () => this.#open.delete(response));
      response.on("error", () => undefined);
      request.on("error", () => undefined);
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const recorded = {
          method: request.method ?? "",
          path: request.url ?? "",
          headers: request.headers,
          body: Buffer.concat(chunks).toString(),
        };
        this.requests.push(recorded);
        this.#play(this.#script(recorded, this.requests.length), response);
      });
    });
    this.#server.on("connection", () => {
      this.#connections += 1;
    });
  }

  static async start(): Promise<FaultServer> {
    const server = new FaultServer();
    await new Promise<void>((resolve) => {
      server.#server.listen(0, "127.0.0.1", resolve);
    });
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Forgets earlier requests and answers every request with these steps; attempts count from 1. */
  answer(
    script: readonly Step[] | ((request: RecordedRequest, attempt: number) => readonly Step[]),
  ) {
    this.requests.length = 0;
    this.#script = typeof script === "function" ? script : () => script;
  }

  /** Number of connections since the start. */
  get connections(): number {
    return this.#connections;
  }

  /** Responses that have neither ended nor lost their connection. */
  get openResponses(): number {
    return this.#open.size;
  }

  /** Whether the server waits for `tick` with the last request. */
  get isStalled(): boolean {
    return this.#stall !== undefined;
  }

  /** Bytes of the last response's body so far. */
  get bytesWritten(): number {
    return this.#written;
  }

  /** Lets one virtual second pass: a trickling response continues, a pending reset happens. */
  tick(): void {
    if (this.#stall?.do === "reset") {
      this.#stall.response.socket?.resetAndDestroy();
      this.#stall = undefined;
    } else if (this.#stall?.do === "endLater") {
      this.#stall.response.end();
      this.#stall = undefined;
    } else if (this.#stall?.tick && !this.#stall.response.destroyed) {
      this.#trickle(this.#stall.response, this.#stall.tick, this.#stall.bytesPerTick);
    }
  }

  #trickle(response: ServerResponse, tick: Uint8Array, bytesPerTick = tick.length): void {
    const from = this.#ticked % tick.length;
    const bytes = tick.subarray(from, from + bytesPerTick);
    this.#ticked += bytes.length;
    this.#written += bytes.length;
    response.write(bytes);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  #play(steps: readonly Step[], response: ServerResponse): void {
    this.#written = 0;
    this.#ticked = 0;
    this.#stall = undefined;
    for (const step of steps) {
      this.#playStep(step, response);
    }
  }

  #playStep(step: Step, response: ServerResponse): void {
    switch (step.do) {
      case "head":
        response.writeHead(step.status ?? 200, step.headers);
        response.flushHeaders();
        return;
      case "write":
        if (response.headersSent) {
          this.#written += step.bytes.length;
          response.write(step.bytes);
        } else {
          response.socket?.write(step.bytes);
        }
        return;
      case "end":
        response.end();
        return;
      case "close":
        response.socket?.end();
        return;
      case "reset":
      case "endLater":
      case "stall":
        this.#stall = { ...step, response };
        return;
      default:
        step satisfies never;
    }
  }
}
