import { type ReadonlySignal, signal } from "@preact/signals";

import { ApiFailure } from "./apiFailure.ts";

export type Load<T> =
  | { readonly state: "loading" }
  /** If `failure` is set, the data is from before it. */
  | { readonly state: "ready"; readonly data: T; readonly failure?: ApiFailure }
  | { readonly state: "failed"; readonly failure: ApiFailure };

/** The old data stays visible during a reload. */
export class Resource<T> {
  readonly #fetch: () => Promise<T>;
  readonly #state = signal<Load<T>>({ state: "loading" });
  #isWanted = false;
  #round = 0;

  constructor(fetch: () => Promise<T>) {
    this.#fetch = fetch;
  }

  get state(): ReadonlySignal<Load<T>> {
    return this.#state;
  }

  get data(): T | undefined {
    const state = this.#state.value;
    return state.state === "ready" ? state.data : undefined;
  }

  want(): void {
    if (!this.#isWanted) {
      void this.load();
    }
  }

  /** Never rejects; of several calls, the last one counts. */
  async load(): Promise<void> {
    this.#isWanted = true;
    this.#round += 1;
    const round = this.#round;
    const before = this.#state.peek();
    if (before.state === "failed") {
      this.#state.value = { state: "loading" };
    }
    const after = await this.#attempt(before);
    if (round === this.#round) {
      this.#state.value = after;
    }
  }

  update(change: (data: T) => T): void {
    const state = this.#state.peek();
    if (state.state === "ready") {
      this.#state.value = { ...state, data: change(state.data) };
    }
  }

  async #attempt(before: Load<T>): Promise<Load<T>> {
    try {
      return { state: "ready", data: await this.#fetch() };
    } catch (error) {
      const failure = ApiFailure.of(error);
      return before.state === "ready"
        ? { state: "ready", data: before.data, failure }
        : { state: "failed", failure };
    }
  }
}
