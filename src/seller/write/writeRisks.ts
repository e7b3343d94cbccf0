import type { Fields } from "../../shared/base/json.ts";
import type { ApiCallId } from "../contract/calls.ts";
import { valueAt } from "../contract/schemaFields.ts";
import type { RawInput } from "../contract/validate.ts";
import { readWrittenNumber } from "../contract/values/decimal.ts";
import { recordValue } from "./currentRecords.ts";
import { type FieldChange, fieldChanges } from "./fieldChanges.ts";
import { replacedRecords } from "./replacedRecords.ts";

/** What a person is asked about before a write, or before all writes of a file. */
export interface WriteRisks {
  /** Writes that set a stock to zero or less. */
  readonly zeroStock: number;
  /** Writes of a text in which characters were lost before (`hasLostCharacters`). */
  readonly lostCharacters: number;
  /** Writes that change a price by more than `calmPriceChange`. */
  readonly priceJumps: number;
  /** The largest of these changes, in percent; infinite from zero or from what is no number. */
  readonly largestJump: number;
  /** The change from which a price counts among `priceJumps`, in percent. */
  readonly calmPriceChange: number;
  /** Writes that change a stock by more than `calmStockChange` percent, or to below a tenth, but not to zero. */
  readonly stockJumps: number;
  /** The first of these changes. */
  readonly stockJump: StockChange | undefined;
  readonly calmStockChange: number;
  /** Writes of a price of which the portal shows no present one: how far it changes is not known. */
  readonly unknownPrices: number;
}

export interface StockChange {
  readonly before: number;
  readonly after: number;
}

/** Up to where a person's writes need no question. */
export interface CalmLimits {
  /** In percent of the present price, up or down. */
  readonly priceChange: number;
  /** In percent of the present stock, up or down; 1000 allows every change but that to zero. */
  readonly stockChange: number;
  /** In percent of the portal's records. */
  readonly share: number;
}

export const defaultCalmLimits: CalmLimits = { priceChange: 50, stockChange: 80, share: 20 };

/** Counts the risks of writes. A price without a present one is no jump, but unknown. */
export class RiskCount implements WriteRisks {
  zeroStock = 0;
  lostCharacters = 0;
  priceJumps = 0;
  largestJump = 0;
  stockJumps = 0;
  stockJump: StockChange | undefined;
  unknownPrices = 0;
  readonly calmPriceChange: number;
  readonly calmStockChange: number;

  constructor({
    priceChange = defaultCalmLimits.priceChange,
    stockChange = defaultCalmLimits.stockChange,
  }: Partial<CalmLimits> = {}) {
    this.calmPriceChange = priceChange;
    this.calmStockChange = stockChange;
  }

  /** `now` in epoch milliseconds. */
  add(call: ApiCallId, input: RawInput, records: readonly Fields[], now: number): void {
    this.count(riskOf(call, input, { records, now }));
  }

  count({ isZeroStock, hasLostCharacters: isLossy, jump, isPriceUnknown, stock }: RowRisk): void {
    if (stock && isStockJump(stock, this.calmStockChange)) {
      this.stockJumps += 1;
      this.stockJump ??= stock;
    }
    this.lostCharacters += isLossy ? 1 : 0;
    this.zeroStock += isZeroStock ? 1 : 0;
    this.unknownPrices += isPriceUnknown ? 1 : 0;
    if (jump > this.calmPriceChange) {
      this.priceJumps += 1;
      this.largestJump = Math.max(this.largestJump, jump);
    }
  }
}

/** The risks of one write. */
export interface RowRisk {
  readonly hasLostCharacters: boolean;
  readonly isZeroStock: boolean;
  /** The change of its price in percent, infinite from zero; 0 for a write of something else. */
  readonly jump: number;
  /** A price without a present one in the portal's list. */
  readonly isPriceUnknown: boolean;
  /** A change of a present stock to another one above zero. */
  readonly stock?: StockChange;
}

/** Beside all records that the write may replace, of those with its key. */
export function riskOf(
  call: ApiCallId,
  input: RawInput,
  { records, now }: { readonly records: readonly Fields[]; readonly now: number },
): RowRisk {
  const quantity = valueAt(input.parameters, ["quantidadeEstoque"]);
  const stock = call === "updateStock" ? stockChangeOf(quantity, records) : undefined;
  const replaced = call === "savePrice" ? replacedRecords(input, records, now) : [];
  const jumps = replaced.map((record) => jumpOf(fieldChanges(call, input, [record])));
  return {
    hasLostCharacters: hasLostCharacters(input),
    isZeroStock: call === "updateStock" && typeof quantity === "number" && quantity <= 0,
    jump: Math.max(0, ...jumps.map((jump) => jump ?? 0)),
    isPriceUnknown: call === "savePrice" && jumps.every((jump) => jump === undefined),
    ...(stock && { stock }),
  };
}

function stockChangeOf(after: unknown, records: readonly Fields[]): StockChange | undefined {
  const present = records
    .map((record) => recordValue(record, ["quantidadeEstoque"]))
    .map((value) => (typeof value === "string" ? readWrittenNumber(value) : value))
    .filter((value) => typeof value === "number");
  const before = present.find((value) => value !== after);
  return before === undefined || typeof after !== "number" || after <= 0
    ? undefined
    : { before, after };
}

/** Whether a stock changes by more than so many percent, or to below a tenth; from 1000 percent on, no change does. */
export function isStockJump({ before, after }: StockChange, percent: number): boolean {
  return percent < 1000 && (percentOf(before, after) > percent || after * 10 < before);
}

/**
 * Whether a text that would be written has a replacement character: it was read in a wrong charset, or the portal had lost
 * it already, and the write would keep that for ever.
 */
export function hasLostCharacters({ parameters, body }: RawInput): boolean {
  return JSON.stringify([parameters, body]).includes("\uFFFD");
}

/** In percent; undefined without a present price, infinite if it is zero or cannot be read as a number. */
function jumpOf(changes: readonly FieldChange[]): number | undefined {
  const change = changes.find(({ name }) => name === "valorPrecoBase");
  const { before, after } = change ?? {};
  if (before === undefined || before === null || typeof after !== "number") {
    return undefined;
  }
  const present = typeof before === "number" ? before : readWrittenNumber(String(before));
  return percentOf(present ?? Number.NaN, after);
}

/** Whether so many writes concern more than this share of the records, in percent; of no records nothing is overwritten. */
export function isOverShare(writes: number, records: number, percent: number): boolean {
  return records > 0 && writes * 100 > percent * records;
}

/** By how many percent `after` differs from `before`, up or down; infinite from zero, and from what is no finite number. */
export function percentOf(before: number, after: number): number {
  if (before === after) {
    return 0;
  }
  const percent = (Math.abs(after - before) / Math.abs(before)) * 100;
  // From 12 to 14.4 are 20 %, not 20.000000000000004 %.
  return before === 0 || Number.isNaN(percent)
    ? Number.POSITIVE_INFINITY
    : Number(percent.toFixed(9));
}
