export interface WatchedClient {
  /** Bytes so far; undefined while the client is not expected to act. */
  readonly progress: () => number | undefined;
  /** Smallest progress within `patienceMs`. */
  readonly least: number;
  readonly patienceMs: number;
  readonly cut: () => void;
}

interface Seen {
  progress: number;
  idleMs: number;
}

/**
 * Cuts clients without progress. It counts its own checks instead of time: after the machine slept,
 * arrived data is read before the next check.
 */
export class StalledClients {
  readonly #checkMs: number;
  readonly #clients = new Map<WatchedClient, Seen>();
  #timer: NodeJS.Timeout | undefined;

  constructor(checkMs: number) {
    this.#checkMs = checkMs;
  }

  /** Returns a function to call when the client is done. */
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
