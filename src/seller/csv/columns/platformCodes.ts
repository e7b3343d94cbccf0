import type { CallOptions, SellerClient } from "../../client/sellerClient.ts";
import { SellerError } from "../../client/sellerError.ts";
import { recordValue } from "../../write/currentRecords.ts";
import { isBareCode } from "./columnDoubts.ts";
import {
  type CsvMapping,
  type ImportCallId,
  platformCodeField,
  skuFieldOf,
} from "./importTarget.ts";

export type PlatformCodes = ReadonlyMap<string, number>;

export interface Catalogue {
  readonly codes: PlatformCodes;
  readonly names: ReadonlyMap<number, string>;
}

/** Undefined if no code needs the catalogue. Throws also for a partial list: the rest may repeat a SKU. */
export async function catalogueFor(
  client: Pick<SellerClient, "list">,
  { call, mapping }: { readonly call: ImportCallId; readonly mapping: CsvMapping },
  options: CallOptions,
): Promise<Catalogue | undefined> {
  const sku = skuFieldOf(call);
  if (sku !== undefined && mapping[sku.name] !== undefined) {
    return await readCatalogue(client, options);
  }
  const isDoubted = isBareCode(mapping[platformCodeField(call)?.name ?? ""] ?? "-");
  // The catalogue is needed only for names; the import works without it.
  return isDoubted ? await readCatalogue(client, options).catch(() => undefined) : undefined;
}

/** The catalogue's codes by SKU, without a SKU of two products, whose code would be a guess. */
export async function readCatalogue(
  client: Pick<SellerClient, "list">,
  options: CallOptions,
): Promise<Catalogue> {
  const { entries, isComplete } = await client.list("listProducts", options);
  if (!isComplete) {
    throw new SellerError("incomplete");
  }
  const codes = new Map<string, number>();
  const names = new Map<number, string>();
  const twice = new Set<string>();
  for (const record of entries) {
    const own = recordValue(record, ["codigoProdutoSeller"]);
    const code = codeOf(recordValue(record, ["codigoProdutoMarketplace"]));
    const name = recordValue(record, ["descricao"]);
    if (code !== undefined) {
      names.set(code, typeof name === "string" ? name.trim().slice(0, 200) : "");
    }
    if ((typeof own === "string" || typeof own === "number") && code !== undefined) {
      const text = String(own).trim();
      if (codes.has(text) && codes.get(text) !== code) {
        twice.add(text);
      }
      codes.set(text, code);
    }
  }
  for (const text of twice) {
    codes.delete(text);
  }
  return { codes, names };
}

/** The platform's code for a cell. An ERP may put an apostrophe before a code, so that a spreadsheet keeps it. */
export function platformCodeOf(codes: PlatformCodes | undefined, own: string): number | undefined {
  return codes?.get(own) ?? codes?.get(own.replace(/^'/u, ""));
}

/** The code; a product without a code must not get the code 0. */
function codeOf(value: unknown): number | undefined {
  const isCode = typeof value === "number" || (typeof value === "string" && value.trim() !== "");
  const code = isCode ? Number(value) : Number.NaN;
  return Number.isSafeInteger(code) ? code : undefined;
}
