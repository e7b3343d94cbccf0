import * as z from "zod/mini";

import type { Clock } from "../../shared/clock.ts";

/** Where something is kept over a restart. */
export interface Memory {
  get(): unknown;
  set(value: unknown): void;
}

/** Chunks that are sent on one day without a question. */
const perDay = 4_000;
const dayMs = 24 * 60 * 60_000;

const countSchema = z.object({
  /** Days since 1970, and the chunks that were sent on it. */
  day: z.int(),
  sent: z.int().check(z.minimum(0)),
});

/** Counts what is sent by itself, over all windows of this person: its memory is shared by them. */
export class DailyChunks {
  readonly #memory: Memory;
  readonly #clock: Clock;

  constructor(memory: Memory, clock: Clock) {
    this.#memory = memory;
    this.#clock = clock;
  }

  /** Counts chunks before they are sent, so that two windows never send the same last ones; false if it is too much. */
  reserve(chunks: number): boolean {
    const sent = this.#sent + chunks;
    if (sent > perDay) {
      return false;
    }
    this.#memory.set({ day: this.#today, sent });
    return true;
  }

  /** The person has agreed to more. */
  startAgain(): void {
    this.#memory.set({ day: this.#today, sent: 0 });
  }

  get #sent(): number {
    const count = countSchema.safeParse(this.#memory.get()).data;
    return count?.day === this.#today ? count.sent : 0;
  }

  get #today(): number {
    return Math.floor(this.#clock.now() / dayMs);
  }
}
