import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import { SellerTab } from "../pages/sellerTab.ts";
import type { Workbench } from "../pages/workbench.ts";

let connected: ConnectedEditor;
let workbench: Workbench;
let seller: SellerTab;

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "seller",
    install: "vsix",
    files: { "estoque.csv": "codigoProdutoMarketplace;quantidadeEstoque\n101;55\n102;x\n" },
  });
  workbench = await connected.editor.openWindow({ width: 1280 });
  seller = new SellerTab(workbench.page);
});

afterAll(async () => {
  await connected.dispose();
});

test("the sandbox of a running local hub is there without typing anything", async () => {
  await workbench.runCommand("AI Hub: Seller Portal: Open");
  await seller.main.waitFor({ timeout: 60_000 });
  await seller.main.getByText("Ready", { exact: true }).waitFor({ timeout: 60_000 });
  await seller.row(0).getByText("SKU-00001").waitFor();
  await expect.poll(() => seller.grid.getAttribute("aria-rowcount")).toBe("5001");
  await workbench.screenshot("catalogue");
});

test("the file that is open is imported, and its problem is on its line", async () => {
  await workbench.openFile("estoque.csv");
  await workbench.runCommand("AI Hub: Seller Portal: Journal of Writes");
  await seller.open("CSV import");
  await seller.button("Take the open file").click();
  await seller.button("Check all rows").click();
  await seller.main.getByText("1 of 2 rows can be written").waitFor();
  await seller.button(/^Write 1 rows in Sandbox/u).click();
  await seller.main.getByText("Finished", { exact: true }).first().waitFor();
  await workbench.screenshot("import");
  await seller.button("Line 3").click();
  await workbench.page.locator(".tab.active").filter({ hasText: "estoque.csv" }).waitFor();
});
