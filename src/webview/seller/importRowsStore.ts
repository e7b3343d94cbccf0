import { batch, signal } from "@preact/signals";

import type { Client } from "../../shared/rpc.ts";
import type { ImportFilter, ImportRowsView } from "../../shared/sellerPage/importRows.ts";
import type { sellerHostContract } from "../../shared/sellerPage/sellerProtocol.ts";

export type ShownRow = ImportRowsView["rows"][number];

const pageRows = 100;
const maxPages = 20;

/** The checked rows of an import that pass a filter; only those in sight are read from the host. */
export class ImportRowsStore {
  readonly show = signal<ImportFilter>("changed");
  /** Number of rows that pass the filter; undefined until the host answered. */
  readonly matching = signal<number | undefined>(undefined);
  /** Counts up whenever rows have arrived. */
  readonly version = signal(0);
  readonly #host: Pick<Client<typeof sellerHostContract>, "importRows">;
  readonly #pages = new Map<number, readonly ShownRow[]>();
  readonly #asked = new Set<number>();
  #round = 0;

  constructor(host: Pick<Client<typeof sellerHostContract>, "importRows">) {
    this.#host = host;
  }

  filter(show: ImportFilter): void {
    this.#pages.clear();
    this.refresh();
    batch(() => {
      this.show.value = show;
      this.matching.value = undefined;
    });
  }

  /** The choice of rows changed: rows in sight stay until they are read again. */
  refresh(): void {
    this.#round += 1;
    this.#asked.clear();
  }

  row(index: number): ShownRow | undefined {
    return this.#pages.get(Math.floor(index / pageRows))?.[index % pageRows];
  }

  /** Shows a choice at once; the host's answer follows. */
  mark(line: number, isLeftOut: boolean): void {
    for (const [page, rows] of this.#pages) {
      if (rows.some((row) => row.line === line)) {
        const marked = rows.map((row) => (row.line === line ? { ...row, isLeftOut } : row));
        this.#pages.set(page, marked);
      }
    }
    this.version.value += 1;
  }

  /** Requests the missing rows from `first` to `last`. */
  need(first: number, last: number): void {
    for (let page = Math.floor(first / pageRows); page * pageRows <= last; page += 1) {
      if (!this.#asked.has(page)) {
        this.#asked.add(page);
        void this.#read(page);
      }
    }
  }

  async #read(page: number): Promise<void> {
    const round = this.#round;
    const query = { show: this.show.value, offset: page * pageRows, count: pageRows };
    const answer = await this.#host.importRows(query).catch(() => undefined);
    if (this.#round !== round) {
      return;
    }
    if (!answer) {
      this.#asked.delete(page);
      return;
    }
    this.#pages.set(page, answer.rows);
    for (const known of this.#pages.keys()) {
      if (this.#pages.size <= maxPages) {
        break;
      }
      this.#pages.delete(known);
      this.#asked.delete(known);
    }
    batch(() => {
      this.matching.value = answer.matching;
      this.version.value += 1;
    });
  }
}
