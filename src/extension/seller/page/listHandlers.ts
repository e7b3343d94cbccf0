import { SellerError } from "../../../seller/client/sellerError.ts";
import type { PortalList } from "../../../seller/client/wholeList.ts";
import type { SellerCallId } from "../../../seller/contract/calls.ts";
import { exportRows } from "../../../seller/csv/exportRows.ts";
import { ProductNames } from "../../../seller/write/productNames.ts";
import type { Clock } from "../../../shared/clock.ts";
import { Emitter } from "../../../shared/emitter.ts";
import type { Fields } from "../../../shared/json.ts";
import type { Handlers } from "../../../shared/rpc.ts";
import type { Done, sellerHostContract } from "../../../shared/sellerPage/sellerProtocol.ts";
import type {
  ListQuery,
  ListView,
  ReadingView,
  SellerListId,
} from "../../../shared/sellerPage/sellerState.ts";
import { formOfList, ListTable } from "../listTables.ts";
import type { ProfileDesk, SellerDesks } from "../sellerDesks.ts";
import type { SellerUi } from "../sellerUi.ts";
import type { SellerWords } from "../sellerWords.ts";
import { messageOf, unread } from "./failedReads.ts";

export interface ListHandlersDeps {
  readonly desks: SellerDesks;
  readonly ui: Pick<SellerUi, "copy" | "save">;
  readonly words: SellerWords;
  readonly clock: Clock;
}

type Lists = Pick<
  Handlers<typeof sellerHostContract>,
  "openList" | "cancelList" | "readRows" | "copyRows" | "exportList"
>;

interface ReadTable {
  readonly table: ListTable;
  /** Greater for a reading that began later. */
  readonly order: number;
}

/** The state of the lists before some of them are read again. */
interface ReadingMark {
  readonly desk: ProfileDesk | undefined;
  readonly writes: number;
  readonly order: number;
}

/** The lists of the chosen environment, read when they are first shown. */
export class ListHandlers {
  /** Learns from each list that is read. */
  readonly names = new ProductNames();
  readonly #didRead = new Emitter<ReadingView>();
  /** A page of a list was read. */
  readonly onDidRead = this.#didRead.event;
  readonly #reading = new Map<SellerListId, AbortController>();
  /** The readings under way whose tables will be shown. */
  readonly #opening = new Map<
    SellerListId,
    { readonly desk: ProfileDesk; readonly reading: Promise<ReadTable> }
  >();
  readonly #deps: ListHandlersDeps;
  readonly #tables = new Map<SellerListId, ReadTable>();
  /** Number of readings that began. */
  #begun = 0;
  /** Counts the ends of writes to each list. */
  readonly #writes = new Map<SellerListId, number>();
  /** Number of writes that ended. */
  #endedWrites = 0;
  #desk: ProfileDesk | undefined;

