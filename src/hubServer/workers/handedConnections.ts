import type { Server } from "node:http";
import type { Socket } from "node:net";

const lookMs = 50;

export class HandedConnections {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #onEmpty: (() => void) | undefined;

  constructor(server: Server) {
    this.#server = server;
    // At this event Node begins to watch for slow senders.
    server.emit("listening");
  }

  take(connection: Socket): void {
    this.#open.add(connection);
    connection.on("close", () => {
      this.#open.delete(connection);
      if (this.#open.size === 0) {
        this.#onEmpty?.();
      }
    });
    // As Node's server sets for its own connections.
    connection.allowHalfOpen = true;
    connection.setNoDelay(true);
    this.#server.emit("connection", connection);
    connection.resume();
  }

  async drain(drainMs: number): Promise<void> {
    if (this.#open.size > 0) {
      const empty = new Promise<void>((resolve) => {
        this.#onEmpty = resolve;
      });
      this.#server.closeIdleConnections();
      // Clients would keep idle connections open.
      const closeIdle = setInterval(() => this.#server.closeIdleConnections(), lookMs);
      const deadline = setTimeout(() => this.#cut(), drainMs);
      await empty;
      clearInterval(closeIdle);
      clearTimeout(deadline);
    }
    this.#server.close();
  }

  #cut(): void {
    for (const connection of this.#open) {
      connection.destroy();
    }
  }
}
