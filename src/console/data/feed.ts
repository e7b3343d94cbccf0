import { type ReadonlySignal, signal } from "@preact/signals";
import type * as z from "zod/mini";

import type { Api, Query } from "./api.ts";
import { ApiFailure } from "./apiFailure.ts";
import type { Load } from "./resource.ts";

export interface FeedPage<T> {
  readonly entries: readonly T[];
  readonly hasMore: boolean;
}

export interface FeedSource<T> {
  readonly path: string;
  readonly schema: z.ZodMiniType<T>;
  readonly query: Query;
  readonly pageSize: number;
}

/** Newest first. */
export class Feed<T> {
  readonly #api: Api;
  readonly #source: FeedSource<T>;
  readonly #state = signal<Load<FeedPage<T>>>({ state: "loading" });
  readonly #isLoading = signal(false);
  #next: string | null = null;

  constructor(api: Api, source: FeedSource<T>) {
    this.#api = api;
    this.#source = source;
  }

  get state(): ReadonlySignal<Load<FeedPage<T>>> {
    return this.#state;
  }

  get isLoading(): boolean {
    return this.#isLoading.value;
  }

  /** Never rejects. */
  async load(): Promise<void> {
    if (this.#isLoading.peek()) {
      return;
    }
    this.#isLoading.value = true;
    const before = this.#state.peek();
    const entries = before.state === "ready" ? before.data.entries : [];
    const { path, schema, query, pageSize: limit } = this.#source;
    try {
      const asked = { ...query, before: this.#next ?? undefined, limit };
      const page = await this.#api.list(path, schema, asked);
      this.#next = page.next;
      const data = { entries: [...entries, ...page.data], hasMore: page.next !== null };
      this.#state.value = { state: "ready", data };
    } catch (error) {
      const failure = ApiFailure.of(error);
      this.#state.value =
        before.state === "ready"
          ? { state: "ready", data: before.data, failure }
          : { state: "failed", failure };
    } finally {
      this.#isLoading.value = false;
    }
  }
}
