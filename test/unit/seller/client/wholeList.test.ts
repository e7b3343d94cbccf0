import { expect, test } from "vitest";

import { wholeList } from "../../../../src/seller/client/wholeList.ts";

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
