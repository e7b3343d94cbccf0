import { expect, test } from "vitest";

import { effectOf } from "../../../../../src/seller/csv/columns/comparison.ts";
import { CurrentRecords } from "../../../../../src/seller/write/currentRecords.ts";
import { RiskCount } from "../../../../../src/seller/write/writeRisks.ts";

const key = { produto: { codigo: 1 }, estado: { codigo: 31 } };
const past = {
  ...key,
  valorPrecoBase: 1,
  dataInicio: "2025-01-01T00:00:00.000Z",
  dataFim: "2025-12-31T23:59:59.999Z",
};
const present = { ...key, valorPrecoBase: 100, dataInicio: "2026-01-01T00:00:00.000Z" };
const now = Date.parse("2026-11-22T00:00:00.000Z");
const current = new CurrentRecords("savePrice", [past, present]);

function priced(valorPrecoBase: number, validity = {}) {
  return { parameters: {}, body: { ...key, valorPrecoBase, ...validity } };
}

test("a price that equals one of the past is not there already, and its change is a risk", () => {
  const input = priced(1);
  expect(effectOf("savePrice", input, { current, now })).toBe("changed");
  const risks = new RiskCount({ priceChange: 50 });
  risks.add("savePrice", input, current.matching(input), now);
  expect(risks).toMatchObject({ priceJumps: 1, largestJump: 99 });
});

test("a price that is valid now, or of the same validity, is there already", () => {
  expect(effectOf("savePrice", priced(100), { current, now })).toBe("same");
  const { dataInicio, dataFim } = past;
  expect(effectOf("savePrice", priced(1, { dataInicio, dataFim }), { current, now })).toBe("same");
  const risks = new RiskCount({ priceChange: 50 });
  risks.add("savePrice", priced(100), [past, present], now);
  expect(risks.priceJumps).toBe(0);
});
