/** A longer gap is thinking, not typing. */
const maxGapMs = 600;
const usualGapMs = 200;
const keptShare = 0.9;
const [leastMs, mostMs] = [100, 400];
const [afterWord, insideWord] = [1.1, 1.6];
const rejectionsInRow = 3;

export class Pace {
  #gapMs = usualGapMs;
  #lastAt: number | undefined;
  #rejections = 0;

  key(now: number): void {
    const gap = this.#lastAt === undefined ? Infinity : now - this.#lastAt;
    this.#lastAt = now;
    if (gap >= 0 && gap < maxGapMs) {
      this.#gapMs = this.#gapMs * keptShare + gap * (1 - keptShare);
    }
  }

  rejected(): void {
    this.#rejections += 1;
  }

  notRejected(): void {
    this.#rejections = Math.max(0, this.#rejections - 1);
  }

  accepted(): void {
    this.#rejections = 0;
  }

  waitMs(isInsideWord: boolean): number {
    const wanted = this.#gapMs * (isInsideWord ? insideWord : afterWord);
    const bounded = Math.min(Math.max(wanted, leastMs), mostMs);
    return this.#rejections >= rejectionsInRow ? bounded * 2 : bounded;
  }
}
