import type { Fields } from "../../shared/base/json.ts";
import type { Bilingual } from "../contract/fields.ts";
import { valueAt } from "../contract/schemaFields.ts";
import type { PlannedWrite } from "../write/plannedWrite.ts";
import {
  defaultCalmLimits,
  hasLostCharacters,
  isStockJump,
  percentOf,
  riskOf,
} from "../write/writeRisks.ts";
import { presentPrices, priceField, priceOf } from "./presentPrices.ts";
import { editorWays, type WriteLimits } from "./writeGate.ts";

export interface LimitVerdict {
  readonly refusal?: string;
  readonly warnings: readonly Bilingual[];
  readonly acknowledgement?: Bilingual;
}

export function checkLimits(
  plan: PlannedWrite,
  limits: WriteLimits,
  firstPrices: readonly Fields[],
): LimitVerdict {
  if (hasLostCharacters(plan.input)) {
    return {
      refusal:
        "The text has characters that were lost when it was read (\uFFFD), and would be written like this. Nothing was proposed. Ask the person for the right text.",
      warnings: [],
    };
  }
  switch (plan.request.call) {
    case "updateStock":
      return checkStock(plan, limits);
    case "savePrice":
      return checkPrice(plan, limits, firstPrices);
    default:
      return { warnings: [] };
  }
}

function checkStock(
  { input, records, current }: PlannedWrite,
  { zeroStock, maxStockChange = defaultCalmLimits.stockChange, ways = editorWays }: WriteLimits,
): LimitVerdict {
  const quantity = valueAt(input.parameters, ["quantidadeEstoque"]);
  if (typeof quantity !== "number" || quantity > 0) {
    const { stock } = riskOf("updateStock", input, { records, now: 0 });
    const isUnknown = current === "unreadable" || current === "incomplete";
    return stock && stock.before > 0 && isStockJump(stock, maxStockChange)
      ? {
          refusal: `The stock would change from ${stock.before} to ${stock.after}; the limit for tools is ${maxStockChange} %, and a tenth (${ways.maxStockChange}).`,
          warnings: [],
        }
      : { warnings: [], ...(isUnknown && { acknowledgement: stockUnknown }) };
  }
  return zeroStock === "refuse"
    ? {
        refusal: `A stock of zero or less is not allowed to tools (${ways.zeroStock}). The person can set it by hand.`,
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

const stockUnknown: Bilingual = {
  en: "The present stock could not be read: how far it changes is not known.",
  ptBr: "O estoque atual não pôde ser lido: não se sabe quanto ele muda.",
};

function checkPrice(
  plan: PlannedWrite,
  { maxPriceChange, ways = editorWays }: WriteLimits,
  firstPrices: readonly Fields[],
): LimitVerdict {
  const { body } = plan.input;
  const after = valueAt(body, priceField);
  if (typeof after !== "number") {
    return { warnings: [] };
  }
  if (plan.current === "unreadable" || plan.current === "incomplete") {
    return {
      refusal:
        "The present price could not be read, so the limit of its change cannot be checked. Nothing was proposed.",
      warnings: [],
    };
  }
  const present = presentPrices(body, plan.records);
  if (present.length === 0) {
    return { warnings: [], acknowledgement: priceUnknown(maxPriceChange) };
  }
  const now = changeOf(present, after);
  const since = changeOf(presentPrices(body, firstPrices), after);
  const change = Math.max(now, since);
  return change <= maxPriceChange
    ? { warnings: [] }
    : {
        refusal: `The price would change by ${Number.isFinite(change) ? `${change.toFixed(1)} %` : "more than can be said"}${since > now ? " since tools first read it" : ""}; the limit for tools is ${maxPriceChange} % (${ways.maxPriceChange}).`,
        warnings: [],
      };
}

function changeOf(prices: readonly unknown[], after: number): number {
  return Math.max(0, ...prices.map((before) => percentOf(priceOf(before), after)));
}

/** The refusal if a price was not found: it may still exist, because the portal may spell its fields otherwise. */
function priceUnknown(maxPriceChange: number): Bilingual {
  return {
    en: `The present price is unknown: the portal shows none for this product and state. The limit of ${maxPriceChange} % cannot be checked.`,
    ptBr: `O preço atual é desconhecido: o portal não mostra nenhum para este produto e estado. O limite de ${maxPriceChange} % não pode ser verificado.`,
  };
}
