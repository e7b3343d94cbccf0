import { toDisposable, type Disposable } from "./lifecycle.ts";

/**
 * Tells listeners, in the order they came. A listener may leave, or subscribe again, while an event is told: one
 * that left hears no more of it, and one that was added hears the next event.
 */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<{ readonly tell: (value: T) => void }>();

  /** Registers a listener; bound, so it can be handed out as `onDidX`. */
  readonly event = (listener: (value: T) => void): Disposable => {
    const entry = { tell: listener };
    this.#listeners.add(entry);
    return toDisposable(() => this.#listeners.delete(entry));
  };

  /** How many listen. */
  get size(): number {
    return this.#listeners.size;
  }

  fire(value: T): void {
    // A live set would never end where a listener subscribes again each time it is told.
    const entries = [...this.#listeners];
    for (const entry of entries) {
      if (this.#listeners.has(entry)) {
        entry.tell(value);
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
