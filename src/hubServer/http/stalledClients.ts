export interface WatchedClient {
  readonly progress: () => number | undefined;
  readonly least: number;
  readonly patienceMs: number;
  readonly cut: () => void;
}

interface Seen {
  progress: number;
  idleMs: number;
}

/**
 * Cuts clients that read nothing. Counts its own checks instead of time, so that data that arrived while the machine
 * slept is read first.
 */
export class StalledClients {
  readonly #checkMs: number;
  readonly #clients = new Map<WatchedClient, Seen>();
  #timer: NodeJS.Timeout | undefined;

  constructor(checkMs: number) {
    this.#checkMs = checkMs;
  }

  /** Watches a client; call the returned function when it is done. */
  watch(client: WatchedClient): () => void {
    this.#clients.set(client, { progress: 0, idleMs: 0 });
    this.#timer ??= setInterval(() => this.#look(), this.#checkMs).unref();
    return () => {
      this.#clients.delete(client);
      if (this.#clients.size === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    };
  }

  #look(): void {
    for (const [client, seen] of this.#clients) {
      const progress = client.progress();
      if (progress === undefined || progress - seen.progress >= client.least) {
        seen.progress = progress ?? seen.progress;
        seen.idleMs = 0;
        continue;
      }
      seen.idleMs += this.#checkMs;
      if (seen.idleMs >= client.patienceMs) {
        client.cut();
      }
    }
  }
}
