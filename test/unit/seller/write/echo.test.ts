import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { ApiCallId } from "../../../../src/seller/contract/calls.ts";
import { refusesOutright } from "../../../../src/seller/contract/lists/outright.ts";
import { readOrder } from "../../../../src/seller/contract/lists/readOrder.ts";
import { echoOf } from "../../../../src/seller/write/echo.ts";

const stock = { parameters: { codigoProdutoMarketplace: 3, quantidadeEstoque: 9 } };
const price = {
  body: {
    produto: { codigo: 3 },
    estado: { codigo: 31 },
    valorPrecoBase: 21.9,
    dataInicio: "2026-12-01T03:00:00.000Z",
  },
};
const product = { body: { codigoProdutoSeller: "A1", descricao: "Café", peso: 1.5 } };
const tracking = { body: { numeroPedido: 55, codigoStatus: 20, codigoRastreamento: "BR1" } };

function levelOf(call: ApiCallId, input: object, answer: unknown): string {
  const { kind } = echoOf(call, input, answer);
  const refused = refusesOutright(answer, "write") || kind === "differs";
  return refused ? "refused" : kind === "agrees" ? "confirmed" : "unseen";
}

test.each([
  // The record as it was sent.
  ["confirmed", { codigoProdutoMarketplace: 3, quantidadeEstoque: 9 }],
  ["confirmed", { codigo_produto_marketplace: "3", QUANTIDADE_ESTOQUE: "9" }],
  ["confirmed", { sucesso: true, dados: { codigoProdutoMarketplace: 3, quantidadeEstoque: 9 } }],
  [
    "confirmed",
    {
      status: 200,
      erros: [],
      itens: [{ codigoProdutoMarketplace: 3, quantidadeEstoque: 9, dataAtualizacao: "2026-11-28" }],
    },
  ],
  // Another value.
  ["refused", { codigoProdutoMarketplace: 3, quantidadeEstoque: 103 }],
  ["refused", { quantidadeEstoque: 103 }],
  ["refused", { codigoProdutoMarketplace: 30, quantidadeEstoque: 9 }],
  ["refused", { codigoProdutoMarketplace: 30 }],
  ["refused", { mensagem: "ok", dados: { codigoProdutoMarketplace: 3, quantidadeEstoque: "8" } }],
  // Something beside the record that may take it back, or a part of it.
  ["unseen", { codigoProdutoMarketplace: 3, quantidadeEstoque: 9, situacao: "PENDENTE" }],
  ["unseen", { codigoProdutoMarketplace: 3, quantidadeEstoque: 9, mensagem: "Produto bloqueado" }],
  ["unseen", { codigoProdutoMarketplace: 3, quantidadeEstoque: 9, gravado: false }],
  ["unseen", { codigoProdutoMarketplace: 3, quantidadeEstoque: 9, codigoStatus: 99 }],
  ["unseen", { codigoProdutoMarketplace: 3, quantidadeEstoque: 9, codigo: 17 }],
  ["unseen", { recebido: { codigoProdutoMarketplace: 3, quantidadeEstoque: 9 }, rejeitados: 1 }],
  ["unseen", { quantidadeEstoque: 9 }],
  ["unseen", { codigoProdutoMarketplace: 3, quantidadeEstoque: null }],
  // Before and after, and the list of all.
  [
    "unseen",
    {
      antes: { codigoProdutoMarketplace: 3, quantidadeEstoque: 103 },
      depois: { codigoProdutoMarketplace: 3, quantidadeEstoque: 9 },
    },
  ],
  [
    "confirmed",
    [
      { codigoProdutoMarketplace: 1, quantidadeEstoque: 5 },
      { codigoProdutoMarketplace: 3, quantidadeEstoque: 9 },
    ],
  ],
  [
    "confirmed",
    {
      codigoProdutoMarketplace: 3,
      codigoProdutoSeller: "A1",
      descricao: "Café",
      quantidadeEstoque: 9,
    },
  ],
  ["unseen", undefined],
  ["unseen", "OK"],
  ["unseen", {}],
] as const)("a stock's answer is %s: %j", (level, answer) => {
  expect(levelOf("updateStock", stock, answer)).toBe(level);
});

