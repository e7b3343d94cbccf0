import { afterAll, beforeAll, expect, test } from "vitest";

import type { FormId, FormValues, PlanView } from "../../../src/shared/sellerPage/sellerState.ts";
import { deferred } from "../../support/deferred.ts";
import { SellerLab } from "./sellerLab.ts";

let lab: SellerLab;
let name: string;

beforeAll(async () => {
  lab = await SellerLab.start();
  const { entries } = (await lab.back.desks
    .desk()
    ?.client.list("listProducts", { signal: AbortSignal.timeout(20_000) })) ?? { entries: [] };
  const product = entries.find((entry) => entry["codigoProdutoMarketplace"] === 123);
  name = String(product?.["descricao"]);
});

afterAll(() => lab[Symbol.asyncDispose]());

async function plan(call: FormId, values: FormValues): Promise<PlanView> {
  const planned = await lab.page.planWrite({ call, values });
  if (!planned.ok) {
    throw new Error(planned.message);
  }
  return planned.plan;
}

const price = { "produto.codigo": "123", "estado.codigo": "31", valorPrecoBase: "21.35" };

const reads = (): number => lab.sent.filter(({ url }) => url.includes("/produtos/buscar")).length;

test("a planned price names its product and state, and the catalogue is read for it only once", async () => {
  expect((await plan("savePrice", price)).act).toBe(`savePrice ${name} · MG in Lab`);
  const before = reads();
  await plan("savePrice", price);
  expect(reads()).toBe(before);
});

test("a planned stock names its product", async () => {
  const values = { codigoProdutoMarketplace: "123", quantidadeEstoque: "7" };
  expect((await plan("updateStock", values)).act).toBe(`updateStock ${name} in Lab`);
});

test("a portal that refuses the lists of names gives a plan with codes", async () => {
  await using other = await SellerLab.start();
  other.intercept = ({ url }) =>
    /(?:produtos|estoques)\/buscar/u.test(url)
      ? Promise.resolve(new Response("", { status: 403 }))
      : undefined;
  const planned = await other.page.planWrite({ call: "savePrice", values: price });
  expect(planned).toMatchObject({ ok: true, plan: { act: "savePrice 123 · MG in Lab" } });
});

test("an act that cannot be taken back, or a stock of zero, is dangerous, and another is not", async () => {
  const { numeroPedido } = lab.portal.sandbox;
  const order = { numeroPedido: String(numeroPedido), codigoMotivoCancelamento: "1" };
  const stock = (quantidadeEstoque: string): Promise<PlanView> =>
    plan("updateStock", { codigoProdutoMarketplace: "123", quantidadeEstoque });
  expect((await plan("cancelOrder", order)).danger).toBe("finalAct");
  expect((await stock("0")).danger).toBe("zero 1, jumps 0 0");
  expect((await stock("7")).danger).toBeUndefined();
});

test("a list is searched without accents and whatever the case", async () => {
  await lab.page.openList({ list: "listProducts", refresh: true });
  const matching = async (search: string): Promise<number> => {
    const query = { list: "listProducts" as const, search, isDescending: false };
    return (await lab.page.readRows({ query, offset: 0, count: 1 })).matching;
  };
  const accented = await matching("café");
  expect(accented).toBeGreaterThan(0);
  expect(await matching("CAFE")).toBe(accented);
});

const columnNames = async (one: SellerLab): Promise<readonly string[]> => {
  const view = await one.page.openList({ list: "listPrices", refresh: false });
  return view.ok ? view.columns.map((column) => column.name) : [];
};

const firstPrice = async (one: SellerLab, search: string) => {
  const query = { list: "listPrices" as const, search, isDescending: false };
  const { matching, rows } = await one.page.readRows({ query, offset: 0, count: 1 });
  return { matching, row: rows[0] };
};

test("prices and a bare stock show the seller's own codes, and are found by them", async () => {
  await using other = await SellerLab.start();
  const bare = [{ codigoProdutoMarketplace: 2, quantidadeEstoque: 7 }];
  other.intercept = ({ url }) =>
    url.includes("/estoques/buscar") ? Promise.resolve(Response.json(bare)) : undefined;
  for (const list of ["listPrices", "listStock"] as const) {
    const view = await other.page.openList({ list, refresh: false });
    const sku = view.ok ? view.columns.findIndex((one) => one.name === "codigoProdutoSeller") : -1;
    const query = { list, search: "sku-00002", isDescending: false };
    await expect
      .poll(async () => {
        const { rows } = await other.page.readRows({ query, offset: 0, count: 1 });
        return rows[0]?.[sku];
      })
      .toBe("SKU-00002");
  }
});

test("prices name their products, and are found by the name", async () => {
  await using other = await SellerLab.start();
  const columns = await columnNames(other);
  const [code, called] = [columns.indexOf("produto.codigo"), columns.indexOf("descricao")];
  expect(called).toBe(code + 2);
  const first = "Café Tradicional Serra Clara 250 g";
  // On a busy machine the catalogue may take longer than the prices wait for it.
  await expect
    .poll(async () => {
      const { row } = await firstPrice(other, "");
      return [row?.[code], row?.[called]];
    })
    .toEqual([1, first]);
  expect((await firstPrice(other, first)).matching).toBeGreaterThan(0);
});

test("prices of a portal that refuses the catalogue are shown with codes", async () => {
  await using other = await SellerLab.start();
  other.intercept = ({ url }) =>
    url.includes("/produtos/buscar")
      ? Promise.resolve(new Response("", { status: 403 }))
      : undefined;
  const columns = await columnNames(other);
  const { row } = await firstPrice(other, "");
  expect(row?.[columns.indexOf("produto.codigo")]).toBe(1);
  expect(row?.[columns.indexOf("descricao")]).toBeNull();
});

test("the prices do not wait for a catalogue that takes long, and have its names once they are there", async () => {
  await using other = await SellerLab.start();
  const { promise, resolve } = deferred<undefined>();
  other.intercept = ({ url }) =>
    url.includes("/produtos/buscar") ? promise.then(() => Response.json(late)) : undefined;
  const columns = await columnNames(other);
  const called = columns.indexOf("descricao");
  expect((await firstPrice(other, "")).row?.[called]).toBeNull();
  resolve(undefined);
  await expect.poll(async () => (await firstPrice(other, "")).row?.[called]).toBe("Late name");
});

const late = [{ codigoProdutoMarketplace: 1, descricao: "Late name" }];
