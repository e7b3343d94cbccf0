import type { Page } from "playwright-core";

import { csvFile, type SellerLab } from "../../integration/sellerPage/sellerLab.ts";

interface Scene {
  readonly name: string;
  readonly prepare: (page: Page, lab: SellerLab) => Promise<unknown>;
}

const go = async (page: Page, place: string): Promise<void> => {
  await page.locator(`#place-${place}`).click();
  // Until then the first row may be that of the place before.
  await page.locator(`#place-${place}[aria-selected=true]`).waitFor();
};

const firstRow = (page: Page): ReturnType<Page["locator"]> => page.locator("#row-0");

const openStockForm = async (page: Page): Promise<void> => {
  await go(page, "listStock");
  await firstRow(page).waitFor();
  await page.getByRole("grid").press("Enter");
  await page.locator(".form-pane input").nth(1).fill("87");
};

const review = async (page: Page): Promise<void> => {
  await openStockForm(page);
  await page.locator(".form-pane button[type=submit]").click();
  await page.locator(".plan .changes").waitFor();
};

// Not the first button: in a made table that writes.
const chooseFile = /^(?:Choose a file|Escolher um arquivo)$/u;

const checkPicked = async (page: Page): Promise<void> => {
  await go(page, "import");
  await page.getByRole("button", { name: chooseFile }).click();
  await page.locator('[data-stage="chosen"] > .button').click();
};

const lookUp = async (page: Page, { portal }: SellerLab): Promise<void> => {
  await go(page, "orders");
  // Not the search of the place that was shown before.
  const field = page.locator(".toolbar input[inputmode=numeric]");
  await field.fill(String(portal.sandbox.numeroPedido));
  await page.locator(".toolbar button[type=submit]").click();
  await page.locator(".order").waitFor();
};

const typeTracking = async (page: Page, { portal }: SellerLab): Promise<void> => {
  await go(page, "orders");
  await page.locator(".toolbar .button.quiet").first().click();
  await page.locator(".track-many textarea").fill(`${portal.sandbox.numeroPedido}\tBR12345`);
};

const csv =
  "codigoProdutoMarketplace;quantidadeEstoque\n101;5\n102;7,89E+12\n103;12\n101;6\n104;0\n";

