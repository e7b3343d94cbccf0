import { expect, test } from "vitest";

import { SellerLab } from "../../integration/sellerPage/sellerLab.ts";
import { openSeller } from "./openSeller.ts";

const canary = "https://canary.example/leak";
const evil = `"><img src="${canary}" onerror="globalThis.pwned=1"><script>globalThis.pwned=1</script>`;
/** Reads as "preço 10.00" and is something else. */
const hidden = "preço \u202E00.01\u202C\u200B\u{E0041}";

/** A portal whose every text is an attack, or hides something. */
function hostileLab(entries: readonly object[]): Promise<SellerLab> {
  return SellerLab.start().then((lab) => {
    lab.intercept = ({ method, url }) =>
      method === "GET" && url.includes("/produtos/buscar")
        ? Promise.resolve(Response.json(entries))
        : undefined;
    return lab;
  });
}

test("what a portal says is text: nothing of it runs or is fetched, in the list, the form or the review", async () => {
  const product = {
    codigoProdutoSeller: evil,
    codigoProdutoMarketplace: evil,
    nome: `${evil}${hidden}`,
    descricao: `${evil}${hidden}`,
    urlFoto: `javascript:${evil}`,
    __proto__: evil,
    [evil]: evil,
  };
  await using lab = await hostileLab([product, { descricao: { [evil]: [evil] } }, evil as never]);
  const { page, problems } = await openSeller({ lab });
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).hostname !== "127.0.0.1") {
      foreign.push(request.url());
    }
  });
  await page.locator("#place-listProducts").click();
  await page.locator("#row-0").waitFor();
  await page.getByRole("grid").press("Enter");
  await page.locator(".form-pane").waitFor();
  await expect
    .poll(() => page.locator("img, script:not([nonce]), iframe, a[href^=javascript]").count())
    .toBe(0);
  expect(await page.evaluate(() => "pwned" in globalThis)).toBe(false);
  expect({ problems, foreign }).toEqual({ problems: [], foreign: [] });
});

test("the response pane draws an answer and its headers as text, and Esc gives the focus back", async () => {
  await using lab = await SellerLab.start();
  const attack = `${evil}${hidden}[x](command:workbench.action.quit)\u001B[31m`;
  lab.intercept = ({ method, url }) =>
    method === "GET" && url.includes("/produtos/buscar")
      ? Promise.resolve(
          new Response(JSON.stringify({ erro: attack }), {
            status: 400,
            headers: { "x-evil": evil, "content-type": "text/html" },
          }),
        )
      : undefined;
  const { page, problems } = await openSeller({ lab });
  await page.locator("#place-listProducts").click();
  await page.getByRole("alert").waitFor();
  const button = page.getByRole("button", { name: "Request and answer" });
  await button.click();
  const pane = page.getByRole("complementary", { name: "Request and answer" });
  await pane.getByText("Headers").last().click();
  await expect.poll(() => pane.textContent()).toContain("<img src=");
  await expect.poll(() => pane.locator(".response-body").textContent()).toContain("U+202E");
  expect(await page.locator("img, script:not([nonce]), iframe, a").count()).toBe(0);
  expect(await page.evaluate(() => "pwned" in globalThis)).toBe(false);
  await pane.getByRole("button", { name: "Raw" }).press("Escape");
  await pane.waitFor({ state: "detached" });
  await expect
    .poll(() => button.evaluate((element) => element === document.activeElement))
    .toBe(true);
  expect(problems).toEqual([]);
});

test("what hides in a text is seen before it is written", async () => {
  await using lab = await SellerLab.start();
  const { page } = await openSeller({ lab });
  await page.locator("#place-listProducts").click();
  await page.locator("#row-0").waitFor();
  await page.getByRole("grid").press("Enter");
  await page.locator(".form-pane").getByLabel("Description").fill(hidden);
  await page.locator(".form-pane button[type=submit]").click();
  await page.locator(".plan .changes").waitFor();
  const shown = await page.locator(".plan .changes").textContent();
  for (const code of ["U+202E", "U+202C", "U+200B", "U+E0041"]) {
    expect(shown).toContain(code);
  }
  expect(lab.writes).toEqual([]);
});
