import { type Fields, isRecord } from "../../shared/base/json.ts";
import type { ApiCallId, SellerCallId } from "../contract/calls.ts";
import { valueAt } from "../contract/schemaFields.ts";
import type { RawInput } from "../contract/validate.ts";
import { PackedRecords } from "./packedRecords.ts";

/** How the record that a write changes is found among the portal's records. */
interface Lookup {
  readonly from: SellerCallId;
  /** Paths into the input, and the record's field with the same value. */
  readonly keys: readonly {
    readonly input: readonly string[];
    readonly record: readonly string[];
  }[];
}

/**
 * The specification shows no fields of stored records. Our reading: they have the names of the
 * body's fields, nested or not. If this is wrong, a difference shows every field as new.
 */
const lookups: Readonly<Partial<Record<ApiCallId, Lookup>>> = {
  saveProduct: { from: "listProducts", keys: [inBody("codigoProdutoSeller")] },
  updateStock: {
    from: "listStock",
    keys: [
      {
        input: ["parameters", "codigoProdutoMarketplace"],
        record: ["codigoProdutoMarketplace"],
      },
    ],
  },
  savePrice: { from: "listPrices", keys: [inBody("produto.codigo"), inBody("estado.codigo")] },
  saveDeliveryTerm: {
    from: "listDeliveryTerms",
    keys: [inBody("estado.codigo"), inBody("cepInicio"), inBody("cepFim")],
  },
  saveMinimumOrder: {
    from: "listMinimumOrders",
    keys: [inBody("id.fornecedor.codigoPessoa"), inBody("id.estado.codigo")],
  },
  registerTracking: { from: "getOrder", keys: [inBody("numeroPedido")] },
  cancelOrder: { from: "getOrder", keys: [inBody("numeroPedido")] },
};

/**
 * The call that reads the records which a write would change; undefined for a call that writes
 * nothing.
 */
export function readCallFor(id: ApiCallId): SellerCallId | undefined {
  return lookups[id]?.from;
}

/**
 * A write's key as one text: rows with the same key change the same record. Undefined if a part is
 * missing.
 */
export function keyOfInput(id: ApiCallId, input: RawInput): string | undefined {
  return keyText(lookups[id]?.keys.map(({ input: path }) => valueAt(input, path)));
}

/** The key of a record that a call reads, as one text; undefined if a part is missing. */
export function recordKey(from: SellerCallId, record: Fields): string | undefined {
  return keyOfRecord(
    Object.values(lookups).find((known) => known.from === from),
    record,
  );
}

function keyOfRecord(lookup: Lookup | undefined, record: Fields): string | undefined {
  return keyText(lookup?.keys.map(({ record: path }) => recordValue(record, path)));
}

/** Paths into the input that together form a write's key; empty for a call that writes nothing. */
export function keyPaths(id: ApiCallId): readonly (readonly string[])[] {
  return lookups[id]?.keys.map(({ input }) => input) ?? [];
}

/** The portal's records of one kind, found by key in constant time; packed, for there may be 500,000. */
export class CurrentRecords {
  readonly #id: ApiCallId;
  readonly #records = new PackedRecords();
  /** Where the records of each key are. */
  readonly #byKey = new Map<string, number | number[]>();
  #withoutKey = 0;

  constructor(id: ApiCallId, records: readonly Fields[]) {
    this.#id = id;
    for (const record of records) {
      this.add(record);
    }
  }

  add(record: Fields): void {
    const key = keyOfRecord(lookups[this.#id], record);
    if (key === undefined) {
      this.#withoutKey += 1;
    } else {
      this.#place(key, this.#records.add(record));
    }
  }

  /** Number of different keys; zero if no record's key can be read. */
  get size(): number {
    return this.#byKey.size;
  }

  /** Whether each record's key could be read. If not, a write without a record may still have one. */
  get isWhole(): boolean {
    return this.#withoutKey === 0;
  }

  /**
   * The records with the write's key. There may be several: prices of one product and state with
   * different validities.
   */
  matching(input: RawInput): readonly Fields[] {
    const places = this.#byKey.get(keyOfInput(this.#id, input) ?? "") ?? [];
    return [places].flat().map((place) => this.#records.at(place));
  }

  #place(key: string, place: number): void {
    const others = this.#byKey.get(key);
    if (Array.isArray(others)) {
      others.push(place);
    } else {
      this.#byKey.set(key, others === undefined ? place : [others, place]);
    }
  }
}

/**
 * A record's value for a field of a body. It may be nested as in the body, without the outer `id`,
 * a bare code instead of `{codigo}`, under its dotted name, or in the only inner object that has
 * it.
 */
export function recordValue(record: Fields, path: readonly string[]): unknown {
  // An import asks for this several times for each row, and nearly always for a plain field.
  const plain = valueAt(record, path);
  if (isLeaf(plain)) {
    return plain;
  }
  const inner = innerValue(record, path);
  if (path.length === 1) {
    return isLeaf(inner) ? inner : undefined;
  }
  return [...nestedValues(record, path), inner].find((value) => value !== record && isLeaf(value));
}

/**
 * A record's value for a field of a body, in its own fields: nested as in the body, without the outer `id`, a bare code
 * instead of `{codigo}`, or under its dotted name.
 */
export function ownValue(record: Fields, path: readonly string[]): unknown {
  const plain = valueAt(record, path);
  return isLeaf(plain) || path.length === 1
    ? plain
    : nestedValues(record, path).find((value) => value !== record && isLeaf(value));
}

function nestedValues(record: Fields, path: readonly string[]): readonly unknown[] {
  const short = path[0] === "id" ? path.slice(1) : path;
  return [
    valueAt(record, short),
    valueAt(record, path.slice(0, -1)),
    valueAt(record, short.slice(0, -1)),
    valueAt(record, [path.join(".")]),
  ];
}

/** The value in the only inner object that has one. */
function innerValue(record: Fields, path: readonly string[]): unknown {
  let only: unknown;
  for (const name of Object.keys(record)) {
    const value = isRecord(record[name]) ? valueAt(record[name], path) : undefined;
    if (value === undefined) {
      continue;
    }
    if (only !== undefined) {
      return undefined;
    }
    only = value;
  }
  return only;
}

function isLeaf(value: unknown): boolean {
  return value !== undefined && !isRecord(value);
}

function inBody(name: string): Lookup["keys"][number] {
  const path = name.split(".");
  return { input: ["body", ...path], record: path };
}

/** A number and its text give the same key: a record may have `"123"` for 123. */
function keyText(values: readonly unknown[] | undefined): string | undefined {
  const isComplete = values?.every(
    (value) => typeof value === "number" || (typeof value === "string" && value !== ""),
  );
  return values && isComplete === true ? JSON.stringify(values.map(String)) : undefined;
}
