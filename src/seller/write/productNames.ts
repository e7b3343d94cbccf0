import { type Fields, isRecord } from "../../shared/base/json.ts";
import type { CallOptions, SellerClient } from "../client/sellerClient.ts";
import type { ApiCallId } from "../contract/calls.ts";
import { valueAt } from "../contract/schemaFields.ts";
import type { RawInput } from "../contract/validate.ts";
import { recordValue } from "./currentRecords.ts";

type NameSource = Pick<SellerClient, "list">;

export interface KnownProduct {
  readonly name: string | undefined;
  readonly sku: string | undefined;
}

interface Known {
  readonly products: Map<string, KnownProduct>;
  hasCodes: boolean;
  reading: Promise<void> | undefined;
}

const maxProducts = 200_000;
const maxName = 200;

/** Names are cached as long as the client that read them. */
export class ProductNames {
  readonly #known = new WeakMap<NameSource, Known>();

  learn(client: NameSource, records: readonly Fields[]): void {
    const known = this.#of(client);
    for (const record of records) {
      const code = codeOf(recordValue(record, ["codigoProdutoMarketplace"]));
      const name = nameIn([record]);
      const sku = codeOf(recordValue(record, ["codigoProdutoSeller"]))?.slice(0, maxName);
      const isTold = name !== undefined || sku !== undefined;
      if (code !== undefined && isTold && known.products.size < maxProducts) {
        const earlier = known.products.get(code);
        known.products.set(code, { name: name ?? earlier?.name, sku: sku ?? earlier?.sku });
        known.hasCodes ||= sku !== undefined;
      }
    }
  }

  known(client: NameSource, call: ApiCallId, input: RawInput): string | undefined {
    return this.#nameOf(client, productCode(call, input));
  }

  knowsCodes(client: NameSource): boolean {
    return this.#of(client).hasCodes;
  }

  ofRecord(client: NameSource, record: Fields): KnownProduct | undefined {
    const code = codeOf(
      recordValue(record, ["produto", "codigo"]) ??
        recordValue(record, ["codigoProdutoMarketplace"]),
    );
    return code === undefined ? undefined : this.#of(client).products.get(code);
  }

  /** Looks in the write, its records, the catalogue and the stock. Never throws: a plan is complete without a name. */
  async of(
    client: NameSource,
    { call, input, records }: NamedWrite,
    options: CallOptions,
  ): Promise<string | undefined> {
    const code = productCode(call, input);
    const near = nameIn([...(call === "saveProduct" ? [input.body] : []), ...records]);
    if (near !== undefined || code === undefined) {
      return near;
    }
    const known = this.#of(client);
    if (this.#nameOf(client, code) === undefined) {
      known.reading ??= this.#read(client, code, options);
      await known.reading;
      if (options.signal.aborted) {
        known.reading = undefined;
      }
    }
    return this.#nameOf(client, code);
  }

  async #read(client: NameSource, code: string, options: CallOptions): Promise<void> {
    for (const list of ["listProducts", "listStock"] as const) {
      // A portal without the catalogue may have the stock list, or the reverse.
      const entries = await client.list(list, options).then(
        (read) => read.entries,
        () => [],
      );
      this.learn(client, entries);
      if (this.#nameOf(client, code) !== undefined) {
        return;
      }
    }
  }

  #nameOf(client: NameSource, code = ""): string | undefined {
    return this.#of(client).products.get(code)?.name;
  }

  #of(client: NameSource): Known {
    const known = this.#known.get(client) ?? {
      products: new Map(),
      hasCodes: false,
      reading: undefined,
    };
    this.#known.set(client, known);
    return known;
  }
}

interface NamedWrite {
  readonly call: ApiCallId;
  readonly input: RawInput;
  readonly records: readonly Fields[];
}

function productCode(call: ApiCallId, input: RawInput): string | undefined {
  return call === "updateStock"
    ? codeOf(valueAt(input.parameters, ["codigoProdutoMarketplace"]))
    : call === "savePrice"
      ? codeOf(valueAt(input.body, ["produto", "codigo"]))
      : undefined;
}

function nameIn(records: readonly unknown[]): string | undefined {
  return records
    .map((record) => recordValue(isRecord(record) ? record : {}, ["descricao"]))
    .find((name) => typeof name === "string" && name.trim() !== "")
    ?.toString()
    .trim()
    .slice(0, maxName);
}

function codeOf(value: unknown): string | undefined {
  return typeof value === "number" || (typeof value === "string" && value !== "")
    ? String(value)
    : undefined;
}
