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
  /** The largest of these changes, in percent; infinite from zero or from what is no number. */
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

/** In percent; zero without a present price, infinite if it is zero or cannot be read as a number. */
function priceChange(input: RawInput, records: readonly Fields[]): number {
  const change = fieldChanges("savePrice", input, records).find(
    ({ name }) => name === "valorPrecoBase",
  );
  const { before, after } = change ?? {};
  if (before === undefined || before === null || typeof after !== "number") {
    return 0;
  }
  const present = Number(before);
  if (present === after) {
    return 0;
  }
  const percent = (Math.abs(after - present) / Math.abs(present)) * 100;
  return Number.isNaN(percent) ? Number.POSITIVE_INFINITY : percent;
}
