import type { Clock } from "../../shared/base/clock.ts";
import { ApiError } from "../http/apiError.ts";
import { FailedTries } from "./failedTries.ts";

export interface Guesser {
  readonly address: string;
  readonly login: string;
}

interface Waiting extends Guesser {
  readonly pair: string;
  readonly isKnown: boolean;
  isReady: boolean;
  readonly begin: () => void;
  readonly refuse: (error: ApiError) => void;
}

const limitsOfPair = { free: 5, maxWaitMs: 10_000 };
/** Limits for one address, which many people may share. */
const limitsOfAddress = { free: 20, maxWaitMs: 3_000 };
const maxOfAddress = 10;
const maxWaiting = 100;
const maxKnown = 10_000;

/**
 * Slows down guessing without locking anybody out: tries from other addresses never slow a login. Order: logins known
 * at their address, fewer failures, newer tries. A full queue refuses the oldest try of the busiest address.
 */
export class SignInTurns {
  readonly #clock: Clock;
  readonly #parallel: number;
  readonly #pairs: FailedTries;
  readonly #addresses: FailedTries;
  readonly #known = new Set<string>();
  #waiting: readonly Waiting[] = [];
  #running = 0;

  constructor(clock: Clock, { parallel }: { readonly parallel: number }) {
    this.#clock = clock;
    this.#parallel = parallel;
    this.#pairs = new FailedTries(clock, limitsOfPair);
    this.#addresses = new FailedTries(clock, limitsOfAddress);
  }

  async take<T>(guesser: Guesser, check: () => Promise<T | undefined>): Promise<T | undefined> {
    const pair = `${guesser.address} ${guesser.login}`;
    await this.#turn(guesser, pair);
    try {
      const result = await check();
      if (result !== undefined) {
        this.#pairs.succeed(pair);
        this.#addresses.succeed(guesser.address);
        this.#remember(pair);
      }
      return result;
    } finally {
      this.#running -= 1;
      this.#next();
    }
  }

  #turn({ address, login }: Guesser, pair: string): Promise<void> {
    const isKnown = this.#known.has(pair);
    const waitMs = Math.max(
      this.#pairs.waitOf(pair),
      isKnown ? 0 : this.#addresses.waitOf(address),
    );
    return new Promise((begin, refuse) => {
      const isReady = waitMs === 0;
      const entry: Waiting = { address, login, pair, isKnown, isReady, begin, refuse };
      this.#makeRoom(entry);
      this.#waiting = [...this.#waiting, entry];
      if (!isReady) {
        this.#clock.startTimer(() => {
          entry.isReady = true;
          this.#next();
        }, waitMs);
      }
      this.#next();
    });
  }

  #next(): void {
    const [best] = this.#waiting
      .filter(({ isReady }) => isReady)
      .toReversed()
      .toSorted((a, b) => this.#rankOf(a) - this.#rankOf(b));
    if (!best || this.#running >= this.#parallel) {
      return;
    }
    this.#remove(best);
    this.#running += 1;
    this.#pairs.begin(best.pair);
    this.#addresses.begin(best.address);
    best.begin();
  }

  #rankOf({ isKnown, pair, address }: Waiting): number {
    return isKnown ? -1 : this.#pairs.countOf(pair) + this.#addresses.countOf(address);
  }

  #makeRoom({ pair, address }: Waiting): void {
    const same = this.#waiting.filter((entry) => entry.pair === pair);
    const ofAddress = this.#waiting.filter((entry) => entry.address === address);
    if (same.length > 0) {
      this.#refuseOldest(same);
    } else if (ofAddress.length >= maxOfAddress) {
      this.#refuseOldest(ofAddress);
    } else if (this.#waiting.length >= maxWaiting) {
      this.#refuseOldest(this.#ofBusiestAddress());
    }
  }

  #ofBusiestAddress(): readonly Waiting[] {
    const groups = new Map<string, Waiting[]>();
    for (const entry of this.#waiting) {
      groups.set(entry.address, [...(groups.get(entry.address) ?? []), entry]);
    }
    return [...groups.values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
  }

  #refuseOldest(entries: readonly Waiting[]): void {
    const oldest = entries.find(({ isKnown }) => !isKnown) ?? entries[0];
    if (oldest) {
      this.#remove(oldest);
      oldest.refuse(
        new ApiError(429, "Too many tries to sign in at this moment. Try again in 5 s.", {
          code: "too_many_attempts",
          headers: { "retry-after": "5" },
        }),
      );
    }
  }

  #remove(entry: Waiting): void {
    this.#waiting = this.#waiting.filter((other) => other !== entry);
  }

  #remember(pair: string): void {
    this.#known.delete(pair);
    this.#known.add(pair);
    if (this.#known.size > maxKnown) {
      const [oldest] = this.#known;
      this.#known.delete(oldest ?? "");
    }
  }
}
