import type { PortalList } from "../../../seller/client/wholeList.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import { Emitter } from "../../../shared/base/emitter.ts";
import type { ReadingView, SellerListId } from "../../../shared/sellerPage/sellerState.ts";
import type { ProfileDesk, SellerDesks } from "../environments/sellerDesks.ts";
import { ListTable, type ListTableOptions } from "../listTables.ts";

export interface ListReadingsDeps {
  readonly desks: SellerDesks;
  readonly clock: Clock;
  readonly table: (desk: ProfileDesk) => Omit<ListTableOptions, "readAt">;
}

export interface ReadTable {
  readonly table: ListTable;
  /** A reading that began later has a greater number. */
  readonly order: number;
}

/** Reads the portal's lists. Our finished writes are always included. */
export class ListReadings {
  readonly #didRead = new Emitter<ReadingView>();
  readonly onDidRead = this.#didRead.event;
  readonly #deps: ListReadingsDeps;
  readonly #reading = new Map<SellerListId, AbortController>();
  readonly #shared = new Map<
    SellerListId,
    { readonly desk: ProfileDesk; readonly reading: Promise<ReadTable> }
  >();
  #begun = 0;
  readonly #writes = new Map<SellerListId, number>();
  #endedWrites = 0;

  constructor(deps: ListReadingsDeps) {
    this.#deps = deps;
  }

  get nextOrder(): number {
    return this.#begun + 1;
  }

  get endedWrites(): number {
    return this.#endedWrites;
  }

  /** Call after a write, so that readings in progress begin again. */
  noteWrite(list: SellerListId): void {
    this.#writes.set(list, this.#writesTo(list) + 1);
    this.#endedWrites += 1;
  }

  stop(list: SellerListId): void {
    this.#reading.get(list)?.abort();
  }

  /** Concurrent callers share a reading. */
  async readShared(desk: ProfileDesk, list: SellerListId, refresh: boolean): Promise<ReadTable> {
    const present = this.#shared.get(list);
    if (!refresh && present?.desk === desk) {
      return await present.reading;
    }
    const shared = { desk, reading: this.read(desk, list) };
    this.#shared.set(list, shared);
    return await shared.reading.finally(() => {
      if (this.#shared.get(list) === shared) {
        this.#shared.delete(list);
      }
    });
  }

  /** Reads a list, and once more if a write ended meanwhile, which the reading may have missed. */
  async read(desk: ProfileDesk, list: SellerListId): Promise<ReadTable> {
    const { desks, clock, table: options } = this.#deps;
    const writes = this.#writesTo(list);
    this.#begun += 1;
    const order = this.#begun;
    const read = await this.#readPages(desk, list);
    return writes === this.#writesTo(list) || desks.desk() !== desk
      ? { table: new ListTable(list, read, { ...options(desk), readAt: clock.now() }), order }
      : await this.read(desk, list);
  }

  /** Reports each page. A change of environment or credentials stops the reading between pages. */
  async #readPages(desk: ProfileDesk, list: SellerListId): Promise<PortalList> {
    const stop = new AbortController();
    const left = this.#deps.desks.onDidChangeDesk(() => stop.abort());
    this.#reading.set(list, stop);
    try {
      return await desk.client.list(list, {
        signal: stop.signal,
        onProgress: (read, total) => {
          if (this.#deps.desks.desk() === desk) {
            this.#didRead.fire({ list, read, ...(total !== undefined && { total }) });
          }
        },
      });
    } finally {
      left.dispose();
      if (this.#reading.get(list) === stop) {
        this.#reading.delete(list);
      }
    }
  }

  #writesTo(list: SellerListId): number {
    return this.#writes.get(list) ?? 0;
  }
}
