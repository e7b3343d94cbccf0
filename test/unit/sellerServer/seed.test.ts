import { isValidNcm } from "@brazilian-utils/brazilian-utils";
import { describe, expect, test } from "vitest";

import { productSchema } from "../../../src/seller/contract/bodies.ts";
import { ibgeStates } from "../../../src/seller/contract/states.ts";
import { isEan13 } from "../../../src/seller/contract/values/ean13.ts";
import { isCepInState } from "../../../src/seller/contract/values/postalCode.ts";
import { seedCatalogue } from "../../../src/sellerServer/seed/catalogue.ts";
import { seed } from "../../../src/sellerServer/seed/seed.ts";
import { seedStates } from "../../../src/sellerServer/seed/states.ts";
import { SandboxDatabase } from "../../../src/sellerServer/store/database.ts";

describe("the catalogue of the sandbox", () => {
  const products = seedCatalogue();

  test("has more than five thousand products that the contract finds nothing wrong with", () => {
    expect(products.length).toBeGreaterThanOrEqual(5040);
    for (const { body } of products) {
      expect(productSchema.safeParse(body).error).toBeUndefined();
    }
  });

  test("has each code, barcode and description once", () => {
    for (const field of ["codigoProdutoSeller", "codigoBarrasEAN", "descricao"] as const) {
      expect(new Set(products.map(({ body }) => body[field])).size).toBe(products.length);
    }
  });

  test("has valid barcodes and NCM codes that exist", () => {
    expect(products.filter(({ body }) => !isEan13(body.codigoBarrasEAN))).toEqual([]);
    const codes = [...new Set(products.map(({ body }) => body.codigoNcmBase))];
    expect(codes.filter((code) => !isValidNcm(code))).toEqual([]);
    expect(codes).toHaveLength(30);
  });

  test("asks a price for everything", () => {
    expect(
      products.filter(({ centavos }) => !(Number.isInteger(centavos) && centavos > 0)),
    ).toEqual([]);
  });
});

describe("the delivery terms of the sandbox", () => {
  test("reach every state, each range lying in its own", () => {
    expect(seedStates).toHaveLength(ibgeStates.size);
    expect(new Set(seedStates.map(({ codigo }) => codigo))).toEqual(new Set(ibgeStates.keys()));
    for (const { codigo, faixas } of seedStates) {
      for (const [first, last] of faixas) {
        const uf = ibgeStates.get(codigo) ?? "";
        expect([
          uf,
          first <= last,
          isCepInState(`${first}000`, uf),
          isCepInState(`${last}999`, uf),
        ]).toEqual([uf, true, true, true]);
      }
    }
  });
});

test("two seeds at the same moment are the same in every row", () => {
  const [one, other] = [0, 1].map(() => {
    const db = new SandboxDatabase();
    db.transaction(() => seed(db, new Date("2026-11-20T12:00:00.000Z")));
    const views = [
      "produtoJson",
      "estoqueJson",
      "precoJson",
      "prazoJson",
      "pedidoMinimoJson",
      "pedido",
    ];
    const rows = views.flatMap((view) => db.texts(`SELECT json AS value FROM ${view}`));
    db.close();
    return rows;
  });
  expect(one?.length).toBeGreaterThan(30_000);
  expect(one).toEqual(other);
});
