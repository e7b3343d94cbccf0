import { expect, test } from "vitest";

import { orderView } from "../../../../src/extension/seller/page/orderView.ts";
import { StatusNames } from "../../../../src/extension/seller/page/statusNames.ts";

const words = {
  statuses: new Map([[50, "Em transporte"]]),
  product: () => ({ name: "Café 1", sku: "SKU-1" }),
};

test("an order of another spelling has its head, its items and its address", () => {
  const order = {
    pedido: 55,
    status: { codigo: 50 },
    data_compra: "2026-11-01T10:00:00Z",
    valor_total: "1.234,56",
    comprador: { nome: "Ana" },
    entrega: { rua: "Rua A", numero: 10, cidade: "Ouro Preto", uf: "MG", cep: "35400000" },
    produtos: [{ codigo_produto: 101, qtd: "2", preco_unitario: "10.50" }],
    eventos: [{ data: "2026-11-02", descricao: "Postado" }],
    observacao: "portaria",
  };
  const { json, ...view } = orderView(order, 55, words);
  expect(JSON.parse(json)).toEqual(order);
  expect(view).toEqual({
    numeroPedido: 55,
    status: "Em transporte",
    at: "2026-11-01T10:00:00Z",
    total: 1234.56,
    customer: "Ana",
    address: ["Rua A, 10", "Ouro Preto/MG", "35400-000"],
    tracking: { code: null, carrier: null, url: null },
    items: [{ sku: "SKU-1", code: 101, name: "Café 1", quantity: 2, price: 10.5, total: null }],
    history: [{ at: "2026-11-02", status: "Postado" }],
    fields: [
      { name: "status.codigo", value: 50 },
      { name: "observacao", value: "portaria" },
    ],
  });
});

test("an order of which nothing is known is shown field by field", () => {
  const { fields, items, status } = orderView({ foo: 1, bar: { baz: "x" } }, 7, words);
  expect([fields, items, status]).toEqual([
    [
      { name: "foo", value: 1 },
      { name: "bar.baz", value: "x" },
    ],
    [],
    undefined,
  ]);
});

test("another record's status is not the order's", () => {
  const order = { numeroPedido: 1, pagamento: { codigoStatus: 3, descricaoStatus: "Pago" } };
  expect(orderView(order, 1, words).status).toBeUndefined();
});

test("the names of statuses are kept for the portal that showed them", () => {
  const kept = new Map<string, unknown>();
  const memory = {
    get: (key: string) => kept.get(key),
    set: (key: string, value: unknown) => void kept.set(key, value),
  };
  const portal = { baseUrl: "https://one.example" };
  const history = [{ codigoStatus: 10, descricaoStatus: "Recebido" }, { codigoStatus: 20 }];
  new StatusNames(memory).learn(portal, {
    historico: history,
    status: { codigo: "50", nome: "Enviado" },
  });
  const later = new StatusNames(memory);
  expect([...later.of(portal)]).toEqual([
    [10, "Recebido"],
    [50, "Enviado"],
  ]);
  expect(later.of({ baseUrl: "https://other.example" }).size).toBe(0);
});
