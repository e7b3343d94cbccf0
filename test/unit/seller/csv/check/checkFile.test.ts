import { describe, expect, test } from "vitest";

import { checkFile } from "../../../../../src/seller/csv/check/checkFile.ts";
import { surveyFile } from "../../../../../src/seller/csv/check/fileSurvey.ts";
import {
  importFields,
  suggestMapping,
} from "../../../../../src/seller/csv/columns/importTarget.ts";
import { failureColumn } from "../../../../../src/seller/csv/read/csvWriter.ts";
import { check, environment } from "../check.ts";
import { bytesOf } from "../files.ts";

test("prices that have thousands only are not read as a thousandth", async () => {
  const text = "produto.codigo;UF;preço\n1;MG;1.234\n2;MG;2.500\n";
  const { rows } = await check("savePrice", text);
  expect(rows.map(({ errors }) => errors.map(({ code }) => code))).toEqual([
    ["ambiguousNumber"],
    ["ambiguousNumber"],
  ]);
});

function at(line: number, level: string, code: string, rest: object): object {
  return { line, level, code, ...rest };
}

const stock = "codigoProdutoMarketplace;quantidadeEstoque\n";

describe("mapping", () => {
  test.each([
    ["updateStock", ["codigoProdutoMarketplace", "quantidadeEstoque"]],
    ["updateStock", ["Código da plataforma", "Quantidade em estoque"]],
    ["updateStock", ["PLATFORM CODE", "stock quantity"]],
    ["savePrice", ["produto.codigo", "estado.codigo", "valorPrecoBase", "dataInicio", "dataFim"]],
    [
      "savePrice",
      ["Código da plataforma", "Estado", "Preço Base", "Início da vigência", "Fim da vigência"],
    ],
    ["saveMinimumOrder", ["codigoPessoa", "estado", "valor"]],
  ] as const)("%s understands the columns %j", (call, header) => {
    const names = importFields(call).map(({ name }) => name);
    expect(suggestMapping(call, header)).toEqual(
      Object.fromEntries(names.map((name, index) => [name, header[index]])),
    );
  });

  test("a file without a column that it knows makes no row that could be written", async () => {
    const { summary, rows } = await check("saveProduct", "person;town\nAna;Recife\nRui;Belém\n");
    expect(summary).toMatchObject({ rows: 2, valid: 0 });
    expect(rows.map(({ input, errors }) => [input, errors.map(({ code }) => code)])).toEqual([
      [undefined, ["emptyBody", "missingKey"]],
      [undefined, ["emptyBody", "missingKey"]],
    ]);
  });

  test("of two columns with one title neither is taken", async () => {
    const { summary, rows } = await check(
      "updateStock",
      "codigoProdutoMarketplace;quantidadeEstoque;Quantidade_Estoque\n1;5;6\n",
    );
    expect(suggestMapping("updateStock", summary.header)).toEqual({
      codigoProdutoMarketplace: "codigoProdutoMarketplace",
    });
    expect(rows.map(({ input }) => input)).toEqual([undefined]);
  });

  test.each([
    ["updateStock", ["Produto", "Saldo"], { quantidadeEstoque: "Saldo" }],
    ["updateStock", ["Código", "Produto", "Saldo"], { quantidadeEstoque: "Saldo" }],
    ["updateStock", ["SKU", "Estoque", "Disponível", "Reservado"], { codigoProdutoSeller: "SKU" }],
    ["updateStock", ["SKU", "Depósito", "Saldo"], { codigoProdutoSeller: "SKU" }],
    [
      "updateStock",
      ["SKU", "Estoque", "Estoque mínimo"],
      { codigoProdutoSeller: "SKU", quantidadeEstoque: "Estoque" },
    ],
    [
      "savePrice",
      ["SKU", "UF", "Preço", "Preço promocional"],
      { codigoProdutoSeller: "SKU", "estado.codigo": "UF" },
    ],
    [
      "savePrice",
      ["SKU", "UF", "Preço de venda", "Preço de custo"],
      { codigoProdutoSeller: "SKU", "estado.codigo": "UF", valorPrecoBase: "Preço de venda" },
    ],
  ] as const)("for %s nothing is guessed in the columns %j", (call, header, mapping) => {
    expect(suggestMapping(call, header)).toEqual(mapping);
  });

  test("columns that nothing is known of are left out", () => {
    expect(suggestMapping("updateStock", ["foo", failureColumn, ""])).toEqual({});
  });
});

