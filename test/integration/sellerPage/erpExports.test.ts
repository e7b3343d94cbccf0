import { expect, test } from "vitest";

import type { CsvInput } from "../../../src/extension/seller/import/csvInput.ts";
import { csvFile, SellerLab } from "./sellerLab.ts";

/** A file in Windows-1252, of characters that Latin-1 has, too. */
function windowsFile(text: string): CsvInput {
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  return {
    ...csvFile(""),
    read: async function* read() {
      yield await Promise.resolve(bytes);
    },
  };
}

function rowsOf(lab: SellerLab): unknown {
  return lab.back.import.rows({ show: "all", offset: 0, count: 10 }).rows;
}

test("products of an ERP with units in their titles, quoted line ends and a total are read without help", async () => {
  await using lab = await SellerLab.start();
  await lab.back.import.choose(
    windowsFile(
      [
        "Código;Descrição do Produto;Cód. NCM;GTIN/EAN;Peso Bruto (kg);Altura (cm);Situação;;",
        '="00123";"Café torrado\r\nmoído";09012100;7891234567895;0,500;18,25;Ativo;;',
        '="00124";"Açúcar ""cristal""";1701.99.00;\'7891000315507;1,000;20;Ativo;;',
        ";;;;;;;;",
        "Total;;;;1,500;;;;",
        "",
      ].join("\r\n"),
    ),
  );
  expect(lab.back.import.state.plan).toMatchObject({
    call: "saveProduct",
    format: { encoding: "windows-1252", delimiter: ";", decimal: "," },
    mapping: {
      codigoProdutoSeller: "Código",
      descricao: "Descrição do Produto",
      codigoNcmBase: "Cód. NCM",
      codigoBarrasEAN: "GTIN/EAN",
      peso: "Peso Bruto (kg)",
      altura: "Altura (cm)",
    },
  });
  await lab.back.import.check();
  expect(lab.back.import.state.check).toMatchObject({ rows: 3, valid: 2, errorCount: 1 });
  await lab.back.import.start(true);
  expect(
    lab.sent
      .filter(({ url }) => url.includes("/salvar/"))
      .map(({ body }): unknown => JSON.parse(body ?? "")),
  ).toEqual([
    {
      codigoProdutoSeller: "00123",
      descricao: "Café torrado\r\nmoído",
      codigoNcmBase: "0901.21.00",
      codigoBarrasEAN: "7891234567895",
      peso: 0.5,
      altura: 18.25,
    },
    {
      codigoProdutoSeller: "00124",
      descricao: 'Açúcar "cristal"',
      codigoNcmBase: "1701.99.00",
      codigoBarrasEAN: "7891000315507",
      peso: 1,
      altura: 20,
    },
  ]);
});

test("prices from a table with a byte order mark and tabs are read with their thousands", async () => {
  await using lab = await SellerLab.start();
  await lab.back.import.choose(
    csvFile(
      "\uFEFFSKU\tUF\tPreço de venda (R$)\tVigência inicial\tVigência final\r\n" +
        "SKU-00001\tSP\tR$ 1.234,56\t01/12/2026 8:00\t31/12/2026\r\n" +
        "TOTAL GERAL\t\tR$ 1.234,56\t\t\r\n",
    ),
  );
  await lab.back.import.check();
  expect(lab.back.import.state.check).toMatchObject({ rows: 2, valid: 1 });
  await lab.back.import.start(true);
  expect(lab.sent.filter(({ url }) => url.endsWith("/salvar")).map(({ body }) => body)).toEqual([
    JSON.stringify({
      produto: { codigo: 1 },
      estado: { codigo: 35 },
      valorPrecoBase: 1_234.56,
      dataInicio: "2026-12-01T11:00:00.000Z",
      dataFim: "2027-01-01T02:59:59.999Z",
    }),
  ]);
});

test("a column of product names beside a column of own codes is not read as the platform's codes", async () => {
  await using lab = await SellerLab.start();
  await lab.back.import.choose(
    windowsFile(
      [
        "sep=;",
        "Código do produto;Produto;Saldo atual;Unidade",
        "'SKU-00001;Café;1.234,00;UN",
        '"=""SKU-00002""";Açúcar;12,000;UN',
        "Total geral;;1.246,00;",
      ].join("\r\n"),
    ),
  );
  expect(lab.back.import.state.plan?.mapping).toEqual({
    codigoProdutoSeller: "Código do produto",
    quantidadeEstoque: "Saldo atual",
  });
  await lab.back.import.check();
  expect(rowsOf(lab)).toMatchObject([
    { line: 3, cells: [{ after: 1_234 }, { after: 1 }] },
    { line: 4, cells: [{ after: 12 }, { after: 2 }] },
    { line: 5, effect: "invalid" },
  ]);
});

test("delivery terms with dots in their postal codes are read", async () => {
  await using lab = await SellerLab.start();
  await lab.back.import.choose(
    csvFile("UF;CEP inicial;CEP final;Prazo (dias)\nRJ;20.000-000;28999-999;3\n"),
  );
  await lab.back.import.check();
  expect(rowsOf(lab)).toMatchObject([
    { cells: [{ after: 33 }, { after: "20000000" }, { after: "28999999" }, { after: 3 }] },
  ]);
});

test("tracking codes by a title such as Nº do pedido are recognised", async () => {
  await using lab = await SellerLab.start();
  await lab.back.import.choose(windowsFile("Nº do pedido;Código de rastreio\r\n12;BR1\r\n"));
  expect(lab.back.import.state).toMatchObject({
    canCheck: true,
    plan: { call: "registerTracking", mapping: { numeroPedido: "Nº do pedido" } },
  });
});

test("a column that occurs twice is no reason to take a file of stock for one of products", async () => {
  await using lab = await SellerLab.start();
  await lab.back.import.choose(csvFile("SKU,Descrição,Estoque,Estoque\nSKU-00001,Café,10,12\n"));
  expect(lab.back.import.state).toMatchObject({
    canCheck: false,
    plan: { call: "updateStock" },
  });
});

test("titles that differ only in case are asked about, also of a column that is not required", async () => {
  await using lab = await SellerLab.start();
  await lab.back.import.choose(csvFile("SKU;Estoque;ESTOQUE\nSKU-00001;10;12\n"));
  const { plan, ...asked } = lab.back.import.state;
  expect(asked).toMatchObject({ canCheck: false, doubled: ["Estoque", "ESTOQUE"] });
  if (plan) {
    const mapping = { ...plan.mapping, quantidadeEstoque: "ESTOQUE" };
    await lab.back.import.change({ ...plan, mapping });
  }
  expect(lab.back.import.state.doubled).toBeUndefined();
  await lab.back.import.check();
  expect(rowsOf(lab)).toMatchObject([{ cells: [{ after: 12 }, { after: 1 }] }]);

  await lab.back.import.choose(csvFile("SKU;Descrição;DESCRIÇÃO;NCM;Marca\nA;Café;CAFÉ;;\n"));
  expect(lab.back.import.state).toMatchObject({
    plan: { call: "saveProduct" },
    doubled: ["Descrição", "DESCRIÇÃO"],
  });
});
