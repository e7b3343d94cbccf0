import { type ReadonlySignal, signal } from "@preact/signals";

import { auditEntrySchema } from "../../shared/hubAdmin.ts";
import type { Api, Query } from "./api.ts";
import { ApiFailure } from "./apiFailure.ts";
import type { Load } from "./resource.ts";
import type { AuditEntry } from "./types.ts";

const pageSize = 100;

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** Whether the hub has older entries. */
  readonly hasMore: boolean;
}

/** Audit entries, newest first, as many pages as were loaded. */
export class AuditFeed {
  readonly #api: Api;
  readonly #path: string;
  readonly #query: Query;
  readonly #state = signal<Load<AuditPage>>({ state: "loading" });
  readonly #isLoading = signal(false);
  #next: string | null = null;

  constructor(api: Api, path: string, query: Query) {
    this.#api = api;
    this.#path = path;
    this.#query = query;
  }

  get state(): ReadonlySignal<Load<AuditPage>> {
    return this.#state;
  }

  get isLoading(): boolean {
    return this.#isLoading.value;
  }

  /** Loads the newest page, or the next older one; never rejects. */
  async load(): Promise<void> {
    if (this.#isLoading.peek()) {
      return;
    }
    this.#isLoading.value = true;
    const before = this.#state.peek();
    const entries = before.state === "ready" ? before.data.entries : [];
    try {
      const query = { ...this.#query, before: this.#next ?? undefined, limit: pageSize };
      const page = await this.#api.list(this.#path, auditEntrySchema, query);
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
