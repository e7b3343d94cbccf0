import { expect, test } from "vitest";

import { chooseTool } from "../../../../../src/hubServer/lab/demo/toolChoice.ts";
import { sellerTools } from "../../../../../src/seller/contract/toolSchemas.ts";

/** As a chat offers them. */
const tools = sellerTools.map(({ name, description, parameters }) => ({
  name,
  description,
  parameters: { ...parameters },
}));

test.each([
  [
    "altere o estoque do 123 para 50",
    "seller_update_stock",
    { codigoProdutoMarketplace: 123, quantidadeEstoque: 50 },
  ],
  [
    "set the stock of 123 to 50",
    "seller_update_stock",
    { codigoProdutoMarketplace: 123, quantidadeEstoque: 50 },
  ],
  ["mostre o pedido 555", "seller_get_order", { numeroPedido: 555 }],
  ["show order 555", "seller_get_order", { numeroPedido: 555 }],
  ["cancele o pedido 555", "seller_cancel_order", { numeroPedido: 555 }],
  ["liste o catálogo", "seller_list_products", {}],
  ["liste o estoque", "seller_list_stock", {}],
  ["quais são os preços?", "seller_list_prices", {}],
  ["quais são os pedidos mínimos?", "seller_list_minimum_orders", {}],
  ["prazos de entrega", "seller_list_delivery_terms", {}],
])("%s calls %s", (question, name, fields) => {
  const choice = { isRequired: false, name: undefined };
  expect(chooseTool(question, tools, choice)).toEqual({ kind: "call", name, fields });
});

test("what only asks to see something never changes it", () => {
  const choice = { isRequired: false, name: undefined };
  for (const question of ["o pedido 555", "estoque do 123", "preço do produto 123"]) {
    const decision = chooseTool(question, tools, choice);
    expect(decision?.name ?? "").not.toMatch(/save|update|cancel|register/u);
  }
});
