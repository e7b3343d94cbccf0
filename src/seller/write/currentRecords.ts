import { type Fields, isRecord } from "../../shared/base/json.ts";
import type { ApiCallId, SellerCallId } from "../contract/calls.ts";
import { valueAt } from "../contract/schemaFields.ts";
import type { RawInput } from "../contract/validate.ts";
import { PackedRecords } from "./packedRecords.ts";

interface Lookup {
  readonly from: SellerCallId;
  readonly keys: readonly {
    readonly input: readonly string[];
    readonly record: readonly string[];
  }[];
}

/** Our reading: stored records have the body's field names. If it is wrong, a difference shows every field as new. */
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

export function readCallFor(id: ApiCallId): SellerCallId | undefined {
  return lookups[id]?.from;
}

/** Writes with equal keys change the same record. Undefined if a part is missing. */
export function keyOfInput(id: ApiCallId, input: RawInput): string | undefined {
  return keyText(lookups[id]?.keys.map(({ input: path }) => valueAt(input, path)));
}

export function recordKey(from: SellerCallId, record: Fields): string | undefined {
  return keyOfRecord(
    Object.values(lookups).find((known) => known.from === from),
    record,
  );
}

function keyOfRecord(lookup: Lookup | undefined, record: Fields): string | undefined {
  return keyText(lookup?.keys.map(({ record: path }) => recordValue(record, path)));
}

export function keyPaths(id: ApiCallId): readonly (readonly string[])[] {
  return lookups[id]?.keys.map(({ input }) => input) ?? [];
}

/** Finds records by key in constant time. They are packed, as there may be 500,000. */
export class CurrentRecords {
  readonly #id: ApiCallId;
  readonly #records = new PackedRecords();
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

  /** Number of different keys; zero if no key can be read. */
  get size(): number {
    return this.#byKey.size;
  }

  /** False if a record's key could not be read. */
  get isWhole(): boolean {
    return this.#withoutKey === 0;
  }

  /** The records with the write's key; a product may have several prices in one state, for different times. */
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

export function recordValue(record: Fields, path: readonly string[]): unknown {
  // An import asks several times a row, nearly always for a plain field.
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
 * The value may be nested as in the body, without the outer `id`, a bare code instead of `{codigo}`, or under the
 * dotted name.
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

/** A record may have `"123"` for 123: both give the same key. */
function keyText(values: readonly unknown[] | undefined): string | undefined {
  const isComplete = values?.every(
    (value) => typeof value === "number" || (typeof value === "string" && value !== ""),
  );
  return values && isComplete === true ? JSON.stringify(values.map(String)) : undefined;
}
