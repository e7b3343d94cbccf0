import type { TidyAfter } from "../import/importStorage.ts";

export interface GarbageDeps {
  /** Takes bytes outside JavaScript's heap and releases them at once; may throw. */
  readonly take: (bytes: number) => unknown;
  readonly rss: () => number;
}

/** V8 collects garbage after 64 MiB more outside its heap. */
const hintBytes = 70_000_000;
/**
 * A written row leaves 260 kB, 10 to 20 kB of it only for a full collection; a checked row or a list's record some 40
 * kB. A hint after 100 written rows (each read and written) or 250 others keeps V8 from filling its young space, which
 * would take memory twice: for the space and for its copy.
 */
const weights = { read: 2, write: 3 } as const;
const weightOfHint = 500;

/**
 * Prompts V8 to collect garbage while many rows are handled. Each answer of `fetch` has a finalizer, so quick
 * collections keep it, and V8 waits until some 100 MB have gathered. The hint is a buffer without writes, so the system
 * gives it no memory; V8 then collects in pauses of a few milliseconds. (An extension cannot set its heap sizes, and a
 * worker's `fetch` lacks the editor's proxy.) If such a buffer does take memory, the hints end.
 */
export function garbageHints({ take, rss }: GarbageDeps = nodeMemory): TidyAfter {
  let weight = 0;
  let isUseful = true;
  return (work) => {
    weight += weights[work];
    if (weight < weightOfHint || !isUseful) {
      return;
    }
    weight = 0;
    const before = rss();
    try {
      take(hintBytes);
      isUseful = rss() - before < hintBytes / 2;
    } catch {
      // Without room for the buffer, V8 collects by itself.
      isUseful = false;
    }
  };
}

const nodeMemory: GarbageDeps = {
  take: (bytes) => new ArrayBuffer(bytes),
  rss: () => process.memoryUsage.rss(),
};
