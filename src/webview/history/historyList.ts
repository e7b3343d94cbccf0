import { batch, signal } from "@preact/signals";

import type { Disposable } from "../../shared/base/lifecycle.ts";
import type {
  HistoryFilter,
  HistoryItem,
  HistoryItems,
  HistoryOutcome,
} from "../../shared/calls/historyCalls.ts";
import type { PageFeatureDeps } from "../page/pageFeatureDeps.ts";
import type { HistoryPage } from "./historyPage.ts";
import { UndoOffer } from "./undoOffer.ts";

const typingMs = 120;
const wantedItems = 30;

const emptyFilter: HistoryFilter = { query: "", isFavourite: false, sort: "newest" };

export type HistoryProblem = Extract<HistoryOutcome, { ok: false }>["reason"];

export class HistoryList implements Disposable {
  readonly filter = signal<HistoryFilter>(emptyFilter);
  readonly items = signal<readonly HistoryItem[]>([]);
  readonly workspaces = signal<readonly string[]>([]);
  readonly models = signal<readonly string[]>([]);
  /** `partial`: the host has more. */
  readonly progress = signal<"loading" | "partial" | "complete" | "failed">("loading");
  readonly hasMore = signal(false);
  readonly undoOffer: UndoOffer;
  readonly problem = signal<HistoryProblem | undefined>(undefined);
  readonly #page: HistoryPage;
  readonly #host: PageFeatureDeps["host"];
  readonly #clock: PageFeatureDeps["clock"];
  readonly #switching: PageFeatureDeps["switching"];
  readonly #watching: Disposable;
  #ticket = 0;
  #attempt = 0;
  #cancelTyping: (() => void) | undefined;

  constructor(page: HistoryPage, { host, clock, switching }: PageFeatureDeps) {
    this.#page = page;
    this.#host = host;
    this.#clock = clock;
    this.#switching = switching;
    this.undoOffer = new UndoOffer({
      clock,
      // On failure the host only deletes a little before the offer ends.
      keep: (id) => void host.keepDeleted({ id }).catch(() => undefined),
    });
    this.#watching = page.onDidChange(() => {
      if (this.filter.value.query === "") {
        void this.#list();
      }
    });
    void this.#list();
  }

  setFilter(change: Partial<HistoryFilter>): void {
    this.filter.value = { ...this.filter.value, ...change };
    this.#cancelTyping?.();
    if ("query" in change) {
      this.#cancelTyping = this.#clock.startTimer(() => void this.#list(), typingMs);
    } else {
      void this.#list();
    }
  }

  async more(): Promise<void> {
    if (this.progress.value === "partial") {
      await this.#take(this.#attempt, this.items.value.length + wantedItems);
    }
  }

  async show(id: string): Promise<void> {
    await this.#leaveFor(() => this.#try(this.#host.openConversation({ id })));
  }

  async rename(id: string, title: string): Promise<void> {
    const trimmed = title.trim();
    const known = this.items.value.find((item) => item.id === id);
    if (trimmed !== "" && trimmed !== known?.title) {
      this.#change(id, { title: trimmed });
      await this.#try(this.#host.renameConversation({ id, title: trimmed }));
    }
  }

  async setFavourite(id: string, isFavourite: boolean): Promise<void> {
    this.#change(id, { isFavourite });
    await this.#try(this.#host.setFavourite({ id, isFavourite }));
  }

  async delete(item: HistoryItem): Promise<void> {
    this.items.value = this.items.value.filter(({ id }) => id !== item.id);
    if (await this.#try(this.#host.deleteConversation({ id: item.id }))) {
      this.undoOffer.show(item);
    }
  }

  async undoDelete(): Promise<void> {
    const item = this.undoOffer.take();
    if (item) {
      await this.#try(this.#host.undoDelete({ id: item.id }));
      await this.#list();
    }
  }

  exportChat(id: string): void {
    void this.#host.exportConversation({ id }).catch(() => this.#fail("storage"));
  }

  async importChat(): Promise<void> {
    const { isImported } = await this.#host
      .importConversation({})
      .catch(() => ({ isImported: false }));
    if (isImported) {
      // Not earlier: text typed during file selection belongs to the current conversation.
      await this.#leaveFor(() => Promise.resolve(true));
    }
  }

  dispose(): void {
    this.#attempt += 1;
    this.#cancelTyping?.();
    this.undoOffer.dispose();
    this.#watching.dispose();
  }

  async #list(): Promise<void> {
    this.#attempt += 1;
    const attempt = this.#attempt;
    this.progress.value = "loading";
    const list = await this.#host.listHistory(this.filter.value).catch(() => undefined);
    if (attempt !== this.#attempt) {
      return;
    }
    if (!list) {
      this.progress.value = "failed";
      this.hasMore.value = false;
      return;
    }
    this.#ticket = list.ticket;
    batch(() => {
      this.items.value = list.items;
      this.workspaces.value = list.workspaces;
      this.models.value = list.models;
      this.progress.value = list.isDone ? "complete" : "partial";
    });
    await this.#take(attempt, wantedItems);
  }

  async #take(attempt: number, wanted: number): Promise<void> {
    while (this.progress.value === "partial" && this.items.value.length < wanted) {
      this.progress.value = "loading";
      const next: HistoryItems | undefined = await this.#host
        .moreHistory({ ticket: this.#ticket })
        .catch(() => undefined);
      if (attempt !== this.#attempt) {
        return;
      }
      const known = new Set(this.items.value.map(({ id }) => id));
      batch(() => {
        this.items.value = [
          ...this.items.value,
          ...(next?.items ?? []).filter(({ id }) => !known.has(id)),
        ];
        this.progress.value = next ? (next.isDone ? "complete" : "partial") : "failed";
      });
    }
    this.hasMore.value = this.progress.value === "partial";
  }

  /**
   * Leaves for another conversation. The list stays until that is drawn: drawing the current one would only delay it.
   */
  async #leaveFor(request: () => Promise<boolean>): Promise<void> {
    let isShown = false;
    await this.#switching.by(async () => {
      isShown = await request();
      return isShown;
    });
    if (isShown && this.#page.isOpen.value) {
      this.#page.close();
    }
  }

  #change(id: string, change: Partial<HistoryItem>): void {
    this.items.value = this.items.value.map((item) =>
      item.id === id ? { ...item, ...change } : item,
    );
  }

  /** False on failure; the list is then read again. */
  async #try(request: Promise<HistoryOutcome>): Promise<boolean> {
    this.problem.value = undefined;
    const outcome = await request.catch((): HistoryOutcome => ({ ok: false, reason: "notFound" }));
    if (!outcome.ok) {
      this.#fail(outcome.reason);
      void this.#list();
    }
    return outcome.ok;
  }

  #fail(reason: HistoryProblem): void {
    this.problem.value = reason;
  }
}
