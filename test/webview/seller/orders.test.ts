import { expect, test } from "vitest";

import { openSeller } from "./openSeller.ts";

const en = {
  locale: "en",
  number: "Order number",
  lookUp: "Look up",
  more: "More actions",
  cancel: "Cancel order…",
} as const;
const ptBr = {
  locale: "pt-br",
  number: "Número do pedido",
  lookUp: "Buscar pedido",
  more: "Mais ações",
  cancel: "Cancelar pedido…",
} as const;

test.each([en, ptBr])(
  "in $locale an order has its status by name, and is cancelled behind the dots only",
  async ({ locale, number, lookUp, more, cancel }) => {
    const { page, lab } = await openSeller({ locale });
    const { numeroPedido } = lab.portal.sandbox;
    await page.locator("#place-orders").click();
    await page.getByRole("textbox", { name: number }).fill(String(numeroPedido));
    await page.getByRole("button", { name: lookUp }).click();
    await page.locator(".order-head").waitFor();
    expect(await page.locator(".order-status").textContent()).toBe("Pagamento aprovado");
    expect(await page.locator(".order-items tbody tr").count()).toBeGreaterThan(0);
    expect(await page.locator("details pre").isVisible()).toBe(false);
    expect(await page.getByRole("button", { name: cancel }).count()).toBe(0);
    await page.getByRole("button", { name: more }).click();
    await page.getByRole("button", { name: cancel }).click();
    const pane = page.locator(".form-pane");
    await pane.waitFor();
    expect(await pane.locator("input").first().inputValue()).toBe(String(numeroPedido));
    await page.keyboard.press("Escape");
    await page.locator(".toolbar .button.quiet").first().click();
    const choice = pane.getByRole("combobox", { name: "Status" });
    expect(await choice.locator("option").allTextContents()).toContain("Pagamento aprovado (20)");
    await choice.selectOption("other");
    await pane.locator("select + input").fill("50");
    await pane.locator("button[type=submit]").click();
    await page.locator(".plan > .buttons .button").first().click();
    await page.locator('[data-outcome="done"]').waitFor();
    // The order is read again, and the portal has named the status.
    await expect.poll(() => page.locator(".order-status").textContent()).toBe("Em transporte");
    await lab[Symbol.asyncDispose]();
  },
);
