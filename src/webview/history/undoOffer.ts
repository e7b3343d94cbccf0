import { signal, type ReadonlySignal } from "@preact/signals";

import type { Clock } from "../../shared/base/clock.ts";
import type { Disposable } from "../../shared/base/lifecycle.ts";
import type { HistoryItem } from "../../shared/calls/historyCalls.ts";

/** Time after the deletion, or after focus and pointer left; the host waits slightly longer. */
const undoMs = 12_000;

interface UndoOfferDeps {
  readonly clock: Clock;
  readonly keep: (id: string) => void;
}

/** Does not expire while it has focus or pointer (WCAG 2.2.1, timing adjustable). */
export class UndoOffer implements Disposable {
  readonly #deps: UndoOfferDeps;
  readonly #deleted = signal<HistoryItem | undefined>(undefined);
  readonly #holds = new Set<"focus" | "pointer">();
  #cancelTimer: (() => void) | undefined;

  constructor(deps: UndoOfferDeps) {
    this.#deps = deps;
  }

  get deleted(): ReadonlySignal<HistoryItem | undefined> {
    return this.#deleted;
  }

  show(item: HistoryItem): void {
    this.#deleted.value = item;
    this.#wait();
  }

  take(): HistoryItem | undefined {
    this.#cancelTimer?.();
    const item = this.#deleted.value;
    this.#deleted.value = undefined;
    return item;
  }

  hold(by: "focus" | "pointer"): void {
    this.#holds.add(by);
  }

  release(by: "focus" | "pointer"): void {
    this.#holds.delete(by);
    this.#renew();
  }

  dispose(): void {
    this.#cancelTimer?.();
  }

  #renew(): void {
    if (this.#deleted.value) {
      this.#deps.keep(this.#deleted.value.id);
      this.#wait();
    }
  }

  #wait(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#deps.clock.startTimer(() => {
      if (this.#holds.size === 0) {
        this.#deleted.value = undefined;
      } else {
        this.#renew();
      }
    }, undoMs);
  }
}
