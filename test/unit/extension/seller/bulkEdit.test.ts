import { expect, test } from "vitest";

import { bulkFile } from "../../../../src/extension/seller/page/bulkEdit.ts";
import type { BulkChange } from "../../../../src/shared/sellerPage/bulk.ts";

/** The prices after the change; undefined if nothing is prepared. */
async function changed(
  prices: readonly unknown[],
  change: BulkChange,
): Promise<readonly string[] | undefined> {
  const records = prices.map((valorPrecoBase, index) => ({
    produto: { codigo: index + 1 },
    estado: { codigo: 31 },
    valorPrecoBase,
  }));
  const file = bulkFile({
    list: "listPrices",
    records,
    change,
    name: "prices.csv",
    subjectOf: String,
  });
  if (!file) {
    return undefined;
  }
  let text = "";
  for await (const bytes of file.read()) {
    text += new TextDecoder().decode(bytes);
  }
  return text
    .trim()
    .split(/\r?\n/u)
    .slice(1)
    .map((line) => line.split(";")[2] ?? "");
}

test.each([
  [1.15, "percent", "10", "1.27"],
  [1.005, "percent", "0", "1.01"],
  [10.25, "percent", "10", "11.28"],
  [19.9, "percent", "-12.5", "17.41"],
  [0.1, "add", "0.2", "0.3"],
  [10, "add", "-0.005", "10"],
  ["12.50", "add", "1", "13.5"],
  [1234567.89, "percent", "3.3", "1275308.63"],
] as const)("%s changed by %s %s is %s", async (price, kind, value, expected) => {
  expect(await changed([price], { kind, value })).toEqual([expected]);
});

test("a value is read in both spellings, and never guessed", async () => {
  expect(await changed([1], { kind: "set", value: "1.234,56" })).toEqual(["1234.56"]);
  expect(await changed([1], { kind: "set", value: "12,5" })).toEqual(["12.5"]);
  expect(await changed([1], { kind: "set", value: "1.234" })).toBeUndefined();
  expect(await changed([1], { kind: "set", value: "1,234" })).toBeUndefined();
});

test("an empty price is not zero, and no price goes below zero", async () => {
  expect(await changed([5, ""], { kind: "percent", value: "10" })).toBeUndefined();
  expect(await changed([5, null], { kind: "add", value: "1" })).toBeUndefined();
  expect(await changed([5], { kind: "add", value: "-6" })).toBeUndefined();
  expect(await changed([5, 9], { kind: "set", value: "-1" })).toBeUndefined();
});
