import { expect, test } from "vitest";

import { lastKnown, recordChanges } from "../../../../src/seller/write/recordChanges.ts";

const stock = (code: number, quantity: number, more: object = {}) => ({
  codigoProdutoMarketplace: code,
  quantidadeEstoque: quantity,
  ...more,
});

const price = (from: string) => ({ produto: { codigo: 1 }, estado: { codigo: 31 }, from });

test("a record that differs is told with the fields that do, one that came or went with all of them", () => {
  const before = [stock(1, 5, { at: "a" }), stock(2, 7), stock(3, 9)];
  const after = [stock(2, 8), { ...stock(1, 5, { at: "a" }) }, stock(4, 1)];
  expect(recordChanges("listStock", before, after, true)).toEqual([
    {
      change: "changed",
      key: ["2"],
      before: { quantidadeEstoque: 7 },
      after: { quantidadeEstoque: 8 },
    },
    { change: "added", key: ["4"], before: {}, after: stock(4, 1) },
    { change: "removed", key: ["3"], before: stock(3, 9), after: {} },
  ]);
});

test("the order of records and of their fields is no difference, nor is a number as text in the key", () => {
  const one = { codigoProdutoMarketplace: 1, inner: { a: 1, b: [2] } };
  const same = { inner: { b: [2], a: 1 }, codigoProdutoMarketplace: 1 };
  expect(recordChanges("listStock", [one, stock(2, 1)], [stock(2, 1), same], true)).toEqual([]);
  const asText = [{ ...stock(2, 1), codigoProdutoMarketplace: "2" }];
  expect(recordChanges("listStock", [stock(2, 1)], asText, true)).toMatchObject([
    { change: "changed", key: ["2"], before: { codigoProdutoMarketplace: 2 } },
  ]);
});

test("of an incomplete reading nothing is removed, and what it lacks is still known to the next", () => {
  const before = [stock(1, 5), stock(2, 7)];
  const part = [stock(2, 8)];
  expect(recordChanges("listStock", before, part, false)).toMatchObject([{ key: ["2"] }]);
  const known = lastKnown("listStock", before, part, false);
  expect(known).toEqual([stock(1, 5), stock(2, 8)]);
  expect(recordChanges("listStock", known, [stock(1, 5), stock(2, 8)], true)).toEqual([]);
});

test("prices of one product and state with several validities, and records without a key, lose nothing", () => {
  const changes = recordChanges(
    "listPrices",
    [price("a"), price("b"), { odd: 1 }],
    [price("b"), price("c"), { odd: 2 }],
    true,
  );
  expect(
    changes.map(({ change, before, after }) => [change, before["from"], after["from"]]),
  ).toEqual([
    ["added", undefined, "c"],
    ["removed", "a", undefined],
    ["added", undefined, undefined],
    ["removed", undefined, undefined],
  ]);
});
