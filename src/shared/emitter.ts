import { toDisposable, type Disposable } from "./lifecycle.ts";

/** Tells listeners, in the order they came. A listener may leave while being told. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();

  /** Registers a listener; bound, so it can be handed out as `onDidX`. */
  readonly event = (listener: (value: T) => void): Disposable => {
    this.#listeners.add(listener);
    return toDisposable(() => this.#listeners.delete(listener));
  };

  fire(value: T): void {
    for (const listener of this.#listeners) {
      listener(value);
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
