import type { Caller } from "../../auth/caller.ts";

export interface Arriving {
  readonly caller: Caller;
  readonly requestId: string;
  readonly app: string | undefined;
}

export interface OpenRequests {
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

/** Open requests, shared with a process that may end without warning: `close` releases all. */
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

interface Place {
  readonly tokenId: string;
  readonly limit: number;
}

interface LeftAnswer {
  readonly tokenId: string | undefined;
  readonly giveUp: () => Promise<unknown>;
}

export class Arrivals {
  readonly #open: OpenRequests;
  readonly #onError: (error: unknown) => void;
  readonly #places = new Map<string, Place>();
  readonly #admitted = new Set<string>();
  /** Answers that are read on without their clients, oldest first. */
  readonly #left = new Map<string, LeftAnswer>();

  constructor(open: OpenRequests, onError: (error: unknown) => void) {
    this.#open = open;
    this.#onError = onError;
  }

  async enter({ caller, requestId }: Arriving, limit: number): Promise<boolean> {
    const { tokenId } = caller;
    const isIn = await this.#open.enter(tokenId, limit);
    if (isIn) {
      this.#places.set(requestId, { tokenId, limit });
    }
    return isIn;
  }

  /**
   * Gives the request's place to the next one at once. Of each token, as many answers as its parallel requests are read
   * on; beyond them the oldest is given up.
   */
  left(requestId: string, giveUp: () => Promise<unknown>): void {
    const place = this.#places.get(requestId);
    this.#left.set(requestId, { tokenId: place?.tokenId, giveUp });
    if (place) {
      void this.#leave(requestId, place);
      const left = [...this.#left.values()].filter(({ tokenId }) => tokenId === place.tokenId);
      if (left.length > place.limit) {
        void left[0]?.giveUp().catch(this.#onError);
      }
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#left.values()].map(({ giveUp }) => giveUp()));
  }

  admitted(requestId: string): void {
    if (this.#places.has(requestId)) {
      this.#admitted.add(requestId);
    }
  }

  async handled(requestId: string): Promise<void> {
    if (!this.#admitted.has(requestId)) {
      await this.settled(requestId);
    }
  }

  async settled(requestId: string): Promise<void> {
    const place = this.#places.get(requestId);
    this.#left.delete(requestId);
    await (place && this.#leave(requestId, place));
  }

  async #leave(requestId: string, { tokenId }: Place): Promise<void> {
    this.#places.delete(requestId);
    this.#admitted.delete(requestId);
    await this.#open.leave(tokenId).catch(this.#onError);
  }
}
