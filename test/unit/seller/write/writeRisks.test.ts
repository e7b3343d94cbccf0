import { expect, test } from "vitest";

import { isOverShare, percentOf, RiskCount } from "../../../../src/seller/write/writeRisks.ts";

test.each<readonly [unknown, number]>([
  [10, 0],
  ["10.00", 0],
  [undefined, 0],
  [null, 0],
  [8, 0],
  [5, 100],
  [0, Number.POSITIVE_INFINITY],
  // As people write amounts, where it can be only one.
  ["10,00", 0],
  ["R$ 6,25", 60],
  ["R$\u00A05,00", 100],
  ["1.000,00", 99],
  ["1,000.00", 99],
  // A thousand and more, or one and a bit: nobody knows.
  ["1.234", Number.POSITIVE_INFINITY],
  ["1,234", Number.POSITIVE_INFINITY],
  ["1.23,4", Number.POSITIVE_INFINITY],
  ["10,00,00", Number.POSITIVE_INFINITY],
  ["dez", Number.POSITIVE_INFINITY],
  ["", Number.POSITIVE_INFINITY],
])("from %j to 10, a price jumps by %d percent", (valorPrecoBase, percent) => {
  const key = { produto: { codigo: 1 }, estado: { codigo: 31 } };
  const risks = new RiskCount();
  risks.add("savePrice", { body: { ...key, valorPrecoBase: 10 } }, [{ ...key, valorPrecoBase }], 0);
  expect(risks.largestJump).toBe(percent);
  expect(risks.priceJumps).toBe(percent > 0 ? 1 : 0);
  const calm = new RiskCount({ priceChange: 100 });
  calm.add("savePrice", { body: { ...key, valorPrecoBase: 10 } }, [{ ...key, valorPrecoBase }], 0);
  expect(calm.priceJumps).toBe(percent > 100 ? 1 : 0);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, 0])(
  "from %d, any change is beyond all limits",
  (from) => {
    expect(percentOf(from, 10)).toBe(Number.POSITIVE_INFINITY);
  },
);

test("a price without a present one is unknown, not calm", () => {
  const risks = new RiskCount({ priceChange: 20 });
  const key = { produto: { codigo: 1 }, estado: { codigo: 31 } };
  risks.add("savePrice", { body: { ...key, valorPrecoBase: 10 } }, [], 0);
  risks.add("savePrice", { body: { ...key, valorPrecoBase: 10 } }, [{ ...key }], 0);
  risks.add(
    "savePrice",
    { body: { ...key, valorPrecoBase: 10 } },
    [{ ...key, valorPrecoBase: 10 }],
    0,
  );
  risks.add("updateStock", { parameters: { quantidadeEstoque: 5 } }, [], 0);
  expect(risks).toMatchObject({ unknownPrices: 2, priceJumps: 0 });
});

test("a text whose characters were lost before is counted, in names as in keys", () => {
  const risks = new RiskCount();
  risks.add("saveProduct", { body: { descricao: "Caf\uFFFD torrado" } }, [], 0);
  risks.add("saveProduct", { body: { descricao: "Café torrado" } }, [], 0);
  risks.add("updateStock", { parameters: { codigo: "A\uFFFD" } }, [], 0);
  expect(risks.lostCharacters).toBe(2);
});

test.each([
  [12, 14.4, 20],
  [1.1, 1.65, 50],
  [1.1, 0.55, 50],
  [0.1, 0.12, 20],
  [99.99, 119.988, 20],
])("from %d to %d are exactly %d percent: at the threshold, not over it", (from, to, percent) => {
  const key = { produto: { codigo: 1 }, estado: { codigo: 31 } };
  const jumps = (priceChange: number, valorPrecoBase: number): number => {
    const risks = new RiskCount({ priceChange });
    const present = [{ ...key, valorPrecoBase: from }];
    risks.add("savePrice", { body: { ...key, valorPrecoBase } }, present, 0);
    return risks.priceJumps;
  };
  expect(jumps(percent, to)).toBe(0);
  expect(jumps(percent, to > from ? to + 0.001 : to - 0.001)).toBe(1);
  expect(jumps(percent - 0.001, to)).toBe(1);
});

test.each<readonly [unknown, number, number, boolean]>([
  [100, 180, 80, false],
  [100, 181, 80, true],
  [100, 20, 80, false],
  [100, 19, 80, true],
  ["103", 9, 80, true],
  [103, 9, 500, true],
  [100, 10, 500, false],
  [103, 9, 1000, false],
  [0, 5, 80, true],
  [103, 103, 0, false],
  // Counted as a stock of zero.
  [103, 0, 80, false],
  [undefined, 5, 80, false],
])(
  "a stock from %j to %d is a jump over %d percent: %j",
  (before, quantidadeEstoque, percent, isJump) => {
    const risks = new RiskCount({ stockChange: percent });
    const input = { parameters: { codigoProdutoMarketplace: 1, quantidadeEstoque } };
    risks.add("updateStock", input, [{ quantidadeEstoque: before }], 0);
    expect(risks.stockJumps).toBe(isJump ? 1 : 0);
    expect(risks.stockJump).toEqual(
      isJump ? { before: Number(before), after: quantidadeEstoque } : undefined,
    );
  },
);

test("exactly the share of the records is not over it, one more write is", () => {
  for (let percent = 1; percent < 100; percent += 1) {
    expect([percent, isOverShare(percent * 3, 300, percent)]).toEqual([percent, false]);
    expect([percent, isOverShare(percent * 3 + 1, 300, percent)]).toEqual([percent, true]);
  }
  expect(isOverShare(5, 0, 20)).toBe(false);
});
