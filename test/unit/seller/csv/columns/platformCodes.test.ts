import { expect, test } from "vitest";

import { catalogueFor } from "../../../../../src/seller/csv/columns/platformCodes.ts";
import type { Fields } from "../../../../../src/shared/base/json.ts";

const wanted = {
  call: "updateStock",
  mapping: { codigoProdutoSeller: "SKU", quantidadeEstoque: "Saldo" },
} as const;

const { signal } = new AbortController();

function codesOf(entries: readonly Fields[], isComplete = true) {
  const client = { list: () => Promise.resolve({ entries, isComplete }) };
  return catalogueFor(client, wanted, { signal });
}

test("a SKU of two products, and a product without a code, have no platform code", async () => {
  const codes = await codesOf([
    { codigoProdutoSeller: "A", codigoProdutoMarketplace: 1 },
    { codigoProdutoSeller: "B", codigoProdutoMarketplace: "2" },
    { codigoProdutoSeller: "B", codigoProdutoMarketplace: 3 },
    { codigoProdutoSeller: "C", codigoProdutoMarketplace: "" },
    { codigoProdutoSeller: "D", codigoProdutoMarketplace: null },
  ]);
  expect([...(codes?.codes ?? [])]).toEqual([["A", 1]]);
});

test("a part of the products is not enough: the rest may have a SKU again", async () => {
  const entries = [{ codigoProdutoSeller: "A", codigoProdutoMarketplace: 1 }];
  await expect(codesOf(entries, false)).rejects.toMatchObject({ kind: "incomplete" });
});
