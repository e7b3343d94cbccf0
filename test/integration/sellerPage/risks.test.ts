import { expect, test } from "vitest";

import { csvFile, SellerLab } from "./sellerLab.ts";
import { stockHeader, stockRows } from "./stockImports.ts";

test("a file that changes much is asked about with its numbers, and is not written without a yes", async () => {
  await using lab = await SellerLab.start();
  lab.confirms = false;
  await lab.back.import.choose(csvFile(`${stockRows(30)}\n131;0\n132;0`));
  await lab.back.import.check();
  await lab.back.import.start();
  expect(lab.confirmations).toEqual([expect.stringMatching(/^zero 2, jumps 0 0/u)]);
  expect(lab.writes).toEqual([]);
  lab.confirms = true;
  await lab.back.import.start();
  expect(lab.writes).toHaveLength(32);
});

test("a stock that a form sets to zero is asked about, another is not", async () => {
  await using lab = await SellerLab.start();
  lab.confirms = false;
  const send = async (quantidadeEstoque: string): Promise<string> => {
    const values = { codigoProdutoMarketplace: "101", quantidadeEstoque };
    const planned = await lab.page.planWrite({ call: "updateStock", values });
    return planned.ok ? (await lab.page.sendWrite({ planId: planned.plan.id })).outcome : "";
  };
  expect(await send("7")).toBe("done");
  expect(lab.confirmations).toEqual([]);
  expect(await send("0")).toBe("notSent");
  expect(lab.confirmations).toHaveLength(1);
});

test("a file with one row of a long list is written without a question", async () => {
  await using lab = await SellerLab.start();
  lab.confirms = false;
  await lab.back.import.choose(csvFile(`${stockHeader}\n101;7`));
  await lab.back.import.check();
  await lab.back.import.start();
  expect(lab.confirmations).toEqual([]);
  expect(lab.writes).toHaveLength(1);
});

test("the share of the records from which a file is asked about is the person's setting", async () => {
  await using lab = await SellerLab.start();
  lab.confirms = false;
  lab.calmShare = 0;
  await lab.back.import.choose(csvFile(`${stockHeader}\n101;7`));
  await lab.back.import.check();
  await lab.back.import.start();
  expect(lab.confirmations).toHaveLength(1);
  expect(lab.writes).toEqual([]);
});
