import { batch, signal } from "@preact/signals";

import type { Client } from "../../shared/base/rpc.ts";
import type { ImportFilter, ImportRowsView } from "../../shared/sellerPage/importRows.ts";
import type { sellerHostContract } from "../../shared/sellerPage/sellerProtocol.ts";
import { RowPages } from "./rowPages.ts";

export type ShownRow = ImportRowsView["rows"][number];

/** The page reads only visible rows from the host. */
export class ImportRowsStore {
  readonly show = signal<ImportFilter>("changed");
  readonly matching = signal<number | undefined>(undefined);
  readonly version = signal(0);
  readonly #pages: RowPages<ShownRow>;

  constructor(host: Pick<Client<typeof sellerHostContract>, "importRows">) {
    this.#pages = new RowPages({
      maxPages: 20,
      read: (range) => host.importRows({ show: this.show.value, ...range }),
      onRows: (matching) =>
        batch(() => {
          this.matching.value = matching;
          this.version.value += 1;
        }),
    });
  }

  filter(show: ImportFilter): void {
    this.#pages.clear();
    batch(() => {
      this.show.value = show;
      this.matching.value = undefined;
    });
  }

  /** Visible rows stay until they are read again. */
  refresh(): void {
    this.#pages.refresh();
  }

  row(index: number): ShownRow | undefined {
    return this.#pages.row(index);
  }

  /** Shows a choice at once; the host's answer follows. */
  mark(line: number, isLeftOut: boolean): void {
    this.#pages.change((row) => (row.line === line ? { ...row, isLeftOut } : row));
    this.version.value += 1;
  }

  need(first: number, last: number): void {
    this.#pages.need(first, last);
  }
}
