import type { Fields } from "../../shared/base/json.ts";
import type { ApiCallId } from "../contract/calls.ts";
import { valueAt } from "../contract/schemaFields.ts";
import type { RawInput } from "../contract/validate.ts";
import { readWrittenNumber } from "../contract/values/decimal.ts";
import { recordValue } from "./currentRecords.ts";
import { type FieldChange, fieldChanges } from "./fieldChanges.ts";
import { replacedRecords } from "./replacedRecords.ts";

export interface WriteRisks {
  readonly zeroStock: number;
  readonly lostCharacters: number;
  readonly priceJumps: number;
  /** Percentage; infinite from zero or from an invalid number. */
  readonly largestJump: number;
  /** `priceJumps` counts changes above this percentage. */
  readonly calmPriceChange: number;
  /** Counts changes above `calmStockChange` percent, or to below a tenth, but not to zero. */
  readonly stockJumps: number;
  readonly stockJump: StockChange | undefined;
  readonly calmStockChange: number;
  /** Counts prices without a present value: the size of the change is unknown. */
  readonly unknownPrices: number;
}

export interface StockChange {
  readonly before: number;
  readonly after: number;
}

/** Limits below which a person's writes need no question. */
export interface CalmLimits {
  readonly priceChange: number;
  /** Percentage of the present stock, up or down; 1000 allows every change except to zero. */
  readonly stockChange: number;
  readonly share: number;
}

export const defaultCalmLimits: CalmLimits = { priceChange: 50, stockChange: 80, share: 20 };

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

export interface RowRisk {
  readonly hasLostCharacters: boolean;
  readonly isZeroStock: boolean;
  /** The price's change in percent, infinite from zero; 0 for other writes. */
  readonly jump: number;
  readonly isPriceUnknown: boolean;
  readonly stock?: StockChange;
}

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

/** True for a large change, also to below a tenth. From 1000 percent on, no change counts. */
export function isStockJump({ before, after }: StockChange, percent: number): boolean {
  return percent < 1000 && (percentOf(before, after) > percent || after * 10 < before);
}

/** True if a replacement character shows that the text was misread: writing it would make the loss permanent. */
export function hasLostCharacters({ parameters, body }: RawInput): boolean {
  return JSON.stringify([parameters, body]).includes("\uFFFD");
}

/** Undefined without a present price, infinite if it is zero or not a number. */
function jumpOf(changes: readonly FieldChange[]): number | undefined {
  const change = changes.find(({ name }) => name === "valorPrecoBase");
  const { before, after } = change ?? {};
  if (before === undefined || before === null || typeof after !== "number") {
    return undefined;
  }
  const present = typeof before === "number" ? before : readWrittenNumber(String(before));
  return percentOf(present ?? Number.NaN, after);
}

/** False if there are no records: nothing is overwritten. */
export function isOverShare(writes: number, records: number, percent: number): boolean {
  return records > 0 && writes * 100 > percent * records;
}

/** The relative change in percent; infinite if `before` is 0 or not finite. */
export function percentOf(before: number, after: number): number {
  if (before === after) {
    return 0;
  }
  const percent = (Math.abs(after - before) / Math.abs(before)) * 100;
  // The change from 12 to 14.4 is 20 %, not 20.000000000000004 %.
  return before === 0 || Number.isNaN(percent)
    ? Number.POSITIVE_INFINITY
    : Number(percent.toFixed(9));
}
