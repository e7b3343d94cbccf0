import { ibgeStates } from "../../../seller/contract/states.ts";
import { readWrittenNumber } from "../../../seller/contract/values/decimal.ts";
import { recordValue } from "../../../seller/write/currentRecords.ts";
import type { Fields } from "../../../shared/base/json.ts";
import type { Handlers } from "../../../shared/base/rpc.ts";
import type {
  ProductEntry,
  ProductKey,
  ProductView,
  StateOfProduct,
} from "../../../shared/sellerPage/product.ts";
import type { sellerHostContract } from "../../../shared/sellerPage/sellerProtocol.ts";
import type { Cell, FormId, SellerListId } from "../../../shared/sellerPage/sellerState.ts";
import type { SellerDesks } from "../environments/sellerDesks.ts";
import type { ListTable } from "../listTables.ts";
import type { SellerWords } from "../sellerWords.ts";
import type { ListHandlers } from "./listHandlers.ts";

export interface ProductHandlersDeps {
  readonly lists: ListHandlers;
  readonly desks: Pick<SellerDesks, "desk">;
  readonly words: SellerWords;
}

type Products = Pick<Handlers<typeof sellerHostContract>, "openProduct" | "cancelProduct">;

type Part = ListTable | { readonly message: string };

const maxStates = 100;

export function productHandlers({ lists, desks, words }: ProductHandlersDeps): Products {
  let reading: Reading | undefined;
  return {
    cancelProduct: () => {
      if (reading) {
        reading.isStopped = true;
        lists.stop(reading.list);
      }
      return {};
    },
    openProduct: async ({ row, key: known, refresh = false }) => {
      const record = row && lists.record(row.query, row.index);
      const key = known ?? (record && keyOf(record));
      if (!key) {
        return { ok: false, message: words.noSuchEntry };
      }
      const desk = desks.desk();
      const own: Reading = { refresh, list: "listProducts", isStopped: false };
      reading = own;
      const parts = await readParts(lists, own);
      if (reading === own) {
        reading = undefined;
      }
      if (!parts) {
        return { ok: false, message: words.failureKind("cancelled") ?? words.stalePlan };
      }
      // Never a product with the prices of another environment.
      return desks.desk() === desk
        ? productOf(key, parts)
        : { ok: false, message: words.stalePlan };
    },
  };
}

interface Reading {
  readonly refresh: boolean;
  list: SellerListId;
  isStopped: boolean;
}

async function readParts(lists: ListHandlers, reading: Reading): Promise<Parts | undefined> {
  const { refresh } = reading;
  const mark = lists.mark();
  const fresh: [SellerListId, ListTable][] = [];
  const read = async (list: SellerListId): Promise<Part> => {
    reading.list = list;
    if (reading.isStopped) {
      return { message: "" };
    }
    const part = await (refresh ? lists.readAgain(list) : lists.part(list));
    if (!("message" in part)) {
      fresh.push([list, part]);
    }
    return part;
  };
  const parts = {
    products: await read("listProducts"),
    stock: await read("listStock"),
    prices: await read("listPrices"),
    terms: await read("listDeliveryTerms"),
    minimums: await read("listMinimumOrders"),
  };
  if (reading.isStopped) {
    return undefined;
  }
  if (refresh) {
    lists.replace(mark, fresh);
  }
  return parts;
}

/**
 * Finds the record for a form: a product, or its price, term or minimum order in a state. `from` distinguishes prices
 * by their start.
 */
export function recordOf(
  lists: Pick<ListHandlers, "known">,
  call: FormId,
  { key, state, from }: ProductEntry,
): Fields | undefined {
  const list = listOf[call];
  const records = (list && lists.known(list)?.records) ?? [];
  const found = records.find(
    (record) =>
      (!isOfProduct.has(call) || isSame(key, record)) &&
      (state === undefined || stateOf(record) === state) &&
      (from === undefined || cellOf(recordValue(record, ["dataInicio"])) === from),
  );
  // A new price starts with its product and state.
  return (
    found ?? {
      codigoProdutoMarketplace: numberOf(key.code),
      produto: { codigo: numberOf(key.code) },
      estado: { codigo: state },
    }
  );
}

const listOf: Readonly<Partial<Record<FormId, SellerListId>>> = {
  saveProduct: "listProducts",
  updateStock: "listStock",
  savePrice: "listPrices",
  saveDeliveryTerm: "listDeliveryTerms",
  saveMinimumOrder: "listMinimumOrders",
};

const isOfProduct: ReadonlySet<FormId> = new Set(["saveProduct", "updateStock", "savePrice"]);

