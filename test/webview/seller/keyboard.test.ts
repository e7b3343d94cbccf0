import { afterAll, beforeAll, expect, test } from "vitest";

import { SellerLab } from "../../integration/sellerPage/sellerLab.ts";
import { openSeller } from "./openSeller.ts";

let lab: SellerLab;
beforeAll(async () => {
  lab = await SellerLab.start();
});
afterAll(async () => {
  await lab[Symbol.asyncDispose]();
});

test("the review of a change takes the focus, and is named by what would be done and what is grave about it", async () => {
  const { page } = await openSeller({ lab });
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
});
