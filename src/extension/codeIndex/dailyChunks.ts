import * as z from "zod/mini";

import type { Clock } from "../../shared/base/clock.ts";

export interface Memory {
  get(): unknown;
  set(value: unknown): void;
}

const perDay = 4_000;
const dayMs = 24 * 60 * 60_000;

export const dayCountSchema = z.object({
  /** Days since 1970. */
  day: z.int(),
  sent: z.int().check(z.minimum(0)),
});

type DayCount = z.infer<typeof dayCountSchema>;

/** Counts chunks sent without asking, over all windows: they share the memory. */
export class DailyChunks {
  readonly #memory: Memory;
  readonly #clock: Clock;

  constructor(memory: Memory, clock: Clock) {
    this.#memory = memory;
    this.#clock = clock;
  }

  get count(): DayCount {
    const day = Math.floor(this.#clock.now() / dayMs);
    const count = dayCountSchema.safeParse(this.#memory.get()).data;
    return count?.day === day ? count : { day, sent: 0 };
  }

  /**
   * Counts chunks before they are sent, so that two windows never use the same remainder; false above the limit. Chunks
   * before `agreedAt`, the person's agreement in this workspace, do not count.
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
