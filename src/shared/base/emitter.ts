import { toDisposable, type Disposable } from "./lifecycle.ts";

/**
 * Listeners are called in the order of subscription. During an event, an unsubscribed listener is no longer called, a
 * new one only from the next event on. If a listener throws, the others are still called before `fire` throws.
 */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<{ readonly tell: (value: T) => void }>();

  /** Bound to the emitter, so it can be handed out as `onDidX`. */
  readonly event = (listener: (value: T) => void): Disposable => {
    const entry = { tell: listener };
    this.#listeners.add(entry);
    return toDisposable(() => this.#listeners.delete(entry));
  };

  get size(): number {
    return this.#listeners.size;
  }

  fire(value: T): void {
    // A copy, because a listener that subscribes again on each event would make this loop endless.
    const entries = [...this.#listeners];
    let failure: { readonly error: unknown } | undefined;
    for (const entry of entries) {
      if (this.#listeners.has(entry)) {
        try {
          entry.tell(value);
        } catch (error) {
          failure ??= { error };
        }
      }
    }
    if (failure) {
      throw failure.error;
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
