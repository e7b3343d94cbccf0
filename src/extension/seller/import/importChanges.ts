import type { Clock } from "../../../shared/base/clock.ts";
import { Emitter } from "../../../shared/base/emitter.ts";
import type { Disposable } from "../../../shared/base/lifecycle.ts";

const progressMs = 100;

/** Notifies of each change at once, and of progress a few times a second at most. */
export class ImportChanges implements Disposable {
  readonly #clock: Clock;
  readonly #didChange = new Emitter<undefined>();
  #cancelTimer: (() => void) | undefined;

  readonly onDidChange = this.#didChange.event;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  changed(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#didChange.fire(undefined);
  }

  progressed(): void {
    this.#cancelTimer ??= this.#clock.startTimer(() => this.changed(), progressMs);
  }

  dispose(): void {
    this.#cancelTimer?.();
    this.#didChange.dispose();
  }
}
