import { describe, expect, test } from "vitest";

import type { ApiCallId } from "../../../../src/seller/contract/calls.ts";
import { problemText } from "../../../../src/seller/contract/problems.ts";
import { validateCall } from "../../../../src/seller/contract/validate.ts";
import { samples } from "./samples.ts";

describe("a complete call", () => {
  test.each(Object.entries(samples))("%s has no problem", (id, raw) => {
    const validated = validateCall(id as ApiCallId, raw);
    expect(validated).toEqual({ errors: [], warnings: [], input: raw });
  });
});

describe("shape errors", () => {
  const product = samples.saveProduct.body;

  function errorsOfProduct(fields: object): unknown {
    const { parameters } = samples.saveProduct;
    return validateCall("saveProduct", { parameters, body: { ...product, ...fields } }).errors;
  }

  test.each([
    [{ peso: 1.0005 }, { code: "tooManyDecimals", path: "peso", limit: 3 }],
    [{ altura: 10.255 }, { code: "tooManyDecimals", path: "altura", limit: 2 }],
    [{ peso: 0.1 + 0.2 }, { code: "tooManyDigits", path: "peso" }],
    [{ peso: "1.5" }, { code: "notANumber", path: "peso" }],
    [{ peso: Number.NaN }, { code: "notANumber", path: "peso" }],
    [{ codigoMarca: 1.5 }, { code: "notAnInteger", path: "codigoMarca" }],
    [{ codigoMarca: "7" }, { code: "notANumber", path: "codigoMarca" }],
    [{ codigoMarca: 2 ** 60 }, { code: "tooManyDigits", path: "codigoMarca" }],
    [{ descricao: 5 }, { code: "notText", path: "descricao" }],
    [{ descricao: null }, { code: "notText", path: "descricao" }],
    [{ descricao: "x".repeat(10_001) }, { code: "tooLong", path: "descricao" }],
    [{ codigoNcmBase: "22030000" }, { code: "ncmShape", path: "codigoNcmBase" }],
    [{ codigoBarrasEAN: "789" }, { code: "eanShape", path: "codigoBarrasEAN" }],
    [{ codigoBarrasEAN: "7891000315508" }, { code: "eanCheckDigit", path: "codigoBarrasEAN" }],
    [{ preco: 1 }, { code: "unknownField", path: "preco" }],
  ])("%j", (fields, problem) => {
    expect(errorsOfProduct(fields)).toEqual([problem]);
  });

  test("what has three decimals in decimal, though not in binary, is accepted", () => {
    expect(errorsOfProduct({ peso: 1.005 })).toEqual([]);
  });

  test("a product called __proto__ changes nothing and is refused", () => {
    const body: unknown = JSON.parse('{"__proto__": {"admin": true}}');
    const { errors } = validateCall("saveProduct", { ...samples.saveProduct, body });
    expect(errors).toEqual([{ code: "unknownField", path: "__proto__" }]);
  });

  test("dates that do not exist, and a validity or a range that ends before it begins", () => {
    const price = samples.savePrice.body;
    const term = samples.saveDeliveryTerm;
    const found = [
      validateCall("savePrice", { body: { ...price, dataInicio: "2026-02-30T00:00:00.000Z" } }),
      validateCall("savePrice", { body: { ...price, dataFim: "2026-01-31" } }),
      validateCall("savePrice", { body: { ...price, dataFim: "2025-12-31T23:59:59.999Z" } }),
      validateCall("saveDeliveryTerm", { ...term, body: { ...term.body, cepFim: "00999999" } }),
      validateCall("saveDeliveryTerm", { ...term, body: { ...term.body, cepInicio: "1000-000" } }),
    ].map(({ errors }) => errors);
    expect(found).toEqual([
      [{ code: "notAMoment", path: "dataInicio" }],
      [{ code: "timestampShape", path: "dataFim" }],
      [{ code: "datesReversed", path: "dataFim" }],
      [{ code: "rangeReversed", path: "cepFim" }],
      [{ code: "cepShape", path: "cepInicio" }],
    ]);
  });

  test("unknown fields are named from the outside in", () => {
    const body = { ...samples.savePrice.body, estado: { codigo: 35, sigla: "SP" } };
    expect(validateCall("savePrice", { body }).errors).toEqual([
      { code: "unknownField", path: "estado.sigla" },
    ]);
  });

  test.each([undefined, null, 5, "x", []])("a body that is %j is no object", (body) => {
    expect(validateCall("cancelOrder", { body }).errors).toEqual([
      { code: "notAnObject", path: "" },
    ]);
  });

  test("parameters must be there, whole, and known", () => {
    const { errors } = validateCall("updateStock", {
      parameters: { codigoProdutoMarketplace: "../1", estoque: 1 },
    });
    expect(errors).toEqual([
      { code: "notANumber", path: "codigoProdutoMarketplace" },
      { code: "missingParameter", path: "quantidadeEstoque" },
      { code: "unknownField", path: "estoque" },
    ]);
  });

  test("a call without a body takes none", () => {
    const raw = { ...samples.updateStock, body: {} };
    expect(validateCall("updateStock", raw).errors).toEqual([{ code: "unknownField", path: "" }]);
  });
});

