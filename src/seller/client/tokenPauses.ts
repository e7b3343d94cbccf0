import type { Clock } from "../../shared/base/clock.ts";
import { wait } from "../../shared/base/waiting.ts";
import { SellerError } from "./sellerError.ts";

export interface TokenPausesDeps {
  readonly clock: Clock;
  /** Called when a token call waits because the portal asked for a pause, with its milliseconds. */
  readonly onWait?: (ms: number) => void;
}

/** A longer pause is a failure for every caller, without a call, until it is over. */
const maxPauseMs = 60_000;

/** The pauses that a portal asks for with `Retry-After` at its token call, by address and client. */
export class TokenPauses {
  readonly #deps: TokenPausesDeps;
  /** In epoch milliseconds. */
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

  /** Waits for the end of a short pause; throws for a long one, or if the caller can do without a new token. */
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
