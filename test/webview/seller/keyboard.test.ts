import { afterAll, beforeAll, expect, test } from "vitest";

import { SellerLab } from "../../integration/sellerPage/sellerLab.ts";
import { SellerBrowser } from "./sellerBrowser.ts";

let browser: SellerBrowser;
let lab: SellerLab;
beforeAll(async () => {
  [browser, lab] = await Promise.all([SellerBrowser.start(), SellerLab.start()]);
});
afterAll(async () => {
  await browser.stop();
  await lab[Symbol.asyncDispose]();
});

test("the review of a change takes the focus, and is named by what would be done and what is grave about it", async () => {
  const { page } = await browser.open({ lab });
  await page.locator("#place-listStock").click();
  await page.locator("#row-0").waitFor();
  await page.getByRole("grid").press("Enter");
  const quantity = page.locator(".form-pane input").nth(1);
  await quantity.fill("0");
  await quantity.press("Enter");
  const review = page.getByRole("group", { name: /^updateStock/u });
  await expect.poll(() => review.evaluate((one) => one === document.activeElement)).toBe(true);
  const danger = (await page.locator(".plan-danger").textContent()) ?? "";
  await expect
    .poll(() =>
      review.evaluate(
        (one) => document.getElementById(one.getAttribute("aria-describedby") ?? "")?.textContent,
      ),
    )
    .toBe(danger);
  await page.context().close();
});
