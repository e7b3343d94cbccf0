import type { TidyAfter } from "../import/importStorage.ts";

export interface GarbageDeps {
  /** Takes as many bytes outside of JavaScript's heap, and lets them go at once; may throw. */
  readonly take: (bytes: number) => unknown;
  /** Memory of the process, in bytes. */
  readonly rss: () => number;
}

/** V8 begins a collection when it counts 64 MiB more outside of its heap than at the last one. */
const hintBytes = 70_000_000;
/**
 * A written row leaves 260 kB, 10 to 20 kB of which only a whole collection finds; one that is only checked, or a
 * record of a list, some 40 kB. A hint after 100 of the former (each read and written) or 250 of the latter keeps V8 from ever filling
 * its young space, which takes memory twice: as that space is full, and to copy it.
 */
const weights = { read: 2, write: 3 } as const;
const weightOfHint = 500;

/**
 * Tells V8 every now and then, while the rows of a long file are handled, that a collection is worth
 * its while. Each answer of `fetch` is watched by a finalizer, so the quick collections keep it, and by
 * itself V8 waits for a whole one until some 100 MB of them have gathered. The hint is a buffer that
 * nothing writes to, so the system gives it no memory; V8 then collects beside the running code, in
 * pauses of a few milliseconds. (An extension cannot set the sizes of its heap, and a worker's `fetch`
 * does not have the editor's proxy.) Where such a buffer does take memory, the hints end.
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
      // There is no room for the buffer: V8 collects by itself then.
      isUseful = false;
    }
  };
}

const nodeMemory: GarbageDeps = {
  take: (bytes) => new ArrayBuffer(bytes),
  rss: () => process.memoryUsage.rss(),
};