describe("rows", () => {
  test("become inputs of the call, with what the environment knows", async () => {
    const { rows } = await check(
      "saveDeliveryTerm",
      "estado;cepInicio;cepFim;dias de entrega;dataInicio\n35;01000-000;05999-999;3;2026-01-01T00:00:00.000Z\n",
    );
    expect(rows.map(({ input, errors, warnings }) => ({ input, errors, warnings }))).toEqual([
      {
        input: {
          parameters: { codigoSeller: 1001 },
          body: {
            estado: { codigo: 35 },
            cepInicio: "01000000",
            cepFim: "05999999",
            quantidadeDiasEntrega: 3,
            dataInicio: "2026-01-01T00:00:00.000Z",
          },
        },
        errors: [],
        warnings: [],
      },
    ]);
  });

  test("each problem is on its line and cell, and a row with an error has no input", async () => {
    const { rows, summary } = await check(
      "updateStock",
      `${stock}1;50\n2;abc\n;5\n4;7,89E+12\n5;-1\n6\n7;8;9\n8;"9\n`,
    );
    expect(rows.map(({ input }) => input?.parameters)).toEqual([
      { codigoProdutoMarketplace: 1, quantidadeEstoque: 50 },
      undefined,
      undefined,
      undefined,
      { codigoProdutoMarketplace: 5, quantidadeEstoque: -1 },
      undefined,
      undefined,
      undefined,
    ]);
    const quantity = { path: "quantidadeEstoque", column: 1 };
    expect(summary).toEqual({
      header: ["codigoProdutoMarketplace", "quantidadeEstoque"],
      rows: 8,
      valid: 2,
      errorCount: 6,
      warningCount: 1,
      problems: [
        at(3, "error", "notAnInteger", quantity),
        at(4, "error", "missingParameter", { path: "codigoProdutoMarketplace", column: 0 }),
        at(5, "error", "excelNumber", quantity),
        at(6, "warning", "negative", quantity),
        at(7, "error", "cellCount", { path: "", limit: 2 }),
        at(8, "error", "cellCount", { path: "", limit: 2 }),
        at(9, "error", "unclosedQuote", { path: "" }),
      ],
      warnings: [{ code: "negative", ...quantity, count: 1, firstLine: 6 }],
      questions: [],
    });
  });

  test("an unreadable stock never becomes zero", async () => {
    const cells = ["", " ", "abc", "=B2", "1.234", "1e3", "#N/D", "#REF!", "-", "0x", "null"];
    const { rows } = await check(
      "updateStock",
      stock + cells.map((cell, i) => `${i};${cell}\n`).join(""),
    );
    expect(rows.map(({ input }) => input)).toEqual(cells.map(() => undefined));
  });

  test("rows about one record that differ are all refused, each with the line of another", async () => {
    const { rows, summary } = await check("updateStock", `${stock}1;5\n2;5\n1;6\n01;5\n`);
    expect(rows.map(({ errors }) => errors.map(({ code, limit }) => [code, limit]))).toEqual([
      [["contradiction", 4]],
      [],
      [["contradiction", 2]],
      [["contradiction", 2]],
    ]);
    expect(summary.valid).toBe(1);
  });

  test("equal rows are one write", async () => {
    const { rows, summary } = await check("updateStock", `${stock}1;5\n2;5\n1;5\n1; 5\n`);
    expect(rows.map(({ isRepeat, input }) => [isRepeat, input !== undefined])).toEqual([
      [undefined, true],
      [undefined, true],
      [true, true],
      [true, true],
    ]);
    expect(summary).toMatchObject({ rows: 4, valid: 2, errorCount: 0, warningCount: 2 });
    expect(rows[2]?.warnings).toEqual([{ code: "repeated", path: "", limit: 2 }]);
  });

  test("rows that differ only in a column that is not imported, such as a warehouse, contradict", async () => {
    const text = "codigoProdutoMarketplace;Depósito;quantidadeEstoque\n1;CD1;5\n1;CD2;5\n2;CD1;9\n";
    const { rows } = await check("updateStock", text);
    expect(rows.map(({ input }) => input?.parameters["quantidadeEstoque"])).toEqual([
      undefined,
      undefined,
      9,
    ]);
  });

  test("prices of one product and state may follow each other", async () => {
    const { rows } = await check(
      "savePrice",
      "produto.codigo;estado;valorPrecoBase;dataInicio;dataFim\n" +
        "1;35;9,90;2026-01-01T00:00:00.000Z;2026-01-31T00:00:00.000Z\n" +
        "1;35;9,80;2026-02-01T00:00:00.000Z;2026-02-28T00:00:00.000Z\n" +
        "1;35;9,70;2026-02-01T00:00:00.000Z;2026-02-28T00:00:00.000Z\n",
    );
    expect(rows.map(({ errors }) => errors.map(({ code, limit }) => [code, limit]))).toEqual([
      [],
      [["contradiction", 4]],
      [["contradiction", 3]],
    ]);
  });

  test("ranges of one state that overlap are a warning that names the other line", async () => {
    const start = "2026-01-01T00:00:00.000Z";
    const ranges = [
      ["35", "01000000", "02000000"],
      ["35", "03000000", "04000000"],
      ["35", "01500000", "01600000"],
      ["35", "00900000", "05000000"],
      ["33", "01500000", "01600000"],
      ["35", "02000001", "02999999"],
      ["35", "04000000", "04000001"],
    ];
    const { rows } = await check(
      "saveDeliveryTerm",
      `estado;cepInicio;cepFim;dataInicio\n${ranges.map((range) => `${range.join(";")};${start}\n`).join("")}`,
    );
    expect(
      rows.map(({ warnings }) => warnings.find(({ code }) => code === "overlappingRange")?.limit),
    ).toEqual([undefined, undefined, 2, 2, undefined, undefined, 3]);
  });

  test.each(["#N/D", "NULL", "-", "7,89E+12", "CafÃ©", "A\uFFFD"])(
    "%j is no code, and no text without a person's answer",
    async (junk) => {
      const text = `SKU;Descrição\n${junk};Café\nSKU-2;${junk}\nSKU-3;Açúcar\n`;
      const { rows, summary } = await check("saveProduct", text);
      expect(rows.map(({ errors }) => errors.map(({ code }) => code))).toEqual([
        ["junk"],
        ["junkText"],
        [],
      ]);
      expect(summary.questions).toEqual([
        { code: "junkText", path: "descricao", text: junk, line: 3, count: 1 },
      ]);
      const texts = async (choice: "asIs" | "empty"): Promise<unknown> =>
        (await check("saveProduct", text, { descricao: choice })).rows.map(
          ({ input }) => (input?.body as { readonly descricao?: string } | undefined)?.descricao,
        );
      expect(await texts("asIs")).toEqual([undefined, junk, "Açúcar"]);
      expect(await texts("empty")).toEqual([undefined, undefined, "Açúcar"]);
    },
  );

  test("characters that the file had lost are a warning", async () => {
    const { rows } = await check(
      "registerTracking",
      "numeroPedido;transportadora\n1;S\uFFFDo Jo\uFFFDo\n",
    );
    expect(rows[0]?.warnings).toContainEqual({ code: "brokenCharacters", path: "" });
  });
});

describe("a very long file", () => {
  const count = 50_000;

  async function* longFile(): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(bytesOf(stock));
    for (let start = 0; start < count; start += 1000) {
      const lines = Array.from({ length: 1000 }, (_, index) => `${start + index};x\n`);
      yield bytesOf(lines.join(""));
    }
  }

  test("is checked to its end while only its first problems are kept", async () => {
    const format = { encoding: "utf-8", delimiter: ";", decimal: "," } as const;
    const header = ["codigoProdutoMarketplace", "quantidadeEstoque"];
    const reading = {
      call: "updateStock",
      mapping: suggestMapping("updateStock", header),
      ...environment,
    } as const;
    const plan = { ...reading, survey: await surveyFile(longFile(), format, reading) };
    const { rows, valid, errorCount, problems } = await checkFile(longFile(), format, {
      plan,
      header,
    });
    expect([rows, valid, errorCount, problems.length]).toEqual([count, 0, count, 1000]);
  });
});
