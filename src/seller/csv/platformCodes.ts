import type { CallOptions, SellerClient } from "../client/sellerClient.ts";
import { SellerError } from "../client/sellerError.ts";
import { recordValue } from "../write/currentRecords.ts";
import { type CsvMapping, type ImportCallId, skuFieldOf } from "./importTarget.ts";

/** The platform's product code for each of the seller's own codes (SKU). */
export type PlatformCodes = ReadonlyMap<string, number>;

/**
 * Reads the codes that a mapping needs from the portal's products; undefined if its rows name the
 * platform's code themselves. A SKU that two products have is left out: each would be a guess.
 * Throws the `SellerError` of the list, also for a part of it: the rest may have a SKU again.
 */
export async function platformCodesFor(
  client: Pick<SellerClient, "list">,
  { call, mapping }: { readonly call: ImportCallId; readonly mapping: CsvMapping },
  options: CallOptions,
): Promise<PlatformCodes | undefined> {
  const sku = skuFieldOf(call);
  if (sku === undefined || mapping[sku.name] === undefined) {
    return undefined;
  }
  const { entries, isComplete } = await client.list("listProducts", options);
  if (!isComplete) {
    throw new SellerError("incomplete");
  }
  const codes = new Map<string, number>();
  const twice = new Set<string>();
  for (const record of entries) {
    const own = recordValue(record, ["codigoProdutoSeller"]);
    const code = codeOf(recordValue(record, ["codigoProdutoMarketplace"]));
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
  return codes;
}

/** Undefined for a product that has none yet: an empty text is not the code 0. */
function codeOf(value: unknown): number | undefined {
  const isCode = typeof value === "number" || (typeof value === "string" && value.trim() !== "");
  const code = isCode ? Number(value) : Number.NaN;
  return Number.isSafeInteger(code) ? code : undefined;
}
