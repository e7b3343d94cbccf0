import { expect, test } from "vitest";

import { wholeList } from "../../../../src/seller/client/wholeList.ts";
import { JsonRows } from "../../../../src/seller/contract/values/jsonRows.ts";

const request = { call: "listStock", method: "GET", url: "https://portal.test/lista" } as const;

test("all pages together are bounded in bytes, and what was read is not the whole", async () => {
  let pages = 0;
  const list = await wholeList(request, () => {
    pages += 1;
    const content = [{ codigoProdutoMarketplace: pages, quantidadeEstoque: 1 }];
    return Promise.resolve({
      requestId: undefined,
      body: { content, number: pages - 1, last: false },
      raw: "",
      bytes: 50 * 1024 * 1024,
    });
  });
  expect([pages, list.entries.length, list.isComplete]).toEqual([3, 3, false]);
});

test("a long list is handed over entry by entry, with the contract's names, and its tree is never made", async () => {
  const text = JSON.stringify([{ codigo_produto_marketplace: 1 }, { QUANTIDADE_ESTOQUE: 2 }]);
  const rows = JsonRows.in(new TextEncoder().encode(text));
  const entries: unknown[] = [];
  const list = await wholeList(
    request,
    () =>
      Promise.resolve({
        requestId: undefined,
        get body(): unknown {
          throw new Error("The whole list was parsed");
        },
        ...(rows && { rows }),
        raw: "",
        bytes: text.length,
      }),
    { onEntry: (entry) => entries.push(entry) },
  );
  expect([list, entries]).toEqual([
    { entries: [], isComplete: true },
    [{ codigoProdutoMarketplace: 1 }, { quantidadeEstoque: 2 }],
  ]);
});

test.each([
  ["http://portal.test/lista?page=2", 2],
  ["http://portal.test:8080/lista?page=2", 2],
  ["http://inner.test/lista?page=2", 1],
  ["http://portal.test/other?page=2", 1],
  ["https://portal.test:8443/lista?page=2", 1],
  ["http://user@portal.test/lista?page=2", 1],
])(
  "a link to the next page is followed at the list's own address, whatever its proxy hides: %s",
  async (next, count) => {
    const urls: string[] = [];
    const list = await wholeList(request, ({ url }) => {
      urls.push(url);
      const content = [{ codigoProdutoMarketplace: urls.length }];
      const body = urls.length === 1 ? { content, next } : { content };
      return Promise.resolve({ requestId: undefined, body, raw: "" });
    });
    const followed = [request.url, `${request.url}?page=2`].slice(0, count);
    expect([urls, list.isComplete]).toEqual([followed, count === 2]);
  },
);

test.each([
  ["the same entry with a new value, pushed to the next page", [5, 6, 7, 8], false],
  ["five different ones", [6, 7, 8, 9], true],
])("a total is reached by different records only: %s", async (_, second, isComplete) => {
  const pages = [[1, 2, 3, 4, 5], second].map((codes, number) => ({
    content: codes.map((code) => ({ codigoProdutoMarketplace: code, quantidadeEstoque: number })),
    number,
    last: number === 1,
    totalElements: 9,
  }));
  const list = await wholeList(request, () =>
    Promise.resolve({ requestId: undefined, body: pages.shift() ?? {}, raw: "", bytes: 1 }),
  );
  expect([list.entries.length, list.isComplete]).toEqual([9, isComplete]);
});
