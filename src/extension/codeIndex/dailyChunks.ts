import * as z from "zod/mini";

import type { Clock } from "../../shared/base/clock.ts";

/** Where something is kept over a restart. */
export interface Memory {
  get(): unknown;
  set(value: unknown): void;
}

/** Chunks that are sent on one day without a question. */
const perDay = 4_000;
const dayMs = 24 * 60 * 60_000;

/** What was sent on one day without a question. */
export const dayCountSchema = z.object({
  /** Days since 1970, and the chunks that were sent on it. */
  day: z.int(),
  sent: z.int().check(z.minimum(0)),
});

type DayCount = z.infer<typeof dayCountSchema>;

/** Counts what is sent by itself, over all windows of this person: its memory is shared by them. */
export class DailyChunks {
  readonly #memory: Memory;
  readonly #clock: Clock;

  constructor(memory: Memory, clock: Clock) {
    this.#memory = memory;
    this.#clock = clock;
  }

  /** What all windows have sent today. */
  get count(): DayCount {
    const day = Math.floor(this.#clock.now() / dayMs);
    const count = dayCountSchema.safeParse(this.#memory.get()).data;
    return count?.day === day ? count : { day, sent: 0 };
  }

  /**
   * Counts chunks before they are sent, so that two windows never send the same last ones; false if it is too much.
   * `agreedAt` is the count when the person agreed in this workspace: what came before it does not count here.
   */
  reserve(chunks: number, agreedAt: DayCount | undefined): boolean {
    const { day, sent } = this.count;
    const before = agreedAt?.day === day ? agreedAt.sent : 0;
    if (sent - before + chunks > perDay) {
      return false;
    }
    this.#memory.set({ day, sent: sent + chunks });
    return true;
  }
}