describe("warnings of our own reading", () => {
  test("a missing field is only a warning, for the portal does not say what is required", () => {
    const validated = validateCall("cancelOrder", { body: { numeroPedido: 7 } });
    expect(validated).toEqual({
      errors: [],
      warnings: [
        { code: "missingField", path: "codigoMotivoCancelamento" },
        { code: "missingField", path: "observacao" },
      ],
      input: { parameters: {}, body: { numeroPedido: 7 } },
    });
  });

  test.each([
    [{ estado: { codigo: 99 } }, { code: "unknownState", path: "estado.codigo" }],
    [{ valorPrecoBase: 0 }, { code: "zero", path: "valorPrecoBase" }],
    [{ valorPrecoBase: -1 }, { code: "negative", path: "valorPrecoBase" }],
    [{ valorPrecoBase: 1.999 }, { code: "manyPriceDecimals", path: "valorPrecoBase" }],
  ])("%j", (fields, warning) => {
    const body = { ...samples.savePrice.body, ...fields };
    expect(validateCall("savePrice", { body })).toMatchObject({ errors: [], warnings: [warning] });
  });

  test("postal codes outside the state, with the state codes that were configured", () => {
    const raw = {
      ...samples.saveDeliveryTerm,
      body: { ...samples.saveDeliveryTerm.body, estado: { codigo: 19 } },
    };
    const { warnings } = validateCall("saveDeliveryTerm", raw, { states: new Map([[19, "RJ"]]) });
    expect(warnings).toEqual([
      { code: "cepOutsideState", path: "cepInicio" },
      { code: "cepOutsideState", path: "cepFim" },
    ]);
  });

  test("unknown NCM, internal barcode, odd address and blank text", () => {
    const product = { codigoBarrasEAN: "2000000000008", descricao: "  " };
    const ofProduct = validateCall(
      "saveProduct",
      { ...samples.saveProduct, body: { ...samples.saveProduct.body, ...product } },
      { isKnownNcm: () => false },
    ).warnings;
    const tracking = { ...samples.registerTracking.body, urlRastreamento: "javascript:alert(1)" };
    expect([
      ...ofProduct,
      ...validateCall("registerTracking", { body: tracking }).warnings,
    ]).toEqual([
      { code: "blankText", path: "descricao" },
      { code: "unknownNcm", path: "codigoNcmBase" },
      { code: "internalEan", path: "codigoBarrasEAN" },
      { code: "notAWebAddress", path: "urlRastreamento" },
    ]);
  });

  test("a negative stock is sent only with a warning", () => {
    const parameters = { codigoProdutoMarketplace: 1, quantidadeEstoque: -1 };
    expect(validateCall("updateStock", { parameters }).warnings).toEqual([
      { code: "negative", path: "quantidadeEstoque" },
    ]);
  });
});

test("a problem is one sentence in both languages, with its limit", () => {
  const problem = { code: "tooManyDecimals", path: "peso", limit: 3 } as const;
  expect([problemText(problem, "en"), problemText(problem, "ptBr")]).toEqual([
    "At most 3 decimal places.",
    "No máximo 3 casas decimais.",
  ]);
});

test("a text with lost characters is never written back without a warning", () => {
  const { errors, warnings } = validateCall("cancelOrder", {
    body: { numeroPedido: 1, codigoMotivoCancelamento: 2, observacao: "Caf\uFFFD" },
  });
  expect(errors).toEqual([]);
  expect(warnings).toEqual([{ code: "lostCharacters", path: "observacao" }]);
});
