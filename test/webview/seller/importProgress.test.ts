import { expect, test } from "vitest";

import { csvFile } from "../../integration/sellerPage/sellerLab.ts";
import { openSeller } from "./openSeller.ts";

test("nothing shows below the actions of a refused row, and they do not touch each other", async () => {
  const { page, lab } = await openSeller({ width: 900, height: 600 });
  lab.intercept = ({ url }) =>
    url.includes("/estoques/atualizar/103/")
      ? Promise.resolve(Response.json({ erro: "Produto bloqueado" }, { status: 403 }))
      : undefined;
  lab.picked = csvFile("codigo marketplace;saldo\n101;7\n102;8\n103;13\n", "saldos.csv");
  await page.locator("#place-import").click();
  await page.locator(".import .button").first().click();
  await page.locator('[data-stage="chosen"] > .button').click();
  await page.locator(".check > .button").click();
  await page.locator(".refused-row").waitFor();
  const look = (): Promise<{ readonly below: boolean; readonly gap: number }> =>
    page.evaluate(() => {
      const lists = [...document.querySelectorAll(".import-progress .buttons")];
      const [first, second] = lists.map((list) => list.getBoundingClientRect());
      const lowest = document.elementFromPoint(200, innerHeight - 2);
      return {
        below: lowest?.closest(".import-progress") === null,
        gap: (second?.top ?? 0) - (first?.bottom ?? 0),
      };
    });
  await expect.poll(look).toEqual({ below: false, gap: 8 });
  await page.getByText("Rows left: 1").waitFor();
  const primary = page.locator(".import-progress .button:not(.quiet)");
  expect(await primary.allTextContents()).toEqual(["Skip this row"]);
  // The reason stands beside the buttons, which are in view, and not above a long list of rows.
  expect(await page.getByRole("alert").allTextContents()).toEqual([
    expect.stringMatching(/^Line 4 was refused after others were written\. forbidden/u),
  ]);
  await lab[Symbol.asyncDispose]();
});
