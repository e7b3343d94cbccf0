import { afterAll, beforeAll, expect, test } from "vitest";

import { sellerCalls } from "../../../src/seller/contract/calls.ts";
import { forms } from "./forms.ts";
import { SellerLab } from "./sellerLab.ts";

let lab: SellerLab;

beforeAll(async () => {
  lab = await SellerLab.start();
  await lab.page.attach({});
});

afterAll(async () => {
  await lab[Symbol.asyncDispose]();
});

test.each(forms)(
  "%s: the form checks, the dry run writes nothing, one confirmation writes once, and the portal has it",
  async (call, valuesOf) => {
    const values = valuesOf(lab.portal.sandbox.numeroPedido);
    expect((await lab.page.checkForm({ call, values })).canSend).toBe(true);
    const before = lab.writes.length;
    const planned = await lab.page.planWrite({ call, values });
    if (!planned.ok) {
      throw new Error(planned.message);
    }
    expect(lab.writes.length).toBe(before);
    const { plan } = planned;
    const written = await lab.page.sendWrite({ planId: plan.id });
    // The answer to a tracking or a cancellation is the whole order, of which only a reading is sure.
    const isOfOrder = call === "registerTracking" || call === "cancelOrder";
    expect(written).toMatchObject({ outcome: isOfOrder ? "accepted" : "done" });
    expect(lab.writes.slice(before)).toEqual([`${plan.method} ${new URL(plan.url).pathname}`]);
    const again = await lab.page.sendWrite({ planId: plan.id });
    expect(again.outcome).toBe("notSent");
    expect(lab.writes.length).toBe(before + 1);
    expect(await lab.page.recheck({ planId: plan.id })).toMatchObject({ ok: true, isThere: true });
    const { entries } = await lab.page.readJournal({ search: call.slice(0, 4), offset: 0 });
    expect(entries[0]).toMatchObject({ source: "form", outcome: "done", url: plan.url });
    expect(entries[0]?.isSeen === true).toBe(isOfOrder);
  },
);

test.each([
  "listProducts",
  "listStock",
  "listPrices",
  "listDeliveryTerms",
  "listMinimumOrders",
] as const)("%s: the list is read, searched, sorted, copied and exported", async (list) => {
  const view = await lab.page.openList({ list, refresh: true });
  if (!view.ok) {
    throw new Error(view.message);
  }
  const sortBy = view.columns[0]?.name ?? "";
  const query = { list, search: "", sortBy, isDescending: true };
  const { rows, matching } = await lab.page.readRows({ query, offset: 0, count: 3 });
  expect(matching).toBe(view.total);
  expect(rows.length).toBe(Math.min(3, view.total));
  const first = rows.map(([cell]) => cell);
  expect(first).toEqual(first.toSorted((one, other) => Number(other) - Number(one)));
  const none = { ...query, search: "no such thing anywhere" };
  expect((await lab.page.readRows({ query: none, offset: 0, count: 3 })).matching).toBe(0);
  expect(await lab.page.copyRows({ query, index: 0 })).toEqual({ count: 1 });
  expect(lab.copied.at(-1)?.split("\t").length).toBe(view.columns.length);
  expect(await lab.page.exportList({ list })).toEqual({ ok: true });
  expect(lab.saved.at(-1)?.text.split("\r\n").length).toBe(view.total + 2);
});

test("an order is shown with all that the portal says of it, and one that is not there is said so", async () => {
  const { numeroPedido } = lab.portal.sandbox;
  const order = await lab.page.readOrder({ numeroPedido });
  const parts = order.ok ? order.order : undefined;
  expect(JSON.parse(parts?.json ?? "")).toMatchObject({ numeroPedido });
  expect(parts).toMatchObject({
    numeroPedido,
    status: "Cancelado",
    at: expect.stringMatching(/^\d{4}-/u) as string,
    total: expect.any(Number) as number,
    history: [
      { status: "Recebido", by: "PORTAL" },
      { status: "Pagamento aprovado" },
      { status: "Em transporte", by: "SELLER" },
      { status: "Cancelado" },
    ],
  });
  expect(parts?.items[0]).toMatchObject({
    sku: expect.stringMatching(/^SKU-/u) as string,
    quantity: expect.any(Number) as number,
  });
  expect(parts?.address.at(-1)).toMatch(/^\d{5}-\d{3}$/u);
  const others = parts?.fields.map(({ name }) => name).join(" ");
  expect(others).toContain("valorFrete");
  expect(others).not.toMatch(/itens|historico|endereco/u);
  expect(await lab.page.readOrder({ numeroPedido: 999_999_999 })).toEqual({ ok: true });
});

test("after all of this every one of the fourteen calls was made", () => {
  const patterns = Object.entries(sellerCalls).map(
    ([id, { method, path }]) =>
      [id, method, new RegExp(`^${path.replaceAll(/\{\w+\}/gu, "[^/]+")}$`, "u")] as const,
  );
  const made = patterns.filter(([, method, path]) =>
    lab.sent.some((sent) => sent.method === method && path.test(new URL(sent.url).pathname)),
  );
  expect(made.map(([id]) => id)).toEqual(Object.keys(sellerCalls));
});

test("a row of a list fills its form, so that nothing has to be typed again", async () => {
  await lab.page.openList({ list: "listStock", refresh: false });
  const query = { list: "listStock" as const, search: "", isDescending: false };
  const { rows } = await lab.page.readRows({ query, offset: 0, count: 1 });
  const form = await lab.page.openForm({ call: "updateStock", row: { query, index: 0 } });
  expect(form.values["codigoProdutoMarketplace"]).toBe(String(rows[0]?.[0]));
});

test("errors are told while one types, and our reading is told apart from them", async () => {
  const values = { cepInicio: "0131000", cepFim: "20000000", "estado.codigo": "35" };
  const { problems, canSend } = await lab.page.checkForm({ call: "saveDeliveryTerm", values });
  expect(canSend).toBe(false);
  expect(problems.map(({ field, level }) => [field, level])).toEqual([
    ["cepInicio", "error"],
    ["cepFim", "warning"],
  ]);
  const odd = { ...values, cepInicio: "01310000" };
  expect((await lab.page.checkForm({ call: "saveDeliveryTerm", values: odd })).canSend).toBe(true);
});

test("a call is copied as code in the language of the open file, and never with a secret", async () => {
  await lab.page.snippet({ source: { kind: "list", list: "listPrices" }, to: "clipboard" });
  expect(lab.copied.at(-1)).toContain("urllib");
  await lab.page.snippet({ source: { kind: "token" }, to: "editor", language: "curl" });
  const { entries } = await lab.page.readJournal({ search: "", offset: 0 });
  const source = { kind: "journal" as const, id: entries[0]?.id ?? "" };
  await lab.page.snippet({ source, to: "clipboard", language: "curl" });
  const everything = [...lab.copied, ...lab.opened].join("\n");
  expect(everything).toContain("$SELLER_TOKEN");
  expect(everything).not.toContain(lab.portal.sandbox.clientSecret);
  expect(everything).not.toContain("eyJ");
});

test("the journal is exported whole, as JSON and as CSV", async () => {
  await lab.page.exportJournal({ format: "json" });
  const entries = JSON.parse(lab.saved.at(-1)?.text ?? "") as readonly { readonly call: string }[];
  expect(entries.map(({ call }) => call)).toEqual(forms.map(([call]) => call));
  await lab.page.exportJournal({ format: "csv" });
  expect(lab.saved.at(-1)?.text.trim().split("\r\n").length).toBe(entries.length + 1);
});
