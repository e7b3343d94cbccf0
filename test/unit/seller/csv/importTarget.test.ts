import { expect, test } from "vitest";

import { missingColumns } from "../../../../src/seller/csv/importTarget.ts";

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
