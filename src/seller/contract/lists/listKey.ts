import { type Fields, isRecord } from "../../../shared/base/json.ts";
import type { SellerCallId } from "../calls.ts";
import { valueAt } from "../schemaFields.ts";

const keys: Readonly<Partial<Record<SellerCallId, readonly (readonly string[])[]>>> = {
  listProducts: [["codigoProdutoMarketplace"]],
  listStock: [["codigoProdutoMarketplace"]],
  listPrices: [["produto", "codigo"], ["estado", "codigo"], ["dataInicio"]],
  listDeliveryTerms: [["estado", "codigo"], ["cepInicio"], ["cepFim"]],
};

/** Undefined if a part is missing: two such records may be the same. */
export function listKey(call: SellerCallId, entry: Fields): string | undefined {
  const values = keys[call]?.map((path) => valueAt(entry, path));
  const isWhole = values?.every(
    (value) => value !== undefined && value !== null && !isRecord(value),
  );
  return isWhole === true ? JSON.stringify(values?.map(String)) : undefined;
}
