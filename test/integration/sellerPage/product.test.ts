import { afterAll, beforeAll, expect, test } from "vitest";

import type { ProductView } from "../../../src/shared/sellerPage/product.ts";
import type { SellerListId } from "../../../src/shared/sellerPage/sellerState.ts";
import { SellerLab } from "./sellerLab.ts";

let lab: SellerLab;

beforeAll(async () => {
  lab = await SellerLab.start();
});

afterAll(() => lab[Symbol.asyncDispose]());

async function openFirst(list: SellerListId): Promise<Extract<ProductView, { ok: true }>> {
  await lab.page.openList({ list, refresh: false });
  const query = { list, search: "", isDescending: false };
  const product = await lab.page.openProduct({ row: { query, index: 0 } });
  if (!product.ok) {
    throw new Error(product.message);
  }
  return product;
}

test("a product is joined from all lists, whichever it was opened from", async () => {
  const product = await openFirst("listProducts");
  expect(product).toMatchObject({
    key: { code: "1", sellerCode: "SKU-00001" },
    name: "Café Tradicional Serra Clara 250 g",
    problems: [],
    isIncomplete: false,
  });
  const [state] = product.states;
  const { from, price, days, minimum } = state ?? {};
  expect(state).toMatchObject({ label: "MG", code: 31, until: null });
  expect(
    [product.stock, price, minimum, days?.least, days?.most].map((value) => typeof value),
  ).toEqual(Array.from({ length: 5 }, () => "number"));
  expect(from).toMatch(/T.*Z$/u);
  expect(await openFirst("listStock")).toEqual(product);
  expect(await openFirst("listPrices")).toEqual(product);
});

test("what the page shows is changed by the same forms, filled from the portal's record", async () => {
  const { key, states } = await openFirst("listProducts");
  const { code, price } = states[0] ?? {};
  const form = await lab.page.openForm({
    call: "savePrice",
    product: { key, ...(code !== undefined && { state: code }) },
  });
  expect(form.values).toMatchObject({
    "produto.codigo": "1",
    "estado.codigo": String(code),
    valorPrecoBase: String(price),
  });
});

test("of two prices in a state, the one whose pencil was pressed is changed", async () => {
  await using other = await SellerLab.start();
  const price = { produto: { codigo: 1 }, estado: { codigo: 31 } };
  const now = { ...price, valorPrecoBase: 10.5, dataInicio: "2026-01-01T03:00:00.000Z" };
  const later = { ...price, valorPrecoBase: 99.9, dataInicio: "2027-01-01T03:00:00.000Z" };
  other.intercept = ({ url }) =>
    url.includes("/precos/buscar") ? Promise.resolve(Response.json([now, later])) : undefined;
  const product = await other.page.openProduct({ key: { code: "1" } });
  const states = product.ok ? product.states : [];
  expect(states.map(({ price: shown }) => shown)).toEqual([10.5, 99.9]);
  const forms = states.map(({ from }) =>
    other.page.openForm({
      call: "savePrice",
      product: { key: { code: "1" }, state: 31, from },
    }),
  );
  const filled = await Promise.all(forms);
  expect(filled.map(({ values }) => values["valorPrecoBase"])).toEqual(["10.5", "99.9"]);
});

test("a product is never joined from the lists of two environments", async () => {
  await using other = await SellerLab.start();
  let isFirst = true;
  other.intercept = ({ url }) => {
    if (isFirst && url.includes("/estoques/buscar")) {
      isFirst = false;
      other.back.desks.select("lab");
    }
    return undefined;
  };
  expect(await other.page.openProduct({ key: { code: "1" } })).toEqual({
    ok: false,
    message: "stalePlan",
  });
});

test("a list that cannot be read is named, and the rest of the product is shown", async () => {
  await using other = await SellerLab.start();
  other.intercept = ({ url }) =>
    url.includes("/prazos/buscar") ? Promise.resolve(new Response("", { status: 403 })) : undefined;
  const product = await other.page.openProduct({ key: { code: "1" } });
  expect(product).toMatchObject({ ok: true, problems: ["forbidden"] });
  const states = product.ok ? product.states : [];
  expect([states.length > 0, states.some(({ days }) => days)]).toEqual([true, false]);
});

test("a refreshed product is read from the portal again, and says how old its oldest list is", async () => {
  await using other = await SellerLab.start();
  const first = await other.page.openProduct({ key: { code: "1" } });
  const reads = (): number => other.sent.filter(({ url }) => url.includes("/buscar")).length;
  const before = reads();
  expect(await other.page.openProduct({ key: { code: "1" } })).toEqual(first);
  expect(reads()).toBe(before);
  other.intercept = ({ url }) =>
    url.includes("/estoques/buscar")
      ? Promise.resolve(
          Response.json([
            { codigoProdutoMarketplace: 1, quantidadeEstoque: 4_242, descricao: "x" },
          ]),
        )
      : undefined;
  const again = await other.page.openProduct({ key: { code: "1" }, refresh: true });
  expect(again).toMatchObject({ ok: true, stock: 4_242 });
  expect(timeOf(again)).toBeGreaterThanOrEqual(timeOf(first));
  // Its forms are filled from the same reading.
  const form = await other.page.openForm({ call: "updateStock", product: { key: { code: "1" } } });
  expect(form.values["quantidadeEstoque"]).toBe("4242");
});

test("the reading of a product is stopped, and what was read before stays", async () => {
  await using other = await SellerLab.start();
  const first = await other.page.openProduct({ key: { code: "1" } });
  const before = other.sent.length;
  const asked = new Promise<void>((resolve) => {
    other.intercept = ({ url }) =>
      url.includes("/precos/buscar") ? (resolve(), new Promise(() => undefined)) : undefined;
  });
  const reading = other.page.openProduct({ key: { code: "1" }, refresh: true });
  await asked;
  await other.page.cancelProduct({});
  expect(await reading).toEqual({ ok: false, message: "cancelled" });
  const after = other.sent.slice(before).map(({ url }) => url);
  expect(after.some((url) => url.includes("/prazos/"))).toBe(false);
  expect(await other.page.openProduct({ key: { code: "1" } })).toEqual(first);
});

function timeOf(product: ProductView): number {
  return (product.ok ? product.readAt : undefined) ?? Number.NaN;
}
