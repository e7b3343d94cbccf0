import type { Clock } from "../../shared/base/clock.ts";

const failuresToOpen = 3;
const [firstPauseMs, longestPauseMs] = [10_000, 300_000];

interface Breaker {
  failures: number;
  /** The end of the pause, in epoch milliseconds. */
  openUntil: number;
  pauseMs: number;
}

/**
 * Three failures in a row exclude a route for 10 seconds, then one request tries it. Each further failure doubles the
 * pause, up to 5 minutes.
 */
export class Breakers {
  readonly #clock: Pick<Clock, "now">;
  readonly #breakers = new Map<string, Breaker>();

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  get open(): ReadonlyMap<string, number> {
    const pauses = [...this.#breakers].map(([route, { openUntil }]) => [route, openUntil] as const);
    return new Map(pauses.filter(([route]) => this.isOpen(route)));
  }

  isOpen(route: string): boolean {
    return (this.#breakers.get(route)?.openUntil ?? 0) > this.#clock.now();
  }

  /** Call before a request. After a pause the first request reserves the route, so that others still avoid it. */
  tries(route: string): void {
    const breaker = this.#breakers.get(route);
    if (breaker && breaker.failures >= failuresToOpen) {
      breaker.openUntil = this.#clock.now() + breaker.pauseMs;
    }
  }

  worked(route: string): void {
    this.#breakers.delete(route);
  }

  failed(route: string): void {
    const breaker = this.#breakers.get(route) ?? {
      failures: 0,
      openUntil: 0,
      pauseMs: firstPauseMs / 2,
    };
    breaker.failures += 1;
    if (breaker.failures >= failuresToOpen) {
      breaker.pauseMs = Math.min(breaker.pauseMs * 2, longestPauseMs);
      breaker.openUntil = this.#clock.now() + breaker.pauseMs;
    }
    this.#breakers.set(route, breaker);
  }
}
