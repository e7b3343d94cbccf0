import { batch, type ReadonlySignal, type Signal, signal } from "@preact/signals";

import type { Clock } from "../../shared/base/clock.ts";
import { type Channel, type Client, RpcClient, RpcServer } from "../../shared/base/rpc.ts";
import { defaultTimeZone } from "../../shared/base/zonedTime.ts";
import type { ImportState } from "../../shared/sellerPage/sellerImport.ts";
import {
  sellerHostContract,
  sellerViewContract,
  type SnippetLanguageId,
  type SnippetSource,
} from "../../shared/sellerPage/sellerProtocol.ts";
import {
  type SellerListId,
  sellerLists,
  type SellerPlace,
  type SellerState,
} from "../../shared/sellerPage/sellerState.ts";
import { createTicker } from "../kit/ticker.ts";
import { pagePart } from "../page/pagePart.ts";
import { type CellFormat, createCellFormat } from "./cellFormat.ts";
import { ExchangeStore } from "./exchangeStore.ts";
import { FormStore } from "./formStore.ts";
import { JournalList } from "./journalStore.ts";
import { ListStore } from "./listStore.ts";
import { OrderStore } from "./orderStore.ts";
import { ProductStore } from "./productStore.ts";
import { sellerEn, sellerPtBr, type SellerWordTable } from "./words.ts";

export interface SellerPageModel {
  readonly words: SellerWordTable;
  readonly isPortuguese: boolean;
  readonly format: CellFormat;
  /** Epoch milliseconds; updated every second while observed. */
  readonly now: ReadonlySignal<number>;
  readonly state: Signal<SellerState | undefined>;
  readonly imported: Signal<ImportState | undefined>;
  readonly order: OrderStore;
  /** A short message about the last action, also for screen readers. */
  readonly notice: Signal<string>;
  readonly lists: Readonly<Record<SellerListId, ListStore>>;
  readonly product: ProductStore;
  readonly form: FormStore;
  readonly journal: JournalList;
  readonly exchange: ExchangeStore;
  readonly host: Client<typeof sellerHostContract>;
  readonly attach: () => Promise<void>;
  /** Without a language, uses that of the open file. */
  readonly snippet: (
    source: SnippetSource,
    to: "clipboard" | "editor",
    language?: SnippetLanguageId,
  ) => Promise<void>;
  readonly report: (
    done: { readonly ok: boolean; readonly message?: string },
    otherwise?: string,
  ) => void;
}

export function createSellerPage(
  channel: Channel,
  isPortuguese: boolean,
  clock: Clock,
): SellerPageModel {
  const words = isPortuguese ? sellerPtBr : sellerEn;
  const shown = {
    state: signal<SellerState | undefined>(undefined),
    imported: signal<ImportState | undefined>(undefined),
    notice: signal(""),
  };
  const host = noticing(new RpcClient(channel, sellerHostContract).calls, () => {
    shown.notice.value = words.noAnswer;
  });
  const lists = storesOf(host, words);
  const journal = new JournalList(host);
  const order = new OrderStore(host, () => shown.state.peek()?.selectedId);
  const product = new ProductStore(host, () => reread(lists));
  const onDone = (): void => {
    reread(lists);
    void product.reread();
    void order.reread();
    void journal.read().catch(() => undefined);
  };
  const place = (): SellerPlace | undefined => shown.state.peek()?.place;
  const form = new FormStore({ host, words, startTimer: clock.startTimer, place, onDone });
  const exchange = new ExchangeStore(host, (message) => {
    shown.notice.value = message;
  });
  const stores = { lists, journal, product, order, form, exchange };
  const page = { host, words, isPortuguese, ...stores, ...shown };
  const report: SellerPageModel["report"] = ({ ok, message }, otherwise = "") => {
    shown.notice.value = ok ? otherwise : (message ?? "");
  };
  listen(channel, page);
  return {
    ...page,
    now: createTicker(clock),
    format: createCellFormat(isPortuguese ? "pt-BR" : "en", () => zoneOf(shown.state.value)),
    report,
    attach: async () => {
      const attached = await host.attach({});
      show(page, attached.state);
      shown.imported.value = attached.import;
    },
    snippet: async (source, to, language) => {
      const done = await host.snippet({ source, to, ...(language && { language }) });
      report(done, to === "clipboard" ? words.copiedCode : words.openedCode);
    },
  };
}

function zoneOf({ environments, selectedId }: Partial<SellerState> = {}): string {
  return environments?.find(({ id }) => id === selectedId)?.timeZone ?? defaultTimeZone;
}

type Shown = Pick<
  SellerPageModel,
  "state" | "imported" | "order" | "lists" | "product" | "form" | "exchange"
>;

function listen(channel: Channel, page: Shown): RpcServer<typeof sellerViewContract> {
  return new RpcServer(channel, sellerViewContract, {
    showState: (state) => {
      show(page, state);
    },
    showReading: (reading) => {
      page.lists[reading.list].note(reading);
    },
    showImport: (imported) => {
      const wasWriting = isWriting(page.imported.peek());
      page.imported.value = imported;
      if (wasWriting && !isWriting(imported)) {
        page.order.noteWritten(imported);
        reread(page.lists);
      }
    },
    showForm: ({ call }) => {
      void page.form.open({ call });
    },
  });
}

/** Shows a state. Data, input and plans of one environment are never shown in another. */
function show({ state, order, lists, product, form, exchange }: Shown, next: SellerState): void {
  const previous = state.value;
  batch(() => {
    state.value = next;
    if (previous && previous.selectedId !== next.selectedId) {
      form.close();
      product.close();
      exchange.close();
      order.close();
      for (const list of Object.values(lists)) {
        list.forget();
      }
    }
  });
}

function isWriting(imported: ImportState | undefined): boolean {
  return ["running", "paused", "looking"].includes(imported?.stage ?? "");
}

/** Call after a write; the host reads the lists again. */
function reread(lists: SellerPageModel["lists"]): void {
  for (const list of Object.values(lists)) {
    if (list.view.value) {
      void list.open(false);
    }
  }
}

function noticing(
  calls: Client<typeof sellerHostContract>,
  onFailure: () => void,
): Client<typeof sellerHostContract> {
  const noticed = Object.entries(calls).map(([name, call]) => [
    name,
    async (params: never) => {
      try {
        return await call(params);
      } catch (error) {
        onFailure();
        throw error;
      }
    },
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- built key by key from the same calls
  return Object.fromEntries(noticed) as Client<typeof sellerHostContract>;
}

function storesOf(
  host: Client<typeof sellerHostContract>,
  { noAnswer }: SellerWordTable,
): SellerPageModel["lists"] {
  const stores = sellerLists.map((list) => [list, new ListStore(list, host, noAnswer)]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- built from the list of all names
  return Object.fromEntries(stores) as SellerPageModel["lists"];
}

export const { Provider: SellerPageProvider, usePart: useSellerPage } =
  pagePart<SellerPageModel>("seller");
