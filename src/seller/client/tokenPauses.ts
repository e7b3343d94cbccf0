import type { Clock } from "../../shared/base/clock.ts";
import { wait } from "../../shared/base/waiting.ts";
import { SellerError } from "./sellerError.ts";

export interface TokenPausesDeps {
  readonly clock: Clock;
  readonly onWait?: (ms: number) => void;
}

/** The longest pause that callers wait for; in a longer one, every call fails at once. */
const maxPauseMs = 60_000;

export class TokenPauses {
  readonly #deps: TokenPausesDeps;
  readonly #ends = new Map<string, number>();

  constructor(deps: TokenPausesDeps) {
    this.#deps = deps;
  }

  begin(key: string, ms: number): void {
    this.#ends.set(key, this.#deps.clock.now() + ms);
  }

  forget(key: string): void {
    this.#ends.delete(key);
  }

  /** Waits for a short pause; throws for a long one, or if no new token is needed. */
  async over(
    key: string,
    { signal, canWait }: { readonly signal: AbortSignal; readonly canWait: boolean },
  ): Promise<void> {
    const { clock, onWait } = this.#deps;
    const ms = (this.#ends.get(key) ?? 0) - clock.now();
    if (ms <= 0) {
      return;
    }
    if (!canWait || ms > maxPauseMs) {
      throw new SellerError("rateLimited", { retryAfterMs: ms });
    }
    onWait?.(ms);
    await wait(clock, ms, signal);
  }
}
