import type { Fields } from "../../shared/json.ts";
import type { ApiCallId } from "../contract/calls.ts";
import { valueAt } from "../contract/schemaFields.ts";
import type { RawInput } from "../contract/validate.ts";
import { fieldChanges } from "./fieldChanges.ts";

/** What a person is asked about before a write, or before all writes of a file. */
export interface WriteRisks {
  /** Writes that set a stock to zero or less. */
  readonly zeroStock: number;
  /** Writes that change a price by more than `maxCalmPriceChange`. */
  readonly priceJumps: number;
  /** The largest of these changes, in percent. */
  readonly largestJump: number;
}

/** In percent of the present price, up or down. */
export const maxCalmPriceChange = 50;
/** In percent of the portal's records. */
export const maxCalmShare = 20;

/** Counts the risks of writes. A price without a present one is no jump: there is none to compare. */
export class RiskCount implements WriteRisks {
  zeroStock = 0;
  priceJumps = 0;
  largestJump = 0;

  add(call: ApiCallId, input: RawInput, records: readonly Fields[]): void {
    const quantity = valueAt(input.parameters, ["quantidadeEstoque"]);
    if (call === "updateStock" && typeof quantity === "number" && quantity <= 0) {
      this.zeroStock += 1;
    }
    const jump = call === "savePrice" ? priceChange(input, records) : 0;
    if (jump > maxCalmPriceChange) {
      this.priceJumps += 1;
      this.largestJump = Math.max(this.largestJump, jump);
    }
  }
}

/** In percent; zero if a price is missing or is no number. */
function priceChange(input: RawInput, records: readonly Fields[]): number {
  const change = fieldChanges("savePrice", input, records).find(
    ({ name }) => name === "valorPrecoBase",
  );
  const before = Number(change?.before ?? Number.NaN);
  const after = Number(change?.after ?? Number.NaN);
  const percent = (Math.abs(after - before) / Math.abs(before)) * 100;
  return Number.isNaN(percent) ? 0 : percent;
}