type Parts = Readonly<Record<"products" | "stock" | "prices" | "terms" | "minimums", Part>>;

function productOf(asked: ProductKey, parts: Parts): ProductView {
  const own = find(parts.products, (record) => isSame(asked, record));
  const stock = find(parts.stock, (record) => isSame(asked, record));
  // Each list may have only one of the two codes.
  const key = { ...(stock && keyOf(stock.record)), ...(own && keyOf(own.record)), ...asked };
  const prices = all(parts.prices, (record) => isSame(key, record));
  const quantity = stock && recordValue(stock.record, ["quantidadeEstoque"]);
  const name = [own, stock]
    .map((found) => found && recordValue(found.record, ["descricao"]))
    .find((text) => typeof text === "string");
  return {
    ok: true,
    key,
    ...readAtOf(Object.values(parts)),
    name: (name ?? key.sellerCode ?? key.code ?? "").slice(0, 500),
    fields: own ? fieldsOf(own) : [],
    stock: cellOf(quantity),
    states: statesOf(prices, parts).slice(0, maxStates),
    problems: Object.values(parts).flatMap((part) => ("message" in part ? [part.message] : [])),
    isIncomplete: Object.values(parts).some((part) => !("message" in part) && part.missing),
  };
}

function readAtOf(parts: readonly Part[]): { readonly readAt?: number } {
  const times = parts.flatMap((part) => ("message" in part ? [] : [part.readAt]));
  return times.length > 0 ? { readAt: Math.min(...times) } : {};
}

function statesOf(prices: readonly Fields[], { terms, minimums }: Parts): StateOfProduct[] {
  return prices
    .map((price) => {
      const code = stateOf(price);
      const inState = (record: Fields): boolean => code !== undefined && stateOf(record) === code;
      const days = all(terms, inState)
        .map((term) => numberOf(recordValue(term, ["quantidadeDiasEntrega"])))
        .filter((value) => value !== undefined);
      const minimum = all(minimums, inState).at(0);
      return {
        ...(code !== undefined && { code }),
        label: (code === undefined ? undefined : ibgeStates.get(code)) ?? String(code ?? "–"),
        price: cellOf(recordValue(price, ["valorPrecoBase"])),
        from: cellOf(recordValue(price, ["dataInicio"])),
        until: cellOf(recordValue(price, ["dataFim"])),
        ...(days.length > 0 && { days: { least: Math.min(...days), most: Math.max(...days) } }),
        minimum: cellOf(minimum && recordValue(minimum, ["valor"])),
      };
    })
    .toSorted((one, other) => one.label.localeCompare(other.label));
}

interface Found {
  readonly table: ListTable;
  readonly record: Fields;
}

function find(part: Part, is: (record: Fields) => boolean): Found | undefined {
  const record = "message" in part ? undefined : part.records.find(is);
  return record && !("message" in part) ? { table: part, record } : undefined;
}

function all(part: Part, is: (record: Fields) => boolean): readonly Fields[] {
  return "message" in part ? [] : part.records.filter(is);
}

function fieldsOf({ table, record }: Found): Extract<ProductView, { ok: true }>["fields"] {
  const cells = table.cellsOf(record);
  return table.columns
    .map((column, index) => ({ ...column, value: cells[index] ?? null }))
    .filter(({ value }) => value !== null);
}

function isSame({ code, sellerCode }: ProductKey, record: Fields): boolean {
  const key = keyOf(record);
  return key.code !== undefined && code !== undefined
    ? key.code === code
    : key.sellerCode !== undefined && key.sellerCode === sellerCode;
}

function keyOf(record: Fields): ProductKey {
  const code = textOf(
    record["codigoProdutoMarketplace"] ?? recordValue(record, ["produto", "codigo"]),
  );
  const sellerCode = textOf(record["codigoProdutoSeller"]);
  return {
    ...(code !== undefined && { code }),
    ...(sellerCode !== undefined && { sellerCode }),
  };
}

function stateOf(record: Fields): number | undefined {
  return numberOf(
    recordValue(record, ["estado", "codigo"]) ?? recordValue(record, ["id", "estado", "codigo"]),
  );
}

function textOf(value: unknown): string | undefined {
  return typeof value === "number" || (typeof value === "string" && value !== "")
    ? String(value).slice(0, 200)
    : undefined;
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" ? readWrittenNumber(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

function cellOf(value: unknown): Cell {
  return typeof value === "string"
    ? value.slice(0, 500)
    : typeof value === "number" || typeof value === "boolean"
      ? value
      : null;
}
