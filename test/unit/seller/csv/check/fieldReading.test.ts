import { expect, test } from "vitest";

import { problemText } from "../../../../../src/seller/contract/problems.ts";
import { ibgeStates, stateNames } from "../../../../../src/seller/contract/states.ts";
import { readField } from "../../../../../src/seller/csv/check/fieldReading.ts";
import { suggestMapping } from "../../../../../src/seller/csv/columns/importTarget.ts";

const way = { decimal: ",", timeZone: "America/Sao_Paulo" } as const;

test.each([
  ["01/12/2026", "dataInicio", "2026-12-01T03:00:00.000Z"],
  ["1/2/2026", "dataInicio", "2026-02-01T03:00:00.000Z"],
  ["2026-12-01", "dataInicio", "2026-12-01T03:00:00.000Z"],
  ["31.12.2026", "dataFim", "2027-01-01T02:59:59.999Z"],
  ["31/12/2026 14:30", "dataFim", "2026-12-31T17:30:00.000Z"],
  ["2026-12-01T08:15:10", "dataInicio", "2026-12-01T11:15:10.000Z"],
  ["2026-12-01T08:15:10.123Z", "dataInicio", "2026-12-01T08:15:10.123Z"],
  ["1/12/26", "dataInicio", "2026-12-01T03:00:00.000Z"],
  ["31.12.26", "dataFim", "2027-01-01T02:59:59.999Z"],
  ["1/12/26 8:30", "dataInicio", "2026-12-01T11:30:00.000Z"],
  ["'01/12/2026", "dataInicio", "2026-12-01T03:00:00.000Z"],
  ['="01/12/2026"', "dataInicio", "2026-12-01T03:00:00.000Z"],
])("the date %j as %s is %s", (cell, name, value) => {
  expect(readField(cell, { name, kind: "timestamp" }, way)).toEqual({ ok: true, value });
});

test.each([
  "26/12/01",
  "1/12",
  "46357",
  "dez/26",
  "1/12/026",
  "1/12/2026 às 8h",
  "2026-12-01T08:15Z",
])("the date %j, which could only be guessed, is refused with the forms that are read", (cell) => {
  const reading = readField(cell, { name: "dataInicio", kind: "timestamp" }, way);
  expect(reading).toEqual({ ok: false, code: "dateShape" });
  for (const language of ["en", "ptBr"] as const) {
    const sentence = problemText({ code: "dateShape", path: "dataInicio" }, language);
    const forms = sentence.match(/\d[\d/:.TZ-]+(?: \d\d:\d\d)?/gu) ?? [];
    expect(forms).toHaveLength(5);
    for (const form of forms) {
      const read = readField(
        form.replace(/\.$/u, ""),
        { name: "dataInicio", kind: "timestamp" },
        way,
      );
      expect(read).toMatchObject({ ok: true });
    }
  }
});

test("a formula in the place of a date is said to be one", () => {
  expect(readField("=TODAY()", { name: "dataInicio", kind: "timestamp" }, way)).toEqual({
    ok: false,
    code: "formula",
  });
});

test.each([
  ["3 dias", 3],
  ["3 dias úteis", 3],
  ["1 DIA UTIL", 1],
  ["10 dias corridos", 10],
  ["2dias", 2],
  ["5 d", 5],
  ["3 business days", 3],
  ["4 days", 4],
  ["7", 7],
])("the delivery term %j is %d", (cell, value) => {
  expect(readField(cell, { name: "quantidadeDiasEntrega", kind: "integer" }, way)).toEqual({
    ok: true,
    value,
  });
});

test.each(["3 a 5 dias", "3-5 dias", "3 semanas", "72 horas", "dias", "1,5 dias"])(
  "the delivery term %j is refused, and days are read in no other field",
  (cell) => {
    expect(readField(cell, { name: "quantidadeDiasEntrega", kind: "integer" }, way).ok).toBe(false);
    expect(readField("3 dias", { name: "prazoValidade", kind: "integer" }, way).ok).toBe(false);
  },
);

test.each([...ibgeStates])(
  "the state %d is read by its letters %s, and by its name",
  (code, letters) => {
    const name = stateNames.get(code) ?? "";
    const withoutAccents = name.normalize("NFD").replaceAll(/\p{M}/gu, "");
    for (const cell of [letters, name, name.toUpperCase(), ` ${withoutAccents.toLowerCase()} `]) {
      expect(readField(cell, { name: "estado.codigo", kind: "integer" }, way)).toEqual({
        ok: true,
        value: code,
      });
    }
  },
);

test.each([
  ["MG", 31],
  ["Minas Gerais", 31],
  ["Goias", 52],
  [" sp ", 35],
  ["31", 31],
])("the state %j is %d", (cell, value) => {
  for (const name of ["estado.codigo", "id.estado.codigo"]) {
    expect(readField(cell, { name, kind: "integer" }, way)).toEqual({ ok: true, value });
  }
});

test("letters that are no state are refused, and letters elsewhere are no state", () => {
  expect(readField("XX", { name: "estado.codigo", kind: "integer" }, way).ok).toBe(false);
  expect(readField("MG", { name: "codigoStatus", kind: "integer" }, way).ok).toBe(false);
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
