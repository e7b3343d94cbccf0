import { batch, signal } from "@preact/signals";

import type { Client } from "../../shared/rpc.ts";
import type { sellerHostContract } from "../../shared/sellerPage/sellerProtocol.ts";
import type {
  Cell,
  ListQuery,
  ListView,
  SellerListId,
} from "../../shared/sellerPage/sellerState.ts";

type Host = Client<typeof sellerHostContract>;

const pageRows = 100;
const maxPages = 40;

/** One list as the page shows it: the host has the rows, the page holds those around what is seen. */
export class ListStore {
  readonly list: SellerListId;
  /** Undefined while nothing is known of it. */
  readonly view = signal<ListView | undefined>(undefined);
  readonly isReading = signal(false);
  readonly query: { readonly value: ListQuery };
  readonly matching = signal(0);
  /** Rises when rows have come. */
  readonly version = signal(0);
  readonly active = signal(0);
  readonly #query;
  readonly #host: Host;
  readonly #pages = new Map<number, readonly (readonly Cell[])[]>();
  readonly #asked = new Set<number>();
  /** Answers of before the last change of the query are dropped. */
  #round = 0;
  /** Rises with each environment: what was asked of another one is dropped. */
  #epoch = 0;

  constructor(list: SellerListId, host: Host) {
    this.list = list;
    this.#host = host;
    this.#query = signal<ListQuery>({ list, search: "", isDescending: false });
    this.query = this.#query;
  }

  async open(refresh: boolean): Promise<void> {
    if (this.isReading.value) {
      return;
    }
    this.isReading.value = true;
    const epoch = this.#epoch;
    try {
      const view = await this.#host.openList({ list: this.list, refresh });
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

  /** Another environment is shown: nothing of the one before stays, or comes late. */
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

  /** Sorts by a column; once more turns it round. */
  sortBy(name: string): void {
    const { sortBy, isDescending } = this.#query.value;
    this.#ask({
      ...this.#query.value,
      sortBy: name,
      isDescending: sortBy === name && !isDescending,
    });
  }

  row(index: number): readonly Cell[] | undefined {
    return this.#pages.get(Math.floor(index / pageRows))?.[index % pageRows];
  }

  /** Asks for the rows from `first` to `last` that are not there yet. */
  need(first: number, last: number): void {
    if (this.view.value?.ok !== true) {
      return;
    }
    for (let page = Math.floor(first / pageRows); page * pageRows <= last; page += 1) {
      if (!this.#asked.has(page)) {
        this.#asked.add(page);
        void this.#read(page);
      }
    }
  }

  /** How many rows were copied. */
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
    this.#round += 1;
    this.#pages.clear();
    this.#asked.clear();
    this.active.value = 0;
  }

  async #read(page: number): Promise<void> {
    const round = this.#round;
    const query = this.#query.value;
    const read = this.#host.readRows({ query, offset: page * pageRows, count: pageRows });
    const answer = await read.catch(() => undefined);
    if (this.#round !== round) {
      return;
    }
    if (!answer) {
      this.#asked.delete(page);
      return;
    }
    this.#keep(page, answer.rows);
    batch(() => {
      this.matching.value = answer.matching;
      this.version.value += 1;
    });
  }

  #keep(page: number, rows: readonly (readonly Cell[])[]): void {
    this.#pages.set(page, rows);
    for (const known of this.#pages.keys()) {
      if (this.#pages.size <= maxPages) {
        break;
      }
      this.#pages.delete(known);
      this.#asked.delete(known);
    }
  }
}
