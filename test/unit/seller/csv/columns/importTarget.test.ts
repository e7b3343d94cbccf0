import { expect, test } from "vitest";

import {
  doubledTitles,
  missingColumns,
} from "../../../../../src/seller/csv/columns/importTarget.ts";

test.each([
  ["saveProduct", { codigoProdutoSeller: "Código" }, ["descricao"]],
  ["registerTracking", { numeroPedido: "Pedido" }, ["codigoRastreamento"]],
  ["saveProduct", { codigoProdutoSeller: "Código", peso: "Peso" }, []],
  ["registerTracking", { numeroPedido: "Pedido", codigoStatus: "Status" }, []],
  ["registerTracking", { codigoStatus: "Status" }, ["numeroPedido"]],
  ["updateStock", { codigoProdutoSeller: "Código" }, ["quantidadeEstoque"]],
] as const)("a file for %s with the columns %j lacks %j", (call, mapping, names) => {
  const missing = missingColumns(call, mapping, Object.values(mapping)).map(({ name }) => name);
  expect(missing).toEqual(expect.arrayContaining([...names]));
  expect(missing.includes("descricao")).toBe(names.some((name) => name === "descricao"));
  expect(missing.length === 0).toBe(names.length === 0);
});

test.each([
  [["SKU", "Estoque", "ESTOQUE", "Obs", "OBS"], {}, ["Estoque", "ESTOQUE"]],
  [["SKU", "Preço base", "preco_base", "Estoque"], {}, []],
  [["SKU", "Estoque", "ESTOQUE"], { quantidadeEstoque: "ESTOQUE" }, []],
  [["SKU", "Estoque", "Estoque"], { quantidadeEstoque: "Estoque" }, ["Estoque", "Estoque"]],
  [["SKU", "Col", "Col", "Estoque"], { quantidadeEstoque: "Col" }, ["Col", "Col"]],
  [["SKU", "", "", "Estoque"], { quantidadeEstoque: "Estoque" }, []],
])("of the columns %j with the choice %j, %j need an answer", (header, mapping, doubled) => {
  expect(doubledTitles("updateStock", mapping, header)).toEqual(doubled);
});
