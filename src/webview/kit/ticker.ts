import { signal, type ReadonlySignal } from "@preact/signals";

import type { Clock } from "../../shared/base/clock.ts";

/** Epoch milliseconds; updated every second while observed. */
export function createTicker(clock: Clock): ReadonlySignal<number> {
  let cancel: (() => void) | undefined;
  const now = signal(clock.now(), {
    watched() {
      tick();
    },
    unwatched() {
      cancel?.();
    },
  });
  function tick(): void {
    now.value = clock.now();
    cancel = clock.startTimer(tick, 1000);
  }
  return now;
}
