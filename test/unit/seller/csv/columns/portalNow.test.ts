import { expect, test } from "vitest";

import { portalNow } from "../../../../../src/seller/csv/columns/portalNow.ts";

test("each record of the portal's list is told of as it is read", async () => {
  const codes = ["A-1", "A-2", "A-1"];
  let told = 0;
  const now = await portalNow(
    {
      list: (_call, { onEntry }) => {
        for (const codigoProdutoSeller of codes) {
          onEntry?.({ codigoProdutoSeller });
        }
        return Promise.resolve({ entries: [], isComplete: true });
      },
    },
    "saveProduct",
    {
      signal: new AbortController().signal,
      onRecord: () => {
        told += 1;
      },
    },
  );
  expect(now).toMatchObject({ ok: true, count: 3 });
  expect(told).toBe(3);
});