  readonly handlers: Lists = {
    openList: ({ list, refresh }) => this.#open(list, refresh),
    cancelList: ({ list }) => {
      this.stop(list);
      return {};
    },
    readRows: ({ query, offset, count }) => {
      const { matching, rows } = this.#table(query.list)?.rows(query, { offset, count }) ?? {
        matching: 0,
        rows: [],
      };
      return { matching, offset, rows: rows.map((row) => [...row]) };
    },
    copyRows: async ({ query, index }) => {
      const { text, count } = this.#table(query.list)?.asText(query, index) ?? {
        text: "",
        count: 0,
      };
      if (count > 0) {
        await this.#deps.ui.copy(text);
      }
      return { count };
    },
    exportList: ({ list }) => this.#export(list),
  };

  constructor(deps: ListHandlersDeps) {
    this.#deps = deps;
  }

  /** The entry in a row of the page. */
  record(query: ListQuery, index: number): Fields | undefined {
    return this.#table(query.list)?.record(query, index);
  }

  /** The entries of these rows, or of all that match. */
  matching(query: ListQuery, rows: readonly number[] | undefined): readonly Fields[] {
    const table = this.#table(query.list);
    const all = rows ?? Array.from({ length: table?.records.length ?? 0 }, (_, index) => index);
    return all.map((index) => table?.record(query, index)).filter((record) => record !== undefined);
  }

  /** A list for a view of several lists: read if it was not read before, or why it cannot be. */
  async part(list: SellerListId): Promise<ListTable | { readonly message: string }> {
    const view = await this.#open(list, false);
    return view.ok
      ? (this.#table(list) ?? { message: this.#deps.words.stalePlan })
      : { message: view.message };
  }

  /**
   * The list as the portal has it now, or why it cannot be read. The table that the page shows stays
   * as it is, so that its rows keep their numbers.
   */
  async readAgain(list: SellerListId): Promise<ListTable | { readonly message: string }> {
    const { desks, words } = this.#deps;
    const desk = desks.desk();
    if (!desk) {
      return { message: words.noEnvironment };
    }
    try {
      const { table } = await this.#readTable(desk, list);
      return desks.desk() === desk ? table : { message: words.stalePlan };
    } catch (error) {
      return { message: desks.desk() === desk ? messageOf(error, words) : words.stalePlan };
    }
  }

  /** Stops the reading of a list that is under way. */
  stop(list: SellerListId): void {
    this.#reading.get(list)?.abort();
  }

  /** Take it before lists are read again that are to be kept together. */
  mark(): ReadingMark {
    return { desk: this.#deps.desks.desk(), writes: this.#endedWrites, order: this.#begun + 1 };
  }

  /**
   * Keeps the lists that were read again since the mark; their rows get new numbers. Keeps none if the
   * environment was changed or a write ended: lists that were read before it are too old.
   */
  replace(
    { desk, writes, order }: ReadingMark,
    tables: readonly (readonly [SellerListId, ListTable])[],
  ): void {
    if (desk && desk === this.#deps.desks.desk() && writes === this.#endedWrites) {
      for (const [list, table] of tables) {
        this.#newest(desk, list, { table, order });
      }
    }
  }

  /** A list that was read before. */
  known(list: SellerListId): ListTable | undefined {
    return this.#table(list);
  }

  /** After writes: their list is read again when it is next shown. */
  forget(written: SellerCallId): void {
    const list = listIds.find((id) => formOfList[id] === written);
    if (list) {
      this.#tables.delete(list);
      this.#writes.set(list, this.#writesTo(list) + 1);
      this.#endedWrites += 1;
    }
  }

  #writesTo(list: SellerListId): number {
    return this.#writes.get(list) ?? 0;
  }

  async #open(list: SellerListId, refresh: boolean): Promise<ListView> {
    const { desks, words } = this.#deps;
    const desk = desks.desk();
    if (!desk) {
      return { ok: false, message: words.noEnvironment };
    }
    const known = refresh ? undefined : this.#kept(list);
    try {
      const read = known ?? (await this.#shared(desk, list, refresh));
      if (desks.desk() !== desk) {
        return { ok: false, message: words.stalePlan };
      }
      const table = this.#newest(desk, list, read);
      if (list === "listProducts" || list === "listStock") {
        this.names.learn(desk.client, table.records);
      }
      const { columns, records, readAt, missing } = table;
      return {
        ok: true,
        columns: [...columns],
        total: records.length,
        ...(missing && { missing }),
        ...choiceOf(desk, list),
        readAt,
        form: formOfList[list],
      };
    } catch (error) {
      return await this.#ended(desk, list, error);
    }
  }

  /** What is shown instead of a list whose reading ended with an error. */
  async #ended(desk: ProfileDesk, list: SellerListId, error: unknown): Promise<ListView> {
    const { desks, words } = this.#deps;
    const isStopped = error instanceof SellerError && error.kind === "cancelled";
    if (isStopped && desks.desk() !== desk) {
      return { ok: false, message: words.stalePlan };
    }
    // Who stops a second reading keeps the first.
    if (isStopped && this.#table(list)) {
      return await this.#open(list, false);
    }
    const isForeign = error instanceof SellerError && error.kind === "unreadable";
    const { isChosen, canChoose } = choiceOf(desk, list);
    // The choice can be forgotten whatever the failure; another place is looked for in an answer only.
    return {
      ...unread(error, words),
      ...(isChosen && { isChosen }),
      ...(isForeign && canChoose && { canChoose }),
    };
  }

  /** Of the list's page and a product's page, both opened early, the second waits for the first's reading. */
  async #shared(desk: ProfileDesk, list: SellerListId, refresh: boolean): Promise<ReadTable> {
    const present = this.#opening.get(list);
    if (!refresh && present?.desk === desk) {
      return await present.reading;
    }
    const opening = { desk, reading: this.#readTable(desk, list) };
    this.#opening.set(list, opening);
    return await opening.reading.finally(() => {
      if (this.#opening.get(list) === opening) {
        this.#opening.delete(list);
      }
    });
  }

  /** A write that ends while its list is read may be missing there: the list is read again. */
  async #readTable(desk: ProfileDesk, list: SellerListId): Promise<ReadTable> {
    const { desks, words, clock } = this.#deps;
    const writes = this.#writesTo(list);
    this.#begun += 1;
    const order = this.#begun;
    const read = await this.#read(desk, list);
    return writes === this.#writesTo(list) || desks.desk() !== desk
      ? {
          table: new ListTable(list, read, { readAt: clock.now(), language: words.language }),
          order,
        }
      : await this.#readTable(desk, list);
  }

  /**
   * Reads a list with all its pages; each is reported, and between them it can be stopped. Another
   * environment, or other credentials, stop it.
   */
  async #read(desk: ProfileDesk, list: SellerListId): Promise<PortalList> {
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

  async #export(list: SellerListId): Promise<Done> {
    const { ui, words } = this.#deps;
    const table = this.#table(list);
    if (!table) {
      return { ok: false, message: words.noSuchEntry };
    }
    const form = formOfList[list];
    if (form === "cancelOrder") {
      return { ok: false, message: words.noSuchEntry };
    }
    const decimal = words.language === "ptBr" ? "," : ".";
    const delimiter = words.language === "ptBr" ? ";" : ",";
    const rows = exportRows(form, table.records, { delimiter, decimal });
    return (await ui.save(`${fileNames[list]}.csv`, rows))
      ? { ok: true }
      : { ok: false, message: words.declined };
  }

  /** A table of the environment that is chosen now. */
  #table(list: SellerListId): ListTable | undefined {
    return this.#kept(list)?.table;
  }

  #kept(list: SellerListId): ReadTable | undefined {
    return this.#desk === this.#deps.desks.desk() ? this.#tables.get(list) : undefined;
  }

  /** Keeps a reading and returns its table, or that of a later reading that ended before. */
  #newest(desk: ProfileDesk, list: SellerListId, read: ReadTable): ListTable {
    if (this.#desk !== desk) {
      this.#tables.clear();
      this.#desk = desk;
    }
    const kept = this.#tables.get(list);
    if (kept && kept.order > read.order) {
      return kept.table;
    }
    this.#tables.set(list, read);
    return read.table;
  }
}

const fileNames: Readonly<Record<SellerListId, string>> = {
  listProducts: "produtos",
  listStock: "estoque",
  listPrices: "precos",
  listDeliveryTerms: "prazos",
  listMinimumOrders: "pedido-minimo",
};

/** Whether a person may say, or has said, where the list is. */
function choiceOf(
  { profile }: ProfileDesk,
  list: SellerListId,
): { readonly canChoose?: true; readonly isChosen?: true } {
  return profile.isLocal
    ? {}
    : { canChoose: true, ...(profile.lists?.[list] && { isChosen: true }) };
}

const listIds: readonly SellerListId[] = [
  "listProducts",
  "listStock",
  "listPrices",
  "listDeliveryTerms",
  "listMinimumOrders",
];
