import { expect, test } from "vitest";

import { ListTable } from "../../../../src/extension/seller/listTables.ts";

test("times that the portal adds to its records have a label in both languages", () => {
  const entries = [{ codigoProdutoMarketplace: 1, dataAtualizacao: "2026-11-23T01:00:00.000Z" }];
  const labelIn = (language: "en" | "ptBr"): string | undefined =>
    new ListTable("listStock", { entries, isComplete: true }, { readAt: 0, language }).columns.find(
      ({ name }) => name === "dataAtualizacao",
    )?.label;
  expect(labelIn("en")).toBe("Last changed");
  expect(labelIn("ptBr")).toBe("Última atualização");
});
