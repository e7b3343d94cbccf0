import { effect, signal, type ReadonlySignal } from "@preact/signals";

import { whenIdle } from "../kit/idle.ts";

/** Until then an answer that has begun changes no button of the messages above it, in milliseconds: most are still awaited. */
const patienceMs = 1_000;

/**
 * Whether the buttons of all messages show that an answer is under way. There are hundreds in a long conversation: they
 * change while the page is idle, after the first words, and not at all for a short answer.
 */
export function busyButtons(isRunning: ReadonlySignal<boolean>): ReadonlySignal<boolean> {
  const isBusy = signal(isRunning.peek());
  effect(() => {
    const value = isRunning.value;
    const show = (): (() => void) =>
      whenIdle(() => {
        isBusy.value = value;
      });
    if (!value) {
      return show();
    }
    let cancel: (() => void) | undefined;
    const timer = setTimeout(() => {
      cancel = show();
    }, patienceMs);
    return () => {
      clearTimeout(timer);
      cancel?.();
    };
  });
  return isBusy;
}
