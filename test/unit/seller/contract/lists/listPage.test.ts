import { expect, test } from "vitest";

import { listPage } from "../../../../../src/seller/contract/lists/listPage.ts";

const twenty = Array.from({ length: 20 }, (_, index) => ({ codigo: index }));

const pages: readonly (readonly [string, object, object])[] = [
  [
    "Omie",
    { pagina: 1, total_de_paginas: 3, registros: 20, total_de_registros: 50, produtos: twenty },
    { total: 50, hasMore: true, query: { pagina: 2 } },
  ],
  ["pages in English", { page: 1, pages: 3, items: twenty }, { hasMore: true, query: { page: 2 } }],
  ["pages in Portuguese", { página: 1, páginas: 3, itens: twenty }, { hasMore: true }],
  ["a count of more than came", { count: 50, items: twenty }, { total: 50 }],
  ["a number of records", { quantidadeRegistros: 50, dados: twenty }, { total: 50 }],
  [
    "OData",
    { "@odata.count": 50, "@odata.nextLink": "/produtos?$skip=20", value: twenty },
    { total: 50, hasMore: true, next: "/produtos?$skip=20" },
  ],
  [
    "Laravel",
    { data: twenty, next_page_url: "https://portal.example/produtos?page=2", per_page: 20 },
    { hasMore: true, next: "https://portal.example/produtos?page=2" },
  ],
  [
    "GraphQL's page",
    { nodes: twenty, pageInfo: { hasNextPage: true, endCursor: "x" } },
    { hasMore: true },
  ],
];

const further: readonly (readonly [string, object, object, Record<string, string>?])[] = [
  [
    "Omie's short names",
    { nPagina: 1, nTotPaginas: 3, nTotRegistros: 50, itens: twenty },
    { total: 50, hasMore: true },
  ],
  ["a range", { items: twenty, range: { total: 50, from: 0, to: 19 } }, { total: 50 }],
  ["rows in all", { ResponseData: { Rows: twenty, TotalRows: 50 } }, { total: 50 }],
  [
    "Sankhya",
    { responseBody: { entities: { hasMoreResult: "true", entity: twenty } } },
    { hasMore: true },
  ],
  ["remaining records", { items: twenty, remainingRecords: 5 }, { hasMore: true }],
  [
    "an inner GraphQL page",
    { data: { estoques: { edges: twenty, pageInfo: { hasNextPage: true } } } },
    { hasMore: true },
  ],
  [
    "a total of an inner list",
    { data: { estoques: { totalCount: 50, nodes: twenty } } },
    { total: 50 },
  ],
  [
    "OData 2",
    { d: { results: twenty, __next: "/x?$skiptoken=2" } },
    { hasMore: true, next: "/x?$skiptoken=2" },
  ],
  ["a cursor in Portuguese", { itens: twenty, cursor: { proximo: "abc" } }, { hasMore: true }],
  ["an address in Portuguese", { itens: twenty, proximo: "/x?pagina=2" }, { next: "/x?pagina=2" }],
  ["a scroll", { scroll_id: "abc", results: twenty }, { hasMore: true }],
  [
    "WordPress",
    twenty,
    { total: 50, hasMore: true },
    { "x-wp-total": "50", "x-wp-totalpages": "3" },
  ],
  ["a header of pages", twenty, { hasMore: true }, { "x-total-pages": "3" }],
  [
    "JSON in a header",
    twenty,
    { total: 50, hasMore: true },
    { "x-pagination": '{"TotalCount":50,"HasNext":true}' },
  ],
];

const named = further.map(([name, body, expected, headers = {}]) => ({
  name,
  body,
  expected,
  headers,
}));

test.each(named)("a page of $name is no whole list", ({ body, expected, headers }) => {
  expect(listPage(body, new Headers(headers), 20)).toMatchObject(expected);
});

test("the same names say of a whole list that it is whole, and those of a record say nothing", () => {
  const whole = { hasMore: undefined };
  const sankhya = { entities: { total: "20", hasMoreResult: "false", entity: twenty } };
  expect(listPage({ responseBody: sankhya }, undefined, 20)).toMatchObject({
    total: 20,
    hasMore: false,
  });
  expect(listPage({ items: twenty, remainingRecords: 0 }, undefined, 20)).toMatchObject(whole);
  expect(listPage({ itens: twenty, proximo: null }, undefined, 20)).toMatchObject(whole);
  const only = new Headers({ "x-wp-total": "20", "x-wp-totalpages": "1" });
  expect(listPage(twenty, only, 20)).toMatchObject({ total: 20, ...whole });
  const record = { codigoProdutoSeller: "A", total: 99, hasMore: true };
  expect(listPage({ data: { A1: record, A2: record } }, undefined, 2)).toMatchObject({
    total: undefined,
    ...whole,
  });
});

test.each(pages)("a page of %s is seen as a part of its list", (_, body, expected) => {
  expect(listPage(body, undefined, 20)).toMatchObject(expected);
});

test("the last page of each is the end", () => {
  const omie = { pagina: 3, total_de_paginas: 3, registros: 10, total_de_registros: 50 };
  expect(listPage({ ...omie, produtos: [] }, undefined, 10)).toMatchObject({ hasMore: false });
  expect(listPage({ page: 3, pages: 3 }, undefined, 10)).toMatchObject({ hasMore: false });
  expect(listPage({ count: 20, items: twenty }, undefined, 20)).toMatchObject({
    total: undefined,
    hasMore: undefined,
  });
  const done = { nodes: twenty, pageInfo: { hasNextPage: false } };
  expect(listPage(done, undefined, 20)).toMatchObject({ hasMore: false });
});
