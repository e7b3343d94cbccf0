import { expect, test } from "vitest";

import {
  checkedRows,
  checkFile,
  readHeader,
} from "../../../../../src/seller/csv/check/checkFile.ts";
import { surveyFile } from "../../../../../src/seller/csv/check/fileSurvey.ts";
import { suggestMapping } from "../../../../../src/seller/csv/columns/importTarget.ts";
import { detectFormat } from "../../../../../src/seller/csv/read/dialect.ts";
import { bytesOf, pieces, rowsOf } from "../files.ts";

async function headerOf(text: string): Promise<readonly string[] | undefined> {
  const bytes = bytesOf(text);
  return await readHeader(pieces(bytes, 5), detectFormat(bytes));
}

const stock = "Código;Estoque;Unidade\nA-1;10;UN\nA-2;12;UN\n";

test.each([
  ["one title", "Relatório de estoque\n"],
  ["a title and empty lines", "Relatório de estoque;;\n\n;;\n"],
  ["a title with the date in a cell of its own", "Relatório de estoque;;01/12/2026 10:30\n", 4],
  ["a title with commas", "Relatório de estoque, filial 01, 01/12/2026\n"],
  ["several lines", "Empresa: Loja Ltda\nRelatório de estoque\nFilial: 01\n\n"],
])("above the header stands %s", async (_, title, columns = 3) => {
  const table = stock.replaceAll(/$(?=\n)/gmu, ";x".repeat(columns - 3));
  expect(await headerOf(title + table)).toEqual(
    ["Código", "Estoque", "Unidade", "x"].slice(0, columns),
  );
});

test.each([
  [",", "Stock report\n\nSKU,Price\nA,12.50\nB,3.20\n"],
  ["\t", "Relatório, filial 1\nSKU\tPreço\tUF\nA\t12,50\tMG\nB\t3,20\tSP\n"],
  [";", "Tabela de preços, filial 1\nSKU;Preço;UF\nA;12,50;MG\nB;3,20;SP\n"],
])("the delimiter %j is recognised below a title", (delimiter, text) => {
  expect(detectFormat(bytesOf(text)).delimiter).toBe(delimiter);
});

test.each([
  ["its last columns have no title", "SKU;Estoque;;;\nA;1;;;\n", ["SKU", "Estoque", "", "", ""]],
  ["its rows have more cells", "SKU;Estoque\nA;1;2;3;4;5\n", ["SKU", "Estoque"]],
  [
    "two rows have a delimiter too many",
    "SKU;Preço\nA;b;1,5\nB;c;1,5\nC;1,5\nD;1,5\nE;1,5\nF;1,5\n",
  ],
  ["it has one column", "SKU\nA\nB\n", ["SKU"]],
  ["its titles begin with numbers", "SKU;2026;2027\nA;1;2\n", ["SKU", "2026", "2027"]],
])("the first line is the header although %s", async (_, text, header = ["SKU", "Preço"]) => {
  expect(await headerOf(text)).toEqual(header);
});

test.each([
  [
    "groups above titles",
    "SKU;Descrição;Estoque;;\n;;Disponível;Reservado;Total\nA;Café;5;2;7\n",
    ["SKU", "Descrição", "Estoque Disponível", "Estoque Reservado", "Estoque Total"],
  ],
  [
    "groups that look like a title",
    ";;Estoque;;\nSKU;Descrição;CD 1;CD 2;Total\nA;Café;5;2;7\n",
    ["SKU", "Descrição", "Estoque CD 1", "Estoque CD 2", "Estoque Total"],
  ],
  [
    "two groups",
    "Produto;;Estoque;;\nCódigo;Nome;Disponível;Reservado;Total\nA;Café;5;2;7\n",
    ["Produto Código", "Produto Nome", "Estoque Disponível", "Estoque Reservado", "Estoque Total"],
  ],
])("a header of two rows is one: %s", async (_, text, header) => {
  expect(await headerOf(text)).toEqual(header);
});

test("titles above the header are no rows, and the others keep the lines of the file", async () => {
  const bytes = bytesOf(`Relatório de estoque\n\n${stock}`);
  const format = detectFormat(bytes);
  const header = (await readHeader(pieces(bytes), format)) ?? [];
  const plan = {
    call: "updateStock",
    mapping: { ...suggestMapping("updateStock", header), codigoProdutoSeller: "Código" },
  } as const;
  const reading = {
    ...plan,
    codigoSeller: 1,
    timeZone: "UTC",
    platformCodes: new Map([["A-1", 1]]),
  };
  const options = { ...reading, survey: await surveyFile(pieces(bytes), format, reading) };
  const rows = await rowsOf(checkedRows(pieces(bytes, 3), format, options));
  expect(rows.map(({ row, input }) => [row.line, input?.parameters])).toEqual([
    [4, { codigoProdutoMarketplace: 1, quantidadeEstoque: 10 }],
    [5, undefined],
  ]);
  const check = await checkFile(pieces(bytes), format, { plan: options, header });
  expect(check).toMatchObject({ rows: 2, valid: 1 });
});
