import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { namesOfList } from "../../../../src/seller/contract/lists/knownNames.ts";
import { readChosen } from "../../../../src/seller/contract/lists/listChoice.ts";
import { listPage } from "../../../../src/seller/contract/lists/listPage.ts";
import { listPlaces } from "../../../../src/seller/contract/lists/listPlaces.ts";
import { readList } from "../../../../src/seller/contract/lists/readList.ts";
import { readOrder } from "../../../../src/seller/contract/lists/readOrder.ts";
import { parsedAnswer } from "../../../../src/seller/contract/responses.ts";

const stock = [
  { codigoProdutoMarketplace: 123, quantidadeEstoque: 8 },
  { codigoProdutoMarketplace: 124, quantidadeEstoque: 0 },
];

describe("a list of two is read from every shape", () => {
  test.each<readonly [string, unknown]>([
    ["an array", stock],
    ["content", { content: stock, totalElements: 2, last: true, pageable: { sort: {} } }],
    ["data", { data: stock, links: [] }],
    ["items", { items: stock }],
    ["resultado", { sucesso: true, resultado: stock }],
    ["a named wrapper", { estoquesDoSeller: stock, mensagens: [], total: 2 }],
    ["two wrappers", { retorno: { status: "OK", estoques: stock } }],
    ["HAL", { _embedded: { estoqueList: stock }, _links: { self: { href: "/" } }, page: {} }],
    ["OData", { "@odata.count": 2, value: stock }],
    ["snake case", stock.map(snake)],
    ["upper case", stock.map(upper)],
    ["two arrays, of which one has known fields", { a: stock, b: [{ x: 1 }] }],
    ["an empty list beside it", { data: [], produtos: stock }],
    ["beside the seller's code", { codigoFornecedorSeller: 1001, estoques: stock }],
    ["beside an inner seller", { resultado: { codigoSeller: 1001 }, estoques: stock }],
  ])("%s", (_, answer) => {
    expect(readList(answer)).toEqual(stock);
  });

  test("one object for one result, bare and wrapped", () => {
    expect(readList(stock[0])).toEqual([stock[0]]);
    expect(readList({ data: stock[0] })).toEqual([stock[0]]);
    const order = { id: { fornecedor: { codigoPessoa: 1 }, estado: { codigo: 31 } }, valor: 10 };
    expect(readList(order)).toEqual([order]);
  });

  test("JSON in a JSON string and a byte order mark; one record a line is no JSON", () => {
    expect(readList(parsedAnswer(JSON.stringify(JSON.stringify(stock))))).toEqual(stock);
    expect(readList(parsedAnswer(`\uFEFF${JSON.stringify(stock)}`))).toEqual(stock);
    const lines = stock.map((entry) => JSON.stringify(entry)).join("\r\n");
    expect(parsedAnswer(`${lines}\n`)).toBeUndefined();
  });

  test("accents and other spellings of known fields, also in inner objects", () => {
    const answer = [{ DESCRIÇÃO: "Café", Código_Barras_EAN: "7891000315507" }];
    expect(readList(answer)).toEqual([{ descricao: "Café", codigoBarrasEAN: "7891000315507" }]);
    const price = [{ produto: { CODIGO: 1 }, valor_preco_base: "10.50", outro_campo: 1 }];
    expect(readList(price)).toEqual([
      { produto: { codigo: 1 }, valorPrecoBase: "10.50", outro_campo: 1 },
    ]);
  });

  test("a field in both spellings loses neither value", () => {
    const both = { valor_preco_base: 1, valorPrecoBase: 2 };
    expect(readList([both])).toEqual([both]);
  });
});

describe("a list in an unusual form is not guessed: the person finds it in the answer", () => {
  test.each<readonly [string, unknown]>([
    ["three wrappers", { response: { body: { data: { itens: stock } } } }],
    ["JSON:API", { data: stock.map((attributes, id) => ({ type: "estoques", id, attributes })) }],
    ["GraphQL", { data: { estoques: { edges: stock.map((node) => ({ node, cursor: "x" })) } } }],
    ["hits", { hits: { total: 2, hits: stock.map((_source) => ({ _id: "1", _source })) } }],
    ["keyed by number", { 0: stock[0], 1: stock[1] }],
    ["keyed by code, each wrapped", { A1: { estoque: stock[0] }, A2: { estoque: stock[1] } }],
    ["keyed by code in a wrapper", { data: { A1: stock[0], A2: stock[1] } }],
    ["elements as JSON text", stock.map((entry) => JSON.stringify(entry))],
    ["a wrapper that holds JSON text", { data: JSON.stringify(stock) }],
    ["elements wrapped, with links", stock.map((estoque) => ({ estoque, links: [] }))],
    [
      "elements wrapped once more",
      { retorno: { estoques: stock.map((estoque) => ({ estoque })) } },
    ],
  ])("%s", (_, answer) => {
    expect(readList(answer, namesOfList("listStock"))).toBeUndefined();
    const [place = { path: ["nowhere"] }] = listPlaces(answer);
    expect(readChosen(answer, { path: [...place.path] })).toHaveLength(stock.length);
  });

  test("entries without a field of the contract", () => {
    expect(readList([{ sku: "A1", saldo: 3 }])).toBeUndefined();
    expect(readList({ data: [], produtos: [{ sku: "A1" }] })).toBeUndefined();
  });
});

