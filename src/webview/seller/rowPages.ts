const pageRows = 100;

interface RowPagesOptions<R> {
  /** The most pages in memory; the oldest are dropped. */
  readonly maxPages: number;
  readonly read: (range: {
    readonly offset: number;
    readonly count: number;
  }) => Promise<{ readonly rows: readonly R[]; readonly matching: number } | undefined>;
  readonly onRows: (matching: number) => void;
}

/** Pages of rows near the visible ones; the host has all rows. */
export class RowPages<R> {
  readonly #options: RowPagesOptions<R>;
  readonly #pages = new Map<number, readonly R[]>();
  readonly #asked = new Set<number>();
  /** Incremented by `ask`, so that answers from before it are dropped. */
  #round = 0;

  constructor(options: RowPagesOptions<R>) {
    this.#options = options;
  }

  row(index: number): R | undefined {
    return this.#pages.get(Math.floor(index / pageRows))?.[index % pageRows];
  }

  need(first: number, last: number): void {
    for (let page = Math.floor(first / pageRows); page * pageRows <= last; page += 1) {
      if (!this.#asked.has(page)) {
        this.#asked.add(page);
        void this.#read(page);
      }
    }
  }

  /** Present rows stay until the new ones arrive. */
  refresh(): void {
    this.#round += 1;
    this.#asked.clear();
  }

  clear(): void {
    this.refresh();
    this.#pages.clear();
  }

  change(changed: (row: R) => R): void {
    for (const [page, rows] of this.#pages) {
      this.#pages.set(page, rows.map(changed));
    }
  }

  async #read(page: number): Promise<void> {
    const round = this.#round;
    const { read, maxPages, onRows } = this.#options;
    const range = { offset: page * pageRows, count: pageRows };
    const answer = await read(range).catch(() => undefined);
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
    onRows(answer.matching);
  }
}
