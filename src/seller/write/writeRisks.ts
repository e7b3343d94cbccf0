import type { Fields } from "../../shared/json.ts";
import type { ApiCallId } from "../contract/calls.ts";
import { valueAt } from "../contract/schemaFields.ts";
import type { RawInput } from "../contract/validate.ts";
import { type FieldChange, fieldChanges } from "./fieldChanges.ts";

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
    this.count(riskOf(call, input, fieldChanges(call, input, records)));
  }

  count({ isZeroStock, jump }: RowRisk): void {
    this.zeroStock += isZeroStock ? 1 : 0;
    if (jump > maxCalmPriceChange) {
      this.priceJumps += 1;
      this.largestJump = Math.max(this.largestJump, jump);
    }
  }

  include({ zeroStock, priceJumps, largestJump }: WriteRisks): void {
    this.zeroStock += zeroStock;
    this.priceJumps += priceJumps;
    this.largestJump = Math.max(this.largestJump, largestJump);
  }
}

/** The risks of one write. */
export interface RowRisk {
  readonly isZeroStock: boolean;
  /** The change of its price in percent, infinite from zero; 0 for a write of something else. */
  readonly jump: number;
}

export function riskOf(call: ApiCallId, input: RawInput, changes: readonly FieldChange[]): RowRisk {
  const quantity = valueAt(input.parameters, ["quantidadeEstoque"]);
  return {
    isZeroStock: call === "updateStock" && typeof quantity === "number" && quantity <= 0,
    jump: call === "savePrice" ? priceChange(changes) : 0,
  };
}

/** In percent; zero without a present price, infinite if it is zero or cannot be read as a number. */
function priceChange(changes: readonly FieldChange[]): number {
  const change = changes.find(({ name }) => name === "valorPrecoBase");
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
