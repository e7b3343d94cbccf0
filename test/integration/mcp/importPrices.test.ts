import { readFileSync } from "node:fs";

import { afterAll, beforeAll, expect, test } from "vitest";

import { ImportLab } from "./importLab.ts";

let lab: ImportLab;

beforeAll(async () => {
  lab = await ImportLab.start();
});

afterAll(async () => {
  await lab.close();
});

const flags = ["--profile", "Prices", "--max-share", "100", "--allow-writes"];

async function priced(
  price: string,
  ...more: readonly string[]
): ReturnType<ImportLab["imported"]> {
  return await lab.imported(`codigo;uf;preco\n123;53;${price}\n`, [...flags, ...more]);
}

test("ten imports of 20 % each make no price of six times: the day's first one counts", async () => {
  expect((await priced("10,00", "--new-prices")).code).toBe(0);
  expect((await priced("12,00")).code).toBe(0);
  // A program of its own each time: only the journal knows the first price.
  const second = await priced("14,40");
  expect(second.code).toBe(3);
  expect(second.said).toContain("1 prices would change by more than 20 %");
  expect(second.said).toContain("before the first such write of a day");
  expect((await priced("11,00")).code).toBe(0);
  expect((await priced("14,40", "--max-price-change", "45")).code).toBe(0);
});

test("an import is an import by a program in the journal, not the person's own", () => {
  expect(readFileSync(lab.journalPath, "utf8")).toContain('"source":"mcp","origin":"saldos.csv:2"');
});

function earlier(): Promise<never> {
  return Promise.reject(new Error("no disk"));
}

test("without a readable journal no price is written", async () => {
  const file = "codigo;uf;preco\n123;53;11,50\n";
  const refused = await lab.imported(file, flags, {}, { earlier });
  expect([refused.code, refused.said]).toEqual([3, expect.stringContaining("The journal")]);
});
