import { expect, test } from "vitest";

import { csvFile } from "../../integration/sellerPage/sellerLab.ts";
import { openSeller } from "./openSeller.ts";

test("a question about a file is answered by one button, for the whole file", async () => {
  const { page, lab } = await openSeller({ width: 900, height: 700, locale: "pt-br" });
  lab.picked = csvFile("SKU\tSaldo\nSKU-00001\t1.000\nSKU-00002\t3.000\n", "saldos.txt");
  await page.locator("#place-import").click();
  await page.locator(".import .button").first().click();
  await page.locator('[data-stage="chosen"] > .button').click();
  const question = page.getByRole("group", { name: "Quanto é 1.000?" });
  const readings = question.getByRole("button");
  await readings.first().waitFor();
  // A stock is whole, so the whole number comes first.
  expect(await readings.allTextContents()).toEqual(["1.000 = 1.000,00", "1.000 = 1,00"]);
  await readings.first().click();
  await page.getByText("2 de 2 linhas podem ser gravadas").waitFor();
  expect(await question.count()).toBe(0);
  expect(lab.back.import.state.plan?.format.decimal).toBe(",");
  await lab[Symbol.asyncDispose]();
});
