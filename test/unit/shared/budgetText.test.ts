import { expect, test } from "vitest";

import {
  budgetLeft,
  budgetLine,
  type BudgetVocabulary,
} from "../../../src/shared/hubApi/budgetText.ts";
import type { BudgetLayer } from "../../../src/shared/hubApi/usageReport.ts";
import { budgetVocabulary } from "../../../src/webview/governance/budgetVocabulary.ts";
import { en } from "../../../src/webview/words/en/en.ts";
import { ptBr } from "../../../src/webview/words/ptBr/ptBr.ts";

const english = budgetVocabulary({ words: en, locale: "en" });
const portuguese = budgetVocabulary({ words: ptBr, locale: "pt-br" });
const layer = (more: Partial<BudgetLayer>): BudgetLayer => ({
  kind: "token",
  unit: "money",
  currency: "BRL",
  ...more,
});

test.each<[Partial<BudgetLayer>, BudgetVocabulary, string, string | undefined]>([
  [
    { limit: "50.00", used: "9.00", renewsAt: Date.UTC(2026, 11, 1, 12) },
    english,
    "R$9.00 of R$50.00 · R$41.00 left · renews Dec 1, 2026",
    "R$41.00 left",
  ],
  [{ unit: "tokens", used: "120" }, english, "120\u00a0tokens used", undefined],
  [{ share: 0.42 }, portuguese, "42% usados", "42% usados"],
  [{}, english, "not reported", undefined],
  // A hub may send any number; the editor's tooltip and the page must not break on it.
  [{ renewsAt: 9e15 }, english, "renews ?", undefined],
])("%j is told as far as it is reported", (more, words, line, left) => {
  expect([budgetLine(layer(more), words), budgetLeft(layer(more), words)]).toEqual([line, left]);
});
