import type { Bilingual } from "../contract/fields.ts";
import { valueAt } from "../contract/schemaFields.ts";
import { recordValue } from "../write/currentRecords.ts";
import type { PlannedWrite } from "../write/plannedWrite.ts";
import type { WriteLimits } from "./writeGate.ts";

export interface LimitVerdict {
  /** For the model: the write is not even proposed. */
  readonly refusal?: string;
  readonly warnings: readonly Bilingual[];
  /** A point that the person has to confirm separately. */
  readonly acknowledgement?: Bilingual;
}

/** Checks a write's values against the person's limits and the portal's present records. */
export function checkLimits(plan: PlannedWrite, limits: WriteLimits): LimitVerdict {
  switch (plan.request.call) {
    case "updateStock":
      return checkStock(plan, limits);
    case "savePrice":
      return checkPrice(plan, limits);
    default:
      return { warnings: [] };
  }
}

function checkStock({ input }: PlannedWrite, { zeroStock }: WriteLimits): LimitVerdict {
  const quantity = valueAt(input.parameters, ["quantidadeEstoque"]);
  if (typeof quantity !== "number" || quantity > 0) {
    return { warnings: [] };
  }
  return zeroStock === "refuse"
    ? {
        refusal:
          "A stock of zero or less is not allowed to tools (setting aiHub.seller.zeroStock). The person can set it in the seller view.",
        warnings: [],
      }
    : {
        warnings: [],
        acknowledgement: {
          en: "The stock goes to zero: the product can no longer be sold.",
          ptBr: "O estoque vai a zero: o produto deixa de ser vendido.",
        },
      };
}

function checkPrice(plan: PlannedWrite, { maxPriceChange }: WriteLimits): LimitVerdict {
  const after = valueAt(plan.input.body, priceField);
  if (typeof after !== "number") {
    return { warnings: [] };
  }
  if (plan.current === "unreadable") {
    return {
      refusal:
        "The present price could not be read, so the limit of its change cannot be checked. Nothing was proposed.",
      warnings: [],
    };
  }
  const present = presentPrices(plan);
  if (present.length === 0) {
    return { warnings: [noPrice] };
  }
  const change = Math.max(...present.map((before) => percentOf(Number(before), after)));
  // A present price that is not a number gives NaN here, so the write is refused.
  return change <= maxPriceChange
    ? { warnings: [] }
    : {
        refusal: `The price would change by ${Number.isFinite(change) ? `${change.toFixed(1)} %` : "more than can be said"}; the limit for tools is ${maxPriceChange} % (setting aiHub.seller.maxPriceChange).`,
        warnings: [],
      };
}

const priceField = ["valorPrecoBase"];

/**
 * The prices that the write may replace: the one with the same validity, else all of them, because
 * the specification does not say which one the portal replaces.
 */
function presentPrices({ input, records }: PlannedWrite): readonly unknown[] {
  const same = records.filter((record) =>
    ["dataInicio", "dataFim"].every(
      (name) => momentOf(recordValue(record, [name])) === momentOf(valueAt(input.body, [name])),
    ),
  );
  return (same.length > 0 ? same : records)
    .map((record) => recordValue(record, priceField))
    .filter((value) => value !== undefined && value !== null);
}

/** Epoch milliseconds; NaN, which equals nothing, for anything that is not a moment. */
function momentOf(value: unknown): number {
  return typeof value === "string" ? Date.parse(value) : Number.NaN;
}

const noPrice: Bilingual = {
  en: "The portal shows no price to compare with.",
  ptBr: "O portal não mostra um preço para comparar.",
};

function percentOf(before: number, after: number): number {
  if (before === after) {
    return 0;
  }
  return before === 0
    ? Number.POSITIVE_INFINITY
    : (Math.abs(after - before) / Math.abs(before)) * 100;
}
