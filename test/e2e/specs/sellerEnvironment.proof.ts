import { randomBytes } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { systemClock } from "../../../src/shared/base/clock.ts";
import { startSandbox } from "../../support/sandboxServer.ts";
import { type Editor, startEditor } from "../editor/startEditor.ts";
import { SellerTab } from "../pages/sellerTab.ts";
import type { Workbench } from "../pages/workbench.ts";

let portal: Awaited<ReturnType<typeof startSandbox>>;
let editor: Editor;
let workbench: Workbench;
let seller: SellerTab;

beforeAll(async () => {
  portal = await startSandbox({
    clock: systemClock,
    random: randomBytes,
    port: 0,
    hasShapes: true,
  });
  editor = await startEditor({ name: "seller-environment", files: { "a.txt": "a\n" } });
  workbench = await editor.openWindow({ width: 1280 });
  seller = new SellerTab(workbench.page);
});

afterAll(async () => {
  await editor.dispose();
  await portal.close();
});

test("an environment is added step by step, with a way back and a proof at its end", async () => {
  const { quickInput } = workbench;
  const { widget, field } = quickInput;
  const at = (step: number) => widget.getByText(`(${step}/7)`).waitFor();
  await workbench.runCommand("AI Hub: Seller Portal: Add Environment");
  await at(1);
  await workbench.screenshot("kinds");
  await quickInput.pick("Sandbox");
  await at(2);
  await field.fill("Foreign");
  await quickInput.accept();
  await at(3);
  await widget.getByRole("button", { name: /^Back/u }).click();
  await at(2);
  await expect.poll(() => field.inputValue()).toBe("Foreign");
  await quickInput.accept();
  await at(3);
  const { clientId, clientSecret, codigoSeller } = portal.sandbox;
  for (const [index, text] of [
    `${portal.url}/shapes/foreign`,
    String(codigoSeller),
    "",
    clientId,
    clientSecret,
  ].entries()) {
    await at(3 + index);
    await field.fill(text);
    if (index === 0) {
      await workbench.screenshot("address");
    }
    await quickInput.accept();
  }
  await widget.waitFor({ state: "hidden" });
  await workbench.notification("Foreign: the token works").waitFor();
  await workbench.screenshot("proof");
});

test("a list that nobody recognises is read where the person says that it is", async () => {
  const { quickInput } = workbench;
  const { widget } = quickInput;
  await workbench.runCommand("AI Hub: Seller Portal: Open");
  await seller.button("Where is the list?").click();
  await widget.getByText("Where is the list?").waitFor();
  await workbench.screenshot("places");
  await widget.locator(".monaco-list-row").filter({ hasText: "5000 entries" }).click();
  for (const [name, column] of [
    ["codigoProdutoSeller", "sku"],
    ["descricao", "nome"],
  ] as const) {
    await widget.getByText("Check the fields.").waitFor();
    await quickInput.pick(name);
    await widget.locator(".quick-input-title").getByText(name, { exact: true }).waitFor();
    await quickInput.fill(column);
    await quickInput.pick(column);
    await widget.getByText(`${column} · `).waitFor();
  }
  await workbench.screenshot("fields");
  await quickInput.pick("Use it");
  await seller.row(0).getByText("SKU-00001").first().waitFor();
  await seller.main.getByText("Read as you chose").waitFor();
  await workbench.screenshot("chosen");
  await seller.button("Forget the choice").click();
  await seller.button("Where is the list?").waitFor();
});