test.each([
  ["confirmed", { ...price.body, valorPrecoBase: "21.90" }],
  ["confirmed", { ...price.body, dataInicio: "2026-12-01T00:00:00-03:00" }],
  ["refused", { ...price.body, valorPrecoBase: 2190 }],
  ["refused", { ...price.body, estado: { codigo: 35 } }],
  ["unseen", { ...price.body, dataInicio: "01/12/2026" }],
  ["unseen", { ...price.body, codigo: 17 }],
  ["unseen", { produto: { codigo: 3, estado: null } }],
] as const)("a price's answer is %s: %j", (level, answer) => {
  expect(levelOf("savePrice", price, answer)).toBe(level);
});

test.each([
  ["confirmed", { ...product.body, codigoProdutoMarketplace: 77 }],
  ["unseen", { ...product.body, descricao: "CAFE" }],
  ["unseen", { codigoProdutoSeller: "a1" }],
  ["refused", { ...product.body, codigoProdutoSeller: "B2" }],
  ["refused", { ...product.body, peso: 15 }],
] as const)("a product's answer is %s: %j", (level, answer) => {
  expect(levelOf("saveProduct", product, answer)).toBe(level);
});

test.each([
  ["confirmed", tracking.body],
  ["refused", { ...tracking.body, numeroPedido: 77 }],
  ["refused", { numeroPedido: 55, codigoStatus: 10 }],
  ["unseen", { numeroPedido: 55 }],
] as const)("a tracking's answer is %s: %j", (level, answer) => {
  expect(levelOf("registerTracking", tracking, answer)).toBe(level);
});

test("both values of a field that differs are named", () => {
  expect(
    echoOf("updateStock", stock, { codigoProdutoMarketplace: 3, quantidadeEstoque: 103 }),
  ).toEqual({
    kind: "differs",
    fields: [{ name: "quantidadeEstoque", sent: 9, answered: 103 }],
  });
});

test.each(["refused", "refusedInWords"])("no answer of %s.jsonl confirms", (file) => {
  const path = join(import.meta.dirname, "../../../fixtures/writeAnswers", `${file}.jsonl`);
  for (const line of readFileSync(path, "utf8").trim().split("\n")) {
    expect([line, levelOf("updateStock", stock, JSON.parse(line))]).not.toContain("confirmed");
  }
});

test("a deep or wide answer ends", () => {
  const deep: unknown = JSON.parse('{"a":'.repeat(5_000) + "1" + "}".repeat(5_000));
  const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`f${n}`, { n }]));
  expect([deep, wide].map((answer) => echoOf("updateStock", stock, answer).kind)).toEqual([
    "none",
    "none",
  ]);
});

test.each([
  [
    {
      historico: [{ codigoStatus: 10 }, { codigoStatus: 30 }],
      pedido: { numeroPedido: 55, codigoStatus: 40 },
    },
    40,
  ],
  [
    { transportadora: { nomeTransportadora: "X" }, dados: { numeroPedido: 55, codigoStatus: 20 } },
    20,
  ],
  [{ numeroPedido: 77, codigoStatus: 10 }, undefined],
  [{ present: false }, undefined],
  [{ numeroPedido: null, codigoStatus: null }, undefined],
  [{ numero_pedido: "55", codigo_status: 30 }, 30],
  [
    [
      { numeroPedido: 54, codigoStatus: 10 },
      { numeroPedido: 55, codigoStatus: 20 },
    ],
    20,
  ],
  [{ pedido: { numero: 55, codigoStatus: 30 } }, 30],
  [{ cliente: { endereco: { numero: 55 } }, codigoStatus: 30 }, undefined],
  // A history of the order is not the order.
  [
    {
      historico: [
        { numeroPedido: 55, codigoStatus: 10 },
        { numeroPedido: 55, codigoStatus: 20 },
      ],
    },
    undefined,
  ],
  [
    {
      historico: [
        { numeroPedido: 55, codigoStatus: 10 },
        { numeroPedido: 55, codigoStatus: 20 },
      ],
      dados: { pedido: { numeroPedido: 55, codigoStatus: 40 } },
    },
    40,
  ],
  // Two parts of it are one.
  [
    {
      rastreio: { numeroPedido: 55, codigoRastreamento: "X" },
      pedido: { numeroPedido: 55, codigoStatus: 20 },
    },
    20,
  ],
  [
    { a: { numeroPedido: 55, codigoStatus: 10 }, b: { numeroPedido: 55, codigoStatus: 20 } },
    undefined,
  ],
] as const)("order 55 in %j has status %s", (answer, status) => {
  expect(readOrder(answer, 55)?.["codigoStatus"]).toBe(status);
});
