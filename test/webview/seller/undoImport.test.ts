import { expect, test } from "vitest";

import { csvFile } from "../../integration/sellerPage/sellerLab.ts";
import { openSeller } from "./openSeller.ts";

test("an import is one row of the journal, and is undone from there by a reviewed import", async () => {
  const { page, lab } = await openSeller();
  await lab.back.import.choose(
    csvFile("codigo marketplace;saldo\n101;7001\n102;8002\n103;1303\n", "saldos.csv"),
  );
  await lab.back.import.check();
  await lab.back.import.start();
  await lab.imported("finished");
  await page.locator("#place-journal").click();
  const row = page.locator(".journal > .entry");
  await row.locator("summary").first().click();
  await row.locator(".journal .entry").nth(2).waitFor();
  expect(await row.count()).toBe(4);
  await page.screenshot({ path: "test-results/journal-import.png" });
  await row.first().locator(".buttons .button").first().click();
  await page
    .locator(".rows-in-words")
    .filter({ hasText: /7[.,]?001/u })
    .waitFor();
  await page.screenshot({ path: "test-results/undo-import.png" });
  await lab[Symbol.asyncDispose]();
});