/** Every place and state of the portal that is drawn in the gallery. */
export const sellerScenes: readonly Scene[] = [
  {
    name: "catalogue",
    prepare: async (page) => {
      await go(page, "listProducts");
      await firstRow(page).locator(".cell-text").first().waitFor();
    },
  },
  { name: "form", prepare: openStockForm },
  {
    name: "form-problems",
    prepare: async (page) => {
      await go(page, "listDeliveryTerms");
      await firstRow(page).waitFor();
      await page.locator(".toolbar .button.small").first().click();
      const inputs = page.locator(".form-pane input");
      await inputs.nth(0).fill("35");
      await inputs.nth(1).fill("0131000");
      await inputs.nth(2).fill("20000000");
      await page.locator(".problem.error").waitFor();
    },
  },
  { name: "review", prepare: review },
  {
    name: "order",
    prepare: async (page, lab) => {
      await lookUp(page, lab);
      await page.locator(".toolbar .codicon-ellipsis").click();
      await page.locator(".more-actions").waitFor();
    },
  },
  {
    name: "tracking",
    prepare: async (page, lab) => {
      await lookUp(page, lab);
      await page.locator(".toolbar .button.quiet").nth(1).click();
      await page.locator(".form-pane select").waitFor();
    },
  },
  {
    name: "bulk-review",
    prepare: async (page) => {
      await go(page, "listPrices");
      await firstRow(page).locator(".cell-text").first().waitFor();
      const grid = page.getByRole("grid");
      await grid.press(" ");
      await grid.press("ArrowDown");
      await grid.press(" ");
      await page.locator(".bulk select").selectOption("percent");
      await page.locator(".bulk-value").fill("5");
      await page.locator(".bulk button[type=submit]").click();
      await page.locator(".rows-in-words input").first().waitFor();
      await page.locator(".rows-in-words input").first().uncheck();
      await page.locator(".left-out").waitFor();
    },
  },
  {
    name: "track-many",
    prepare: typeTracking,
  },
  {
    name: "track-review",
    prepare: async (page, lab) => {
      await typeTracking(page, lab);
      await page.locator(".track-many select").selectOption("other");
      await page.locator(".track-many select + input").fill("50");
      await page.locator(".track-many button[type=submit]").click();
      await page.locator(".rows-in-words input").first().waitFor();
    },
  },
  {
    name: "import-questions",
    prepare: async (page, lab) => {
      const text = "SKU\tDescrição\tPeso\nSKU-00001\t#REF!\t1.000\nSKU-00002\tCafé\t2.000\n";
      lab.picked = csvFile(text, "produtos.txt");
      await checkPicked(page);
      await page.locator(".import-question").first().waitFor();
    },
  },
  {
    name: "import-columns",
    prepare: async (page, lab) => {
      lab.picked = csvFile("Produto;Estoque;Disponível\n1;50;40\n2;60;50\n", "estoque.csv");
      await go(page, "import");
      await page.getByRole("button", { name: chooseFile }).click();
      await page.locator(".import > .problem.error").waitFor();
    },
  },
  {
    name: "accepted",
    prepare: async (page, lab) => {
      lab.intercept = ({ method }) =>
        method === "PUT" ? Promise.resolve(Response.json({})) : undefined;
      await review(page);
      await page.locator(".plan > .buttons .button").first().click();
      await page.locator('[data-outcome="accepted"]').waitFor();
      await page.locator(".write-end > [role=status]").waitFor();
      await page.locator(".write-end").scrollIntoViewIfNeeded();
      lab.intercept = () => undefined;
    },
  },
  {
    name: "import-rows",
    prepare: async (page, lab) => {
      const prices = "SKU;UF;Preço;Início\nSKU-00001;MG;1.234,56;01/12/2026\nSKU-00002;SP;9,90;x\n";
      lab.picked = csvFile(prices, "precos.csv");
      await checkPicked(page);
      await page.locator(".rows-filter select").selectOption("all");
      await page.locator(".import-rows .invalid").waitFor();
      await page.locator(".import-rows").scrollIntoViewIfNeeded();
      await page.locator(".import-rows input[type=checkbox]").uncheck();
      await page.locator(".import-rows .left-out").waitFor();
    },
  },
  {
    name: "import",
    prepare: async (page, lab) => {
      lab.picked = csvFile(`${csv}${await presentStock(lab)}\n`, "estoque.csv");
      await checkPicked(page);
      await page.locator(".line-problems").waitFor();
    },
  },
  {
    name: "import-reading",
    prepare: async (page, lab) => {
      lab.intercept = ({ url }) =>
        url.includes("/estoques/buscar") ? new Promise(() => undefined) : undefined;
      await page.locator(".check > .button").click();
      await page.locator(".import-progress .button").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "import-finished",
    prepare: async (page, lab) => {
      lab.intercept = () => undefined;
      await page.locator(".import-progress .button").click();
      await page.locator(".check > .button").click();
      await page.locator('[data-stage="finished"]').waitFor();
    },
  },
  {
    name: "import-refused",
    prepare: async (page, lab) => {
      lab.intercept = ({ url }) =>
        url.includes("/estoques/atualizar/103/")
          ? Promise.resolve(Response.json({ erro: "Produto bloqueado" }, { status: 403 }))
          : undefined;
      lab.picked = csvFile("codigo marketplace;saldo\n101;7\n102;8\n103;13\n", "saldos.csv");
      await page.getByRole("button", { name: chooseFile }).click();
      await page.locator('[data-stage="chosen"] > .button').click();
      await page.locator(".check > .button").click();
      await page.locator(".refused-row").waitFor();
    },
  },
  {
    name: "response",
    prepare: async (page) => {
      await go(page, "listStock");
      await firstRow(page).waitFor();
      await page.locator(".toolbar .codicon-diff").click();
      await page.locator(".response-body").waitFor();
    },
  },
  {
    name: "reading",
    prepare: async (page, lab) => {
      await go(page, "listDeliveryTerms");
      await firstRow(page).waitFor();
      lab.intercept = ({ url }) => {
        const asked = new URL(url);
        const content = Array.from({ length: 20 }, (_, code) => ({ cepInicio: String(code) }));
        return asked.pathname.endsWith("/prazos/buscar")
          ? asked.searchParams.has("page")
            ? new Promise(() => undefined)
            : Promise.resolve(Response.json({ content, number: 0, size: 20, totalElements: 50 }))
          : undefined;
      };
      await page.locator(".toolbar .codicon-refresh").click();
      await page.locator(".place-main .button.small.quiet").waitFor();
      lab.intercept = () => undefined;
    },
  },
  {
    name: "journal-response",
    prepare: async (page) => {
      await go(page, "journal");
      await page.locator(".entry[data-outcome] > details > summary").first().click();
      await page.locator(".entry[data-outcome] > [open] > .buttons button").last().click();
      await page.locator(".response-pane").waitFor();
    },
  },
  {
    name: "journal",
    prepare: async (page) => {
      await go(page, "journal");
      await page.locator(".entry summary").first().click();
    },
  },
  {
    name: "bulk",
    prepare: async (page) => {
      await go(page, "listPrices");
      await firstRow(page).locator(".cell-text").first().waitFor();
      const grid = page.getByRole("grid");
      await grid.press(" ");
      await grid.press("ArrowDown");
      await grid.press(" ");
      await grid.press("F2");
      await page.locator(".value-input").waitFor();
    },
  },
  {
    name: "product",
    prepare: async (page) => {
      await go(page, "listStock");
      await firstRow(page).locator(".cell-text").first().waitFor();
      await page.locator(".toolbar .codicon-book").click();
      await page.locator(".product-states").waitFor();
    },
  },
  {
    name: "undo",
    prepare: async (page, lab) => {
      const values = { codigoProdutoMarketplace: "2", quantidadeEstoque: "4321" };
      const planned = await lab.page.planWrite({ call: "updateStock", values });
      await lab.page.sendWrite({ planId: planned.ok ? planned.plan.id : "" });
      await go(page, "journal");
      await page.locator(".entry summary").first().click();
      await page.locator(".entry .button").first().click();
      await page.locator(".plan .changes").waitFor();
    },
  },
  {
    name: "leaving",
    prepare: async (page) => {
      await openStockForm(page);
      await page.keyboard.press("Escape");
      await page.locator(".leaving").waitFor();
    },
  },
  {
    name: "danger",
    prepare: async (page) => {
      await openStockForm(page);
      await page.locator(".form-pane input").nth(1).fill("0");
      await page.locator(".form-pane button[type=submit]").click();
      await page.locator(".plan-danger").waitFor();
    },
  },
];

/** A row of what the portal has already. */
async function presentStock({ back }: SellerLab): Promise<string> {
  const stock = await back.desks
    .desk()
    ?.client.list("listStock", { signal: AbortSignal.timeout(20_000) });
  const { codigoProdutoMarketplace: code, quantidadeEstoque: quantity } =
    stock?.entries.at(-1) ?? {};
  return `${String(code)};${String(quantity)}`;
}
