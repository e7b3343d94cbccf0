import { expect, test } from "vitest";

import { readField } from "../../../../src/seller/csv/fieldReading.ts";
import { suggestMapping } from "../../../../src/seller/csv/importTarget.ts";

test.each([
  ["01/12/2026", "dataInicio", "2026-12-01T00:00:00.000Z"],
  ["1/2/2026", "dataInicio", "2026-02-01T00:00:00.000Z"],
  ["2026-12-01", "dataInicio", "2026-12-01T00:00:00.000Z"],
  ["31.12.2026", "dataFim", "2026-12-31T23:59:59.999Z"],
  ["31/12/2026 14:30", "dataFim", "2026-12-31T14:30:00.000Z"],
  ["2026-12-01T08:15:10", "dataInicio", "2026-12-01T08:15:10.000Z"],
  ["2026-12-01T08:15:10.123Z", "dataInicio", "2026-12-01T08:15:10.123Z"],
])("the date %j as %s is %s", (cell, name, value) => {
  expect(readField(cell, { name, kind: "timestamp" }, ",")).toEqual({ ok: true, value });
});

test.each([
  ["MG", 31],
  [" sp ", 35],
  ["31", 31],
])("the state %j is %d", (cell, value) => {
  for (const name of ["estado.codigo", "id.estado.codigo"]) {
    expect(readField(cell, { name, kind: "integer" }, ",")).toEqual({ ok: true, value });
  }
});

test("letters that are no state are refused, and letters elsewhere are no state", () => {
  expect(readField("XX", { name: "estado.codigo", kind: "integer" }, ",").ok).toBe(false);
  expect(readField("MG", { name: "codigoStatus", kind: "integer" }, ",").ok).toBe(false);
});

test.each([
  [
    "saveProduct",
    ["SKU", "Descrição", "GTIN/EAN", "NCM"],
    ["codigoProdutoSeller", "descricao", "codigoBarrasEAN", "codigoNcmBase"],
  ],
  [
    "updateStock",
    ["Código Marketplace", "Saldo"],
    ["codigoProdutoMarketplace", "quantidadeEstoque"],
  ],
  ["updateStock", ["platform code", "Qty"], ["codigoProdutoMarketplace", "quantidadeEstoque"]],
  [
    "savePrice",
    ["Cód. da plataforma", "Código Plataforma", "UF", "Preço de venda", "Válido até"],
    [undefined, "produto.codigo", "estado.codigo", "valorPrecoBase", "dataFim"],
  ],
  [
    "saveDeliveryTerm",
    ["UF", "CEP inicial", "CEP final", "Prazo de entrega"],
    ["estado.codigo", "cepInicio", "cepFim", "quantidadeDiasEntrega"],
  ],
  [
    "registerTracking",
    ["Nº Pedido", "Rastreio", "Transportadora"],
    ["numeroPedido", "codigoRastreamento", "nomeTransportadora"],
  ],
] as const)("%s knows the usual columns %j", (call, header, names) => {
  expect(suggestMapping(call, header)).toEqual(
    Object.fromEntries(
      names.flatMap((name, index) => (name === undefined ? [] : [[name, header[index]]])),
    ),
  );
});

test("a field's own name is taken before a usual title, and no column serves two fields", () => {
  expect(
    suggestMapping("saveProduct", ["ref", "codigoProdutoSeller", "produto", "descricao"]),
  ).toEqual({ codigoProdutoSeller: "codigoProdutoSeller", descricao: "descricao" });
});
