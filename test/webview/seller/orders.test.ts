import { expect, test } from "vitest";

import type { SellerLab } from "../../integration/sellerPage/sellerLab.ts";
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
    await page.locator(".toolbar .button.quiet").nth(1).click();
    const choice = pane.getByRole("combobox", { name: "Status" });
    await expect
      .poll(() => choice.locator("option").allTextContents())
      .toContain("Pagamento aprovado (20)");
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

const manyEn = {
  locale: "en",
  several: "Track several",
  lines: "Orders and tracking codes",
  carrier: "Carrier",
  review: "Review the changes",
  write: /^Write 3 rows/u,
} as const;
const manyPtBr = {
  locale: "pt-br",
  several: "Rastrear vários",
  lines: "Pedidos e códigos de rastreio",
  carrier: "Transportadora",
  review: "Conferir as alterações",
  write: /^Gravar 3 linhas/u,
} as const;

test.each([manyEn, manyPtBr])(
  "in $locale three orders are tracked in at most nine actions",
  async ({ locale, several, lines, carrier, review, write }) => {
    const { page, lab } = await openSeller({ locale });
    const orders = await openOrders(lab);
    let actions = 0;
    const act = async (done: Promise<unknown>): Promise<void> => {
      actions += 1;
      await done;
    };
    await act(page.locator("#place-orders").click());
    await act(page.getByRole("button", { name: several }).click());
    const pasted = orders.map((order) => `${order}\tBR${order}`).join("\n");
    await act(page.getByRole("textbox", { name: lines }).fill(pasted));
    await act(page.getByRole("combobox", { name: "Status" }).selectOption("50"));
    await act(page.getByRole("textbox", { name: carrier }).fill("Correios"));
    await act(page.getByRole("button", { name: review }).click());
    const rows = page.locator(".rows-in-words [role=listitem]");
    // A row is there before its text.
    await expect
      .poll(() => rows.allTextContents())
      .toEqual(
        orders.map(
          (order) => expect.stringContaining(`Order ${order} · Em transporte: `) as string,
        ),
      );
    await act(page.getByRole("button", { name: write }).click());
    await page.locator('[data-stage="finished"]').waitFor();
    expect(actions).toBeLessThanOrEqual(9);
    const codes = await Promise.all(orders.map(async (order) => trackingOf(lab, order)));
    expect(codes).toEqual(orders.map((order) => `BR${order}`));
    await lab[Symbol.asyncDispose]();
  },
);

test("what is typed into the form for several orders stays when another place is shown, until it is written", async () => {
  const { page, lab } = await openSeller({ locale: "en" });
  const [order = 0] = await openOrders(lab);
  const lines = page.getByRole("textbox", { name: manyEn.lines });
  const carrier = page.getByRole("textbox", { name: manyEn.carrier });
  await page.locator("#place-orders").click();
  await page.getByRole("button", { name: manyEn.several }).click();
  await lines.fill(`${order}\tBR1`);
  await carrier.fill("Correios");
  await page.getByRole("combobox", { name: "Status" }).selectOption("50");
  await page.locator("#place-import").click();
  await lines.waitFor({ state: "detached" });
  await page.locator("#place-orders").click();
  expect([await lines.inputValue(), await carrier.inputValue()]).toEqual([
    `${order}\tBR1`,
    "Correios",
  ]);
  await page.getByRole("button", { name: manyEn.review }).click();
  await page.getByRole("button", { name: /^Write 1 row/u }).click();
  await page.locator('[data-stage="finished"]').waitFor();
  await page.locator("#place-orders").click();
  expect([await lines.inputValue(), await carrier.inputValue()]).toEqual(["", ""]);
  await lab[Symbol.asyncDispose]();
});

/** Three orders that may be shipped; another one has shown the name of that status. */
async function openOrders(lab: SellerLab): Promise<readonly number[]> {
  const open: number[] = [];
  for (let numeroPedido = 500_001; numeroPedido < 500_040; numeroPedido += 1) {
    const view = await lab.page.readOrder({ numeroPedido });
    if (view.ok && view.order?.status !== undefined && isOpen.test(view.order.status)) {
      open.push(numeroPedido);
    }
  }
  return open.slice(0, 3);
}

const isOpen = /^(?:Pagamento aprovado|Em separação|Faturado)$/u;

async function trackingOf(lab: SellerLab, numeroPedido: number): Promise<unknown> {
  const view = await lab.page.readOrder({ numeroPedido });
  return view.ok ? view.order?.tracking.code : undefined;
}
