import { expect, test } from "vitest";

import { hasCheckDigit } from "../../../../src/dlp/own/checkDigit.ts";
import { findOwn, OwnFinder } from "../../../../src/dlp/own/ownFinder.ts";
import { SipHash } from "../../../../src/dlp/own/sipHash.ts";
import {
  type HashedTerms,
  hashTerms,
  TermFinder,
  type TermList,
} from "../../../../src/dlp/own/terms.ts";
import type { CheckDigit, OwnKind } from "../../../../src/shared/guarded/ownKinds.ts";

const labels = { en: "Employee number", "pt-br": "Matrícula" };
const employee: OwnKind = { placeholder: "EMPLOYEE", labels, pattern: "EMP-\\d{5}" };
const key = "0123456789abcdef0123456789abcdef";

let turns = 0;

function hashed(list: string): Promise<TermList> {
  turns = 0;
  return hashTerms(list, key, () => {
    turns += 1;
    return Promise.resolve();
  });
}

function found(kind: OwnKind, text: string, terms?: HashedTerms): readonly string[] {
  const finder = new OwnFinder(kind, terms && new TermFinder(terms));
  return finder.find(text).map(({ start, end }) => text.slice(start, end));
}

test("a value is found where no letter or digit continues it", () => {
  expect(found(employee, "EMP-12345, emp-54321; id_EMP-11111 (EMP-22222)")).toEqual([
    "EMP-12345",
    "emp-54321",
    "EMP-11111",
    "EMP-22222",
  ]);
  expect(found(employee, "EMP-123456 TEMP-12345 ÉEMP-12345")).toEqual([]);
  expect(found({ ...employee, case_sensitive: true }, "EMP-12345 emp-54321")).toEqual([
    "EMP-12345",
  ]);
});

test("words near a value make it count, and words that excuse it do not", () => {
  const kind = {
    ...employee,
    pattern: "\\d{6}",
    near: ["matrícula"],
    excuse: ["pedido de compra"],
  };
  expect(found(kind, "Matricula: 123456")).toEqual(["123456"]);
  expect(found(kind, "a MATRÍCULA do colega é 123456")).toEqual(["123456"]);
  expect(found(kind, "o colega 123456")).toEqual([]);
  expect(found(kind, "matriculado 123456")).toEqual([]);
  expect(found(kind, "matrícula no pedido de compra 123456")).toEqual([]);
});

test.each<readonly [string, CheckDigit, boolean]>([
  ["4111111111111111", { by: "luhn" }, true],
  ["4111111111111112", { by: "luhn" }, false],
  ["7891000315507", { by: "mod10" }, true],
  ["7891000315508", { by: "mod10" }, false],
  ["12345678-9", { by: "mod11" }, true],
  ["12345678-6", { by: "mod11" }, false],
  ["GB29NWBK60161331926819", { by: "mod97" }, false],
  ["NWBK60161331926819GB29", { by: "mod97" }, true],
  ["123-6", { by: "weights", weights: [3, 5, 7], modulus: 10 }, true],
  ["123-7", { by: "weights", weights: [3, 5, 7], modulus: 10 }, false],
  ["1234-6", { by: "weights", weights: [3, 5, 7], modulus: 10 }, false],
  ["7", { by: "luhn" }, false],
])("the check digit of %s: %j %s", (value, check, isRight) => {
  expect(hasCheckDigit(value, check)).toBe(isRight);
});

function byPlace(one: { readonly start: number }, other: { readonly start: number }): number {
  return one.start - other.start;
}

test("kinds are found together as each alone, also with another script's letter first", () => {
  const kinds = [
    employee,
    { ...employee, placeholder: "CODE", pattern: "[EÇ]MP-\\d{5}" },
    { ...employee, placeholder: "LOT", pattern: "\\d{5}-[A-Z]{2}", near: ["lote"] },
  ];
  const finders = kinds.map((kind) => new OwnFinder(kind));
  const text = "lote 12345-AB EMP-12345-AB, ÇMP-54321 emp-1234 EMP-11111EMP-22222 99999-ZZ";
  expect(findOwn(text, finders).toSorted(byPlace)).toEqual(
    finders.flatMap((finder) => finder.find(text)).toSorted(byPlace),
  );
  expect(findOwn(text, finders).map(({ placeholder }) => placeholder)).toContain("LOT");
});

test("a list of terms is found without case, accents and the signs between words", async () => {
  const list = "\uFEFFProjeto Aurora\r\nBoitatá\r\n\r\nprojeto  aurora\nCuca Dourada Norte\n";
  const kind = { placeholder: "PROJECT", labels };
  const text = "o projeto-aurora e BOITATA, não o projeto. aurora nem projetoaurora; cuca dourada";
  const told = await hashed(list);
  expect(found(kind, text, told.terms)).toEqual(["projeto-aurora", "BOITATA"]);
  expect(told).toMatchObject({
    terms: { count: 3, words: 3 },
    duplicates: 1,
    refused: 0,
  });
  expect((await hashed("ab\na b c d e f g h i\n" + "x".repeat(300))).refused).toBe(3);
});

test("of terms at the same place the longest is found", async () => {
  const kind = { placeholder: "PROJECT", labels };
  const { terms } = await hashed("rio\nrio claro\nrio claro sul");
  expect(found(kind, "Rio Claro Sul, Rio Claro", terms)).toEqual(["Rio Claro Sul", "Rio Claro"]);
});

test("a hundred thousand terms are hashed in 50 turns and found, and none is in what is stored", async () => {
  const list = Array.from({ length: 100_000 }, (_, at) => `contrato ${at + 100_000}`).join("\n");
  const { terms } = await hashed(list);
  expect([terms.count, turns]).toEqual([100_000, 50]);
  expect(JSON.stringify(terms)).not.toContain("contrato");
  const finder = new OwnFinder({ placeholder: "CONTRACT", labels }, new TermFinder(terms));
  expect(finder.find("o contrato 123456 e o contrato 900000")).toEqual([
    { placeholder: "CONTRACT", start: 2, end: 17 },
  ]);
});

function first53(bits: bigint): number {
  return Number(bits >> 11n);
}

test("the hash is that of the published vectors", () => {
  const hash = new SipHash("03020100070605040b0a09080f0e0d0c");
  expect(hash.of("")).toBe(first53(0x72_6f_db_47_dd_0e_0e_31n));
  expect(hash.of("\u0100\u0302\u0504\u0706")).toBe(first53(0x93_f5_f5_79_9a_93_24_62n));
});
