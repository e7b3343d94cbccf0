import { batch, signal } from "@preact/signals";

import type { Client } from "../../shared/base/rpc.ts";
import type { BulkList } from "../../shared/sellerPage/bulk.ts";
import type { sellerHostContract } from "../../shared/sellerPage/sellerProtocol.ts";
import type {
  Cell,
  ListQuery,
  ListView,
  ReadingView,
  SellerListId,
} from "../../shared/sellerPage/sellerState.ts";
import { RowPages } from "./rowPages.ts";

type Host = Client<typeof sellerHostContract>;

const pageRows = 100;
/** The most selected rows that the host accepts; "all that match" has no limit. */
const maxSelected = 5_000;

export function canEdit(list: SellerListId): list is BulkList {
  return list === "listStock" || list === "listPrices";
}

/** The list's rows near the visible ones; the host has all rows. */
export class ListStore {
  readonly list: SellerListId;
  readonly view = signal<ListView | undefined>(undefined);
  readonly isReading = signal(false);
  readonly progress = signal<ReadingView | undefined>(undefined);
  readonly query: { readonly value: ListQuery };
  readonly matching = signal(0);
  readonly version = signal(0);
  readonly active = signal(0);
  readonly editing = signal<number | undefined>(undefined);
  readonly selected = signal<ReadonlySet<number>>(new Set());
  readonly #query;
  readonly #host: Host;
  readonly #noAnswer: string;
  readonly #pages: RowPages<readonly Cell[]>;
  /** Incremented with each change of environment, so that answers for another environment are dropped. */
  #epoch = 0;

  constructor(list: SellerListId, host: Host, noAnswer: string) {
    this.list = list;
    this.#host = host;
    this.#noAnswer = noAnswer;
    this.#query = signal<ListQuery>({ list, search: "", isDescending: false });
    this.query = this.#query;
    this.#pages = new RowPages({
      maxPages: 40,
      read: (range) => host.readRows({ query: this.#query.value, ...range }),
      onRows: (matching) =>
        batch(() => {
          this.matching.value = matching;
          this.version.value += 1;
        }),
    });
  }

  async open(refresh: boolean): Promise<void> {
    if (this.isReading.value) {
      return;
    }
    this.isReading.value = true;
    this.progress.value = undefined;
    const epoch = this.#epoch;
    try {
      const view = await this.#host
        .openList({ list: this.list, refresh })
        .catch((): ListView => ({ ok: false, message: this.#noAnswer }));
      if (epoch === this.#epoch) {
        batch(() => {
          this.view.value = view;
          this.#begin();
        });
        this.need(0, pageRows);
      }
    } finally {
      if (epoch === this.#epoch) {
        this.isReading.value = false;
      }
    }
  }

  async choose(): Promise<void> {
    const epoch = this.#epoch;
    await this.#host.chooseList({ list: this.list }).catch(() => undefined);
    if (epoch === this.#epoch) {
      await this.open(true);
    }
  }

  async forgetChoice(): Promise<void> {
    const epoch = this.#epoch;
    await this.#host.forgetListChoice({ list: this.list }).catch(() => undefined);
    if (epoch === this.#epoch) {
      await this.open(true);
    }
  }

  note(progress: ReadingView): void {
    if (this.isReading.value) {
      this.progress.value = progress;
    }
  }

  cancel(): void {
    void this.#host.cancelList({ list: this.list });
  }

  /** Call after a change of environment: drops rows and late answers. */
  forget(): void {
    this.#epoch += 1;
    batch(() => {
      this.view.value = undefined;
      this.isReading.value = false;
      this.#begin();
    });
  }

  search(text: string): void {
    this.#ask({ ...this.#query.value, search: text.slice(0, 500) });
  }

  /** A second call with the same name reverses the order. */
  sortBy(name: string): void {
    const { sortBy, isDescending } = this.#query.value;
    this.#ask({
      ...this.#query.value,
      sortBy: name,
      isDescending: sortBy === name && !isDescending,
    });
  }

  select(index: number, how: "toggle" | "range"): void {
    const selected = new Set(this.selected.value);
    if (how === "range") {
      const [first, last] = [index, this.active.value].toSorted((one, other) => one - other);
      const count = Math.min((last ?? 0) - (first ?? 0) + 1, maxSelected);
      for (let step = 0; step < count; step += 1) {
        selected.add((first ?? 0) + step);
      }
    } else if (!selected.delete(index) && selected.size < maxSelected) {
      selected.add(index);
    }
    this.selected.value = selected;
  }

  selectAll(): void {
    const count = Math.min(this.matching.value, maxSelected);
    this.selected.value = new Set(Array.from({ length: count }, (_, index) => index));
  }

  row(index: number): readonly Cell[] | undefined {
    return this.#pages.row(index);
  }

  need(first: number, last: number): void {
    if (this.view.value?.ok === true) {
      this.#pages.need(first, last);
    }
  }

  async copy(index: number | undefined): Promise<number> {
    const { count } = await this.#host.copyRows({
      query: this.#query.value,
      ...(index !== undefined && { index }),
    });
    return count;
  }

  #ask(query: ListQuery): void {
    this.#query.value = query;
    this.#begin();
    this.need(0, pageRows);
  }

  #begin(): void {
    this.#pages.clear();
    this.active.value = 0;
    this.editing.value = undefined;
    this.selected.value = new Set();
  }
}
