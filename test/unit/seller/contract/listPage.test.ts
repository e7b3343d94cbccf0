import { expect, test } from "vitest";

import { listPage } from "../../../../src/seller/contract/listPage.ts";

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
