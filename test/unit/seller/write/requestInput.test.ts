import { expect, test } from "vitest";

import { baseOfRequest } from "../../../../src/seller/write/requestInput.ts";

test.each([
  ["https://portal.test/portal-seller/precos/salvar", "savePrice", "https://portal.test"],
  ["https://portal.test/a/portal-seller/precos/salvar", "savePrice", "https://portal.test/a"],
  [
    "https://portal.test/a/b/portal-seller/estoques/atualizar/123/5",
    "updateStock",
    "https://portal.test/a/b",
  ],
] as const)("the base address of %s", (url, call, base) => {
  expect(baseOfRequest({ call, url })).toBe(base);
});
