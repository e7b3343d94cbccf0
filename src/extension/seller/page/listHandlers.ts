import { SellerError } from "../../../seller/client/sellerError.ts";
import type { SellerCallId } from "../../../seller/contract/calls.ts";
import { ProductNames } from "../../../seller/write/productNames.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import type { Fields } from "../../../shared/base/json.ts";
import type { Handlers } from "../../../shared/base/rpc.ts";
import { atMost } from "../../../shared/base/waiting.ts";
import type { sellerHostContract } from "../../../shared/sellerPage/sellerProtocol.ts";
import type { ListQuery, ListView, SellerListId } from "../../../shared/sellerPage/sellerState.ts";
import type { ProfileDesk, SellerDesks } from "../environments/sellerDesks.ts";
import { formOfList, type ListTable } from "../listTables.ts";
import type { SellerUi } from "../sellerUi.ts";
import type { SellerWords } from "../sellerWords.ts";
import { exportList } from "./exportList.ts";
import { messageOf, unread } from "./failedReads.ts";
import { ListReadings, type ReadTable } from "./listReadings.ts";

export interface ListHandlersDeps {
  readonly desks: SellerDesks;
  readonly ui: Pick<SellerUi, "copy" | "save">;
  readonly words: SellerWords;
  readonly clock: Clock;
}

/** Lists wait at most this long for product names. */
const namesWaitMs = 2_000;

type Lists = Pick<
  Handlers<typeof sellerHostContract>,
  "openList" | "cancelList" | "readRows" | "copyRows" | "exportList"
>;

interface ReadingMark {
  readonly desk: ProfileDesk | undefined;
  readonly writes: number;
  readonly order: number;
}

export class ListHandlers {
  readonly names = new ProductNames();
  readonly onDidRead: ListReadings["onDidRead"];
  readonly #readings: ListReadings;
  readonly #deps: ListHandlersDeps;
  readonly #tables = new Map<SellerListId, ReadTable>();
  #desk: ProfileDesk | undefined;
  #isNaming = false;

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
    exportList: ({ list }) => exportList(list, this.#table(list), this.#deps),
  };

  constructor(deps: ListHandlersDeps) {
    this.#deps = deps;
    const { desks, clock, words } = deps;
    this.#readings = new ListReadings({
      desks,
      clock,
      table: ({ client }) => ({
        language: words.language,
        product: (record) => this.names.ofRecord(client, record),
      }),
    });
    this.onDidRead = this.#readings.onDidRead;
  }

  record(query: ListQuery, index: number): Fields | undefined {
    return this.#table(query.list)?.record(query, index);
  }

  matching(query: ListQuery, rows: readonly number[] | undefined): readonly Fields[] {
    const table = this.#table(query.list);
    const all = rows ?? Array.from({ length: table?.records.length ?? 0 }, (_, index) => index);
    return all.map((index) => table?.record(query, index)).filter((record) => record !== undefined);
  }

  async part(list: SellerListId): Promise<ListTable | { readonly message: string }> {
    const view = await this.#open(list, false);
    return view.ok
      ? (this.#table(list) ?? { message: this.#deps.words.stalePlan })
      : { message: view.message };
  }

  /** Reads the list again. The shown table stays, so that its rows keep their numbers. */
  async readAgain(list: SellerListId): Promise<ListTable | { readonly message: string }> {
    const { desks, words } = this.#deps;
    const desk = desks.desk();
    if (!desk) {
      return { message: words.noEnvironment };
    }
    try {
      const { table } = await this.#readings.read(desk, list);
      return desks.desk() === desk ? table : { message: words.stalePlan };
    } catch (error) {
      return { message: desks.desk() === desk ? messageOf(error, words) : words.stalePlan };
    }
  }

  stop(list: SellerListId): void {
    this.#readings.stop(list);
    if (list === "listPrices" && this.#isNaming) {
      this.#readings.stop("listProducts");
    }
  }

  /** Call it before reading lists that must be replaced together. */
  mark(): ReadingMark {
    const { endedWrites, nextOrder } = this.#readings;
    return { desk: this.#deps.desks.desk(), writes: endedWrites, order: nextOrder };
  }

  /**
   * Replaces the lists by their readings since the mark, with new row numbers. Replaces none if the environment changed
   * or a write ended: readings from before it are too old.
   */
  replace(
    { desk, writes, order }: ReadingMark,
    tables: readonly (readonly [SellerListId, ListTable])[],
  ): void {
    if (desk && desk === this.#deps.desks.desk() && writes === this.#readings.endedWrites) {
      for (const [list, table] of tables) {
        this.#newest(desk, list, { table, order });
      }
    }
  }

  known(list: SellerListId): ListTable | undefined {
    return this.#table(list);
  }

  /** Call after a write: the list is read again when next shown. */
  forget(written: SellerCallId): void {
    const list = listIds.find((id) => formOfList[id] === written);
    if (list) {
      this.#tables.delete(list);
      this.#readings.noteWrite(list);
    }
  }

  async #open(list: SellerListId, refresh: boolean): Promise<ListView> {
    const { desks, words } = this.#deps;
    const desk = desks.desk();
    if (!desk) {
      return { ok: false, message: words.noEnvironment };
    }
    const known = refresh ? undefined : this.#kept(list);
    const named = list === "listPrices" ? this.#nameProducts(desk) : undefined;
    try {
      const read = known ?? (await this.#readings.readShared(desk, list, refresh));
      await named;
      if (desks.desk() !== desk) {
        return { ok: false, message: words.stalePlan };
      }
      const table = this.#newest(desk, list, read);
      await this.#learn(desk, list, table);
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

  /** Stores product names of a list. A stock list without names needs the catalogue. */
  async #learn(desk: ProfileDesk, list: SellerListId, { records }: ListTable): Promise<void> {
    if (list !== "listProducts" && list !== "listStock") {
      return;
    }
    this.names.learn(desk.client, records);
    for (const { table } of this.#tables.values()) {
      table.forgetTexts();
    }
    if (list === "listStock" && records.length > 0) {
      await this.#nameProducts(desk);
    }
  }

  /**
   * Takes product names from the catalogue, as prices have codes only. Resolves without names after a delay or failure.
   */
  async #nameProducts({ client }: ProfileDesk): Promise<void> {
    if (this.names.knowsCodes(client)) {
      return;
    }
    this.#isNaming = true;
    const reading = this.#open("listProducts", false).finally(() => {
      this.#isNaming = false;
    });
    await atMost(this.#deps.clock, namesWaitMs, reading);
  }

  async #ended(desk: ProfileDesk, list: SellerListId, error: unknown): Promise<ListView> {
    const { desks, words } = this.#deps;
    const isStopped = error instanceof SellerError && error.kind === "cancelled";
    if (isStopped && desks.desk() !== desk) {
      return { ok: false, message: words.stalePlan };
    }
    // Stopping a second reading keeps the first.
    if (isStopped && this.#table(list)) {
      return await this.#open(list, false);
    }
    const isForeign = error instanceof SellerError && error.kind === "unreadable";
    const { isChosen, canChoose } = choiceOf(desk, list);
    // Every failure allows removing the choice, but choosing a place needs an answer.
    return {
      ...unread(error, words),
      ...(isChosen && { isChosen }),
      ...(isForeign && canChoose && { canChoose }),
    };
  }

  #table(list: SellerListId): ListTable | undefined {
    return this.#kept(list)?.table;
  }

  #kept(list: SellerListId): ReadTable | undefined {
    return this.#desk === this.#deps.desks.desk() ? this.#tables.get(list) : undefined;
  }

  /** Returns the newest table, even if a later reading ended earlier. */
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
