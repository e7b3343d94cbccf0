import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import { SellerTab } from "../pages/sellerTab.ts";
import type { Workbench } from "../pages/workbench.ts";

/** So many that there is time to pause. */
const manyRows = 4_000;

const header = "codigoProdutoMarketplace;quantidadeEstoque\n";
const many = Array.from({ length: manyRows }, (_, index) => `${index + 1};${index}\n`);
const few = ["201;31\n", "99999999;32\n", "203;x\n"];

/** What is typed into each form, by the names of its fields; the orders are those of the sandbox that wait. */
const forms: readonly (readonly [command: string, values: Readonly<Record<string, string>>])[] = [
  [
    "Save Product",
    {
      codigoProdutoSeller: "E2E-1",
      descricao: "Café Torrado 250 g",
      codigoNcmBase: "0901.21.00",
      codigoBarrasEAN: "7891234567895",
      peso: "0.255",
      altura: "18.25",
    },
  ],
  [
    "Save Price",
    {
      "produto.codigo": "123",
      "estado.codigo": "35",
      valorPrecoBase: "41.35",
      dataInicio: "2026-12-01T00:00:00.000",
      dataFim: "2026-12-31T20:59:59.999",
    },
  ],
  [
    "Save Delivery Term",
    {
      "estado.codigo": "35",
      cepInicio: "01310000",
      cepFim: "01319999",
      quantidadeDiasEntrega: "2",
      dataInicio: "2026-12-01T00:00:00.000",
    },
  ],
  [
    "Save Minimum Order",
    { "id.fornecedor.codigoPessoa": "1001", "id.estado.codigo": "35", valor: "151.25" },
  ],
  [
    "Register Tracking or Status",
    { numeroPedido: "500001", codigoStatus: "50", codigoRastreamento: "BR123456789BR" },
  ],
  [
    "Cancel Order",
    { numeroPedido: "500004", codigoMotivoCancelamento: "1", observacao: "Sem estoque." },
  ],
];

let connected: ConnectedEditor;
let workbench: Workbench;
let seller: SellerTab;

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "seller",
    // Of the tests here none is about a stock that changes much.
    settings: { "aiHub.seller.askStockChange": 1000 },
    files: {
      "estoque.csv": "codigoProdutoMarketplace;quantidadeEstoque\n101;55\n102;x\n",
      "many.csv": header + many.join(""),
      "few.csv": header + few.join(""),
    },
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

test.each(forms)(
  "%s: a form is filled, its difference is shown, and one button writes it",
  async (command, values) => {
    await workbench.runCommand(`AI Hub: Seller Portal: ${command}`);
    for (const [name, value] of Object.entries(values)) {
      await seller.input(name).fill(value);
    }
    await seller.button("Review the change").click();
    await seller.writeButton.waitFor();
    await workbench.screenshot(command);
    await seller.writeButton.click();
    await expect.poll(() => seller.outcome.getAttribute("data-outcome")).toBe("done");
    await seller.outcome.getByRole("button", { name: "Close" }).click();
    await seller.outcome.waitFor({ state: "detached" });
  },
);

test("a write of the journal is copied as a command for a shell, without a secret", async () => {
  await seller.open("Journal");
  await expect.poll(() => seller.main.locator(".entry").count()).toBe(forms.length);
  const entry = seller.main.locator(".entry").filter({ hasText: "Save price" });
  await entry.locator("summary").first().click();
  await entry.getByRole("button", { name: "Copy as curl" }).click();
  await seller.main.getByText("Code copied").waitFor();
  await workbench.screenshot("journal");
  const curl = await workbench.page.evaluate(() => navigator.clipboard.readText());
  expect(curl).toMatch(/^curl /mu);
  expect(curl).toContain("41.35");
  expect(curl).toMatch(/Authorization: Bearer \$SELLER_TOKEN"/u);
});

test("an import is paused, goes on, and is cancelled with what it wrote", async () => {
  await importFile("many.csv", `${manyRows.toLocaleString("en")} of`);
  await seller.button(/^Write .* rows in Sandbox/u).click();
  // The file is more than a fifth of the portal's records.
  const question = workbench.dialog("rows would be written");
  await question.getByRole("button", { name: /^Write .* rows in Sandbox/u }).click();
  await seller.button("Pause").click();
  await seller.main.getByText("Paused", { exact: true }).waitFor();
  await workbench.screenshot("paused");
  await seller.button("Go on").click();
  await seller.button("Pause").waitFor();
  await seller.button("Cancel").click();
  await seller.main.getByText(/^Stopped; import the same file again/u).waitFor();
});

test("rows that were refused are saved as a file that can be mended and imported again", async () => {
  await importFile("few.csv", "2 of 3 rows can be written");
  await seller.button(/^Write 2 rows in Sandbox/u).click();
  await seller.main.getByText("Finished", { exact: true }).first().waitFor();
  await workbench.screenshot("refused");
  const path = join(connected.editor.workspace, "failed.csv");
  await seller.button("Save failed rows").click();
  await expect.poll(() => workbench.quickInput.field.inputValue()).toContain("few-failed.csv");
  await workbench.quickInput.enterPath(path);
  await expect.poll(() => existsSync(path) && readFileSync(path, "utf8")).toContain("99999999;32");
  const failed = readFileSync(path, "utf8");
  expect(failed).toContain("203;x");
  expect(failed).not.toContain("201;31");
});

test("the file that is open is imported, and its problem is on its line", async () => {
  await workbench.openFile("estoque.csv");
  await workbench.runCommand("AI Hub: Seller Portal: Journal of Writes");
  await seller.open("CSV import");
  await seller.button("Take the open file").click();
  await seller.button("Check all rows").click();
  await seller.main.getByText("1 of 2 rows can be written").waitFor();
  await seller.button(/^Write 1 row in Sandbox/u).click();
  await seller.main.getByText("Finished", { exact: true }).first().waitFor();
  await workbench.screenshot("import");
  await seller.button("Line 3").click();
  await workbench.page.locator(".tab.active").filter({ hasText: "estoque.csv" }).waitFor();
});

/** Takes a file from the disk by the editor's own dialog, and checks its rows. */
async function importFile(name: string, said: string): Promise<void> {
  await workbench.runCommand("AI Hub: Seller Portal: Import CSV");
  await workbench.quickInput.enterPath(join(connected.editor.workspace, name));
  await seller.main.getByRole("group", { name: new RegExp(`^${name}`, "u") }).waitFor();
  await seller.button("Check all rows").click();
  await seller.main.getByText(said).waitFor({ timeout: 60_000 });
}
