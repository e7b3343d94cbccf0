import { timeBetween } from "./timeBetween.ts";

const quietMs = 60_000;

interface Source {
  readonly notedAt: number;
  readonly unnoted: number;
}

/** Limits equal events to one per source and minute. */
export class QuietCounts {
  readonly #maxSources: number;
  readonly #sources = new Map<string, Source>();

  constructor(maxSources: number) {
    this.#maxSources = maxSources;
  }

  /** Events to record now, this event included; undefined to record nothing. */
  count(source: string, now: number): number | undefined {
    const known = this.#sources.get(source);
    if (known && timeBetween(known.notedAt, now) < quietMs) {
      this.#sources.set(source, { ...known, unnoted: known.unnoted + 1 });
      return undefined;
    }
    if (this.#sources.size >= this.#maxSources) {
      this.#sources.clear();
    }
    this.#sources.set(source, { notedAt: now, unnoted: 0 });
    return 1 + (known?.unnoted ?? 0);
  }
}
