import * as fc from "fast-check";
import { expect, test } from "vitest";

import {
  listChoicesSchema,
  readChosen,
} from "../../../../../src/seller/contract/lists/listChoice.ts";
import {
  guessedColumns,
  listColumns,
  listPlaces,
} from "../../../../../src/seller/contract/lists/listPlaces.ts";

const answer = {
  bloco: {
    a: [
      { idItem: 1, qtd_estoque: 5 },
      { idItem: 2, qtd_estoque: 0 },
    ],
    b: [{ x: 1 }],
  },
  nomes: ["a", "b"],
};

test("the places of an answer are named by path and count, arrays first, the longest first", () => {
  const places = listPlaces(answer);
  expect(places.map(({ path, count }) => [path.join("."), count])).toEqual([
    ["bloco.a", 2],
    ["bloco.b", 1],
    ["", 2],
    ["bloco", 2],
  ]);
  expect(places[0]?.first).toBe('{"idItem":1,"qtd_estoque":5}');
});

test("the columns of a place have a sample, and those with a similar name come first", () => {
  const columns = listColumns(answer, ["bloco", "a"]);
  expect(columns).toEqual([
    { path: ["idItem"], sample: "1" },
    { path: ["qtd_estoque"], sample: "5" },
  ]);
  expect(guessedColumns("qtdEstoque", columns)).toMatchObject({
    isAlike: true,
    columns: [{ path: ["qtd_estoque"] }, { path: ["idItem"] }],
  });
  expect(guessedColumns("codigoProdutoMarketplace", columns).isAlike).toBe(false);
});

test("any answer gives a bounded number of places, and each can be read", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (any) => {
      const places = listPlaces(any);
      expect(places.length).toBeLessThanOrEqual(50);
      for (const { path } of places) {
        expect(readChosen(any, { path: [...path] })?.length).toBeGreaterThan(0);
        expect(listColumns(any, path).length).toBeLessThanOrEqual(100);
      }
    }),
  );
});

test("what is offered can be kept: no name that the settings would refuse", () => {
  const long = "x".repeat(201);
  const hostile = { [long]: [{ a: 1 }], ok: [{ [long]: 1, saldo: 2, [`${long}y`]: { z: 1 } }] };
  const fields = listColumns(hostile, ["ok"]);
  expect(fields.map(({ path }) => path)).toEqual([["saldo"]]);
  for (const { path } of listPlaces(hostile)) {
    expect(listChoicesSchema.safeParse({ listStock: { path } }).success).toBe(true);
  }
});
