import type { Locator } from "playwright-core";
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

const box = (one: Locator) =>
  one.evaluate((element) => {
    const { top, bottom, left, right, width } = element.getBoundingClientRect();
    return { top, bottom, left, right, width };
  });

test("the calendar of a date is drawn for a dark theme", async () => {
  const { page } = await openSeller({ lab, theme: "dark" });
  await page.locator("#place-listDeliveryTerms").click();
  await page.locator("#row-0").waitFor();
  await page.locator(".toolbar .button.small").first().click();
  const date = page.locator("input[type=datetime-local]");
  await expect.poll(() => date.evaluate((one) => getComputedStyle(one).colorScheme)).toBe("dark");
});

test("the button that changes a product stands beside its heading", async () => {
  const { page } = await openSeller({ lab });
  await page.locator("#place-listStock").click();
  await page.locator("#row-0 .cell-text").first().waitFor();
  await page.locator(".toolbar .codicon-book").click();
  const heading = page.getByRole("heading", { name: "Product", exact: true });
  const edit = page.getByRole("button", { name: "Change the product" });
  const [left, right] = await Promise.all([box(heading), box(edit)]);
  expect(right.top).toBeLessThan(left.bottom);
  expect(right.left).toBeGreaterThan(left.right);
});

test("the facts of an order are as wide as a narrow place", async () => {
  const { page } = await openSeller({ lab, width: 400 });
  await page.locator("#place-orders").click();
  await page.getByRole("textbox").fill(String(lab.portal.sandbox.numeroPedido));
  await page.getByRole("button", { name: "Look up" }).click();
  const row = page.locator(".order .record tr").first();
  await row.waitFor();
  expect((await box(row)).width).toBeGreaterThan(340);
});
