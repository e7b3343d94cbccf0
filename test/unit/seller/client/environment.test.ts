import { expect, test } from "vitest";

import { mismatchesOf, type SellerEnvironment } from "../../../../src/seller/client/environment.ts";

function writes(
  kind: SellerEnvironment["kind"],
  actual: string | undefined,
  ambiente?: string,
): boolean {
  const environment = { name: "x", kind, baseUrl: "https://portal.test", codigoSeller: 1 };
  const facts = { expiresInS: 60, scope: undefined, codigoSeller: 1, ambiente: actual };
  return mismatchesOf(facts, { ...environment, ...(ambiente && { ambiente }) }).length === 0;
}

test.each(["HML", " hml ", "TESTE", "Sandbox", "Homologação", "homolog", "DEV", "", undefined])(
  "a production environment does not write with a token for %j",
  (word) => {
    expect(writes("production", word)).toBe(false);
  },
);

test.each(["PRD", "Produção", "PRODUCTION"])(
  "a sandbox does not write with a token for %j, even if it is called so",
  (word) => {
    expect(writes("sandbox", word, word)).toBe(false);
    expect(writes("production", word)).toBe(true);
  },
);

test("names of its own are trimmed, in any case", () => {
  expect(writes("sandbox", " hml")).toBe(true);
  expect(writes("sandbox", "Treino ", "TREINO")).toBe(true);
  expect(writes("production", "Loja", "LOJA")).toBe(true);
  expect(writes("production", "Outra", "LOJA")).toBe(false);
});
