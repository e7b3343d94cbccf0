import type { Caller } from "../auth/caller.ts";

/** A request that has shown its token, and whose body may still be on its way. */
export interface Arriving {
  readonly caller: Caller;
  readonly requestId: string;
  /** The header `X-Hub-App`, unchanged. */
  readonly app: string | undefined;
}

/**
 * Requests of tokens with a limit of requests at once, from their headers to their settlement. All processes of one hub
 * share one count.
 */
export interface OpenRequests {
  /** Counts a request of the token; false if `limit` of its requests are open. */
  readonly enter: (tokenId: string, limit: number) => Promise<boolean>;
  readonly leave: (tokenId: string) => Promise<void>;
}

export class OpenRequestCounts implements OpenRequests {
  readonly #open = new Map<string, number>();

  readonly enter = (tokenId: string, limit: number): Promise<boolean> => {
    const open = this.#open.get(tokenId) ?? 0;
    if (open < limit) {
      this.#open.set(tokenId, open + 1);
    }
    return Promise.resolve(open < limit);
  };

  readonly leave = (tokenId: string): Promise<void> => {
    const open = (this.#open.get(tokenId) ?? 0) - 1;
    if (open > 0) {
      this.#open.set(tokenId, open);
    } else {
      this.#open.delete(tokenId);
    }
    return Promise.resolve();
  };
}

/** The requests of one process that may end without warning: `close` lets all of them leave. */
export class SharedOpenRequests implements OpenRequests {
  readonly #all: OpenRequests;
  readonly #entered = new Map<string, number>();

  constructor(all: OpenRequests) {
    this.#all = all;
  }

  readonly enter = async (tokenId: string, limit: number): Promise<boolean> => {
    const isIn = await this.#all.enter(tokenId, limit);
    if (isIn) {
      this.#entered.set(tokenId, (this.#entered.get(tokenId) ?? 0) + 1);
    }
    return isIn;
  };

  readonly leave = async (tokenId: string): Promise<void> => {
    const entered = this.#entered.get(tokenId) ?? 0;
    if (entered > 0) {
      this.#entered.set(tokenId, entered - 1);
      await this.#all.leave(tokenId);
    }
  };

  close(): void {
    for (const [tokenId, count] of this.#entered) {
      for (let index = 0; index < count; index += 1) {
        void this.#all.leave(tokenId);
      }
    }
    this.#entered.clear();
  }
}

/** The counted requests of this process, by their ids. */
export class Arrivals {
  readonly #open: OpenRequests;
  readonly #onError: (error: unknown) => void;
  readonly #tokens = new Map<string, string>();
  readonly #admitted = new Set<string>();

  constructor(open: OpenRequests, onError: (error: unknown) => void) {
    this.#open = open;
    this.#onError = onError;
  }

  /** False if the token has `limit` requests open. Rejects with a `StoreError`. */
  async enter({ caller, requestId }: Arriving, limit: number): Promise<boolean> {
    const isIn = await this.#open.enter(caller.tokenId, limit);
    if (isIn) {
      this.#tokens.set(requestId, caller.tokenId);
    }
    return isIn;
  }

  /** The request's settlement ends it from now on. */
  admitted(requestId: string): void {
    if (this.#tokens.has(requestId)) {
      this.#admitted.add(requestId);
    }
  }

  /** The handler has answered or failed: a request that was not admitted ends here. */
  async handled(requestId: string): Promise<void> {
    if (!this.#admitted.has(requestId)) {
      await this.settled(requestId);
    }
  }

  /** The next request of the token may come as soon as this was called. */
  async settled(requestId: string): Promise<void> {
    const tokenId = this.#tokens.get(requestId);
    this.#tokens.delete(requestId);
    this.#admitted.delete(requestId);
    if (tokenId !== undefined) {
      await this.#open.leave(tokenId).catch(this.#onError);
    }
  }
}