test("a product in a wrapper is no entry of a list of products, and a price's own field elsewhere", () => {
  const product = { codigoProdutoSeller: "A1", descricao: "Café" };
  const answer = [{ produto: product }];
  expect(readList(answer, namesOfList("listProducts"))).toBeUndefined();
  expect(readList(answer, namesOfList("listPrices"))).toEqual(answer);
});

test("of two lists in one answer, the one of the call's kind is read, wherever it stands", () => {
  const products = [{ codigoProdutoSeller: "A1", descricao: "Café" }];
  const prices = [{ produto: { codigo: 1 }, valorPrecoBase: 10 }];
  const answer = { precos: prices, produtos: products };
  expect(readList(answer, namesOfList("listProducts"))).toEqual(products);
  expect(readList(answer, namesOfList("listPrices"))).toEqual(prices);
});

test("two lists that might both be the call's are not recognised", () => {
  const other = [{ codigoProdutoMarketplace: 9, quantidadeEstoque: 1 }];
  expect(readList({ itens: stock, registros: other })).toBeUndefined();
  expect(readList({ retorno: { itens: stock, registros: other } })).toBeUndefined();
  expect(readList({ itens: [{ sku: "A1" }], registros: [{ sku: "B2" }] })).toBeUndefined();
  expect(readList({ content: stock, data: stock })).toBeUndefined();
});

test.each([
  [{ content: null, totalElements: 0 }],
  [{ retorno: { produtos: [] } }],
  [{ total: 0 }],
  [{ data: [], filtro: { estados: [{ codigo: 31 }] } }],
  [{ totalElements: 0, ordenacao: { campos: [{ nome: "preco" }] } }],
])("%j is an empty list", (answer) => {
  expect(readList(answer)).toEqual([]);
});

test.each([
  [["a", "b"]],
  [{ sku: "A1", tags: ["new"] }],
  [{ sku: "A1", quantidade: 0 }],
  [{ total: null, resumo: { a: 1 } }],
  [{ data: null }],
])("%j is no list, also no empty one", (answer) => {
  expect(readList(answer)).toBeUndefined();
});

test.each<readonly [object, object]>([
  [{ nextPage: 2 }, { hasMore: true, query: { page: 2 } }],
  [{ proximaPagina: "2" }, { hasMore: true, query: { pagina: 2 } }],
  [{ nextPage: null }, { hasMore: undefined }],
  [{ nextCursor: "a" }, { hasMore: true }],
  [{ last: "false" }, { hasMore: true }],
  [{ totalPages: 5 }, { hasMore: true }],
  [{ totalPages: 1 }, { hasMore: undefined }],
  [
    { page: 0, size: 2 },
    { hasMore: true, query: { page: 1, size: 2 } },
  ],
  [{ page: 0, size: 3 }, { hasMore: undefined }],
  [{ page: 0, size: 2, last: true }, { hasMore: false }],
  [{ limit: 2 }, { hasMore: true }],
  [{ limit: 2, total: 2 }, { hasMore: undefined }],
  [{ limit: 3 }, { hasMore: undefined }],
  [{ size: 2 }, { hasMore: undefined }],
])("whether more follows two entries beside %j", (facts, expected) => {
  expect(listPage({ ...facts, content: stock }, undefined, 2)).toMatchObject(expected);
});

test.each([
  [{ pedido: { numeroPedido: 1 }, sucesso: true }],
  [{ data: { pedidos: [{ numero_pedido: 1 }] }, meta: { a: 1 } }],
  [[{ pedido: { NumeroPedido: 1 } }]],
])("an order is found in %j", (answer) => {
  expect(readOrder(answer, 1)).toEqual({ numeroPedido: 1 });
});

test("a list in generated wrappers is found, and nothing in them is mistaken for it", () => {
  const name = fc.constantFrom("data", "content", "retorno", "resultado", "x", "portalSeller");
  const beside = fc.dictionary(
    fc.constantFrom("status", "mensagem", "total", "page", "links", "meta"),
    fc.oneof(fc.string(), fc.integer({ min: 1 }), fc.boolean(), fc.constant(null)),
  );
  const entry = fc.record({
    codigoProdutoMarketplace: fc.nat(),
    quantidadeEstoque: fc.nat(),
  });
  fc.assert(
    fc.property(
      fc.array(entry, { minLength: 1, maxLength: 5 }),
      fc.array(fc.tuple(name, beside), { maxLength: 2 }),
      (entries, wrappers) => {
        const answer = wrappers.reduce<unknown>(
          (inner, [key, others]) => ({ ...others, [key]: inner }),
          entries,
        );
        expect(readList(answer)).toEqual(entries);
      },
    ),
    { numRuns: 1_000 },
  );
});

test("any JSON is read or refused, within bounds, and never throws", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (answer) => {
      readList(answer);
      readOrder(answer, 1);
      parsedAnswer(JSON.stringify(answer));
    }),
    { numRuns: 2_000 },
  );
});

function snake(entry: object): object {
  return renamed(entry, (name) =>
    name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`),
  );
}

function upper(entry: object): object {
  return renamed(entry, (name) => name.toUpperCase());
}

function renamed(entry: object, rename: (name: string) => string): object {
  return Object.fromEntries(Object.entries(entry).map(([name, value]) => [rename(name), value]));
}
