import { effect, signal, type ReadonlySignal } from "@preact/signals";

import { whenIdle } from "../kit/idle.ts";

/** A running answer changes the buttons of other messages only after this time, in milliseconds. */
const patienceMs = 1_000;

/**
 * All messages' buttons. A long conversation has hundreds: they change when the page is idle, after the first words,
 * and not for a short answer.
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
