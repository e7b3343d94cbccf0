import { expect, test } from "vitest";

import {
  fitsHeader,
  type ImportProfile,
  importProfilesText,
  maxImportProfiles,
  readImportProfiles,
} from "../../../../../src/seller/csv/check/importProfile.ts";

const stock: ImportProfile = {
  name: "Estoque do ERP",
  call: "updateStock",
  format: { encoding: "windows-1252", delimiter: ";", decimal: "," },
  mapping: { codigoProdutoSeller: "SKU", quantidadeEstoque: "Saldo" },
  header: ["SKU", "Nome", "Saldo"],
};

test("a written file of profiles is read again, and foreign entries are left out", () => {
  const text = importProfilesText([stock, { ...stock, name: "Other" }]);
  expect(readImportProfiles(text)).toEqual([stock, { ...stock, name: "Other" }]);
  const foreign = JSON.stringify({
    version: 1,
    profiles: [stock, { ...stock, call: "cancelOrder", name: "Bad" }, 5, { ...stock, name: " " }],
  });
  expect(readImportProfiles(foreign)).toEqual([stock]);
});

test.each(["", "{", "[]", '{"version":2,"profiles":[]}', "null"])(
  "a file that is none of ours is not taken for one without profiles: %j",
  (text) => {
    expect(readImportProfiles(text)).toBeUndefined();
  },
);

test("of two profiles with one name the first counts, and their number is bounded", () => {
  const other = { ...stock, call: "saveProduct" as const };
  expect(readImportProfiles(importProfilesText([stock, other]))).toEqual([stock]);
  const many = Array.from({ length: 500 }, (_, index) => ({ ...stock, name: `p${index}` }));
  expect(readImportProfiles(importProfilesText(many))).toHaveLength(maxImportProfiles);
});

test("a profile fits the same columns in any order, also in the file of failed rows", () => {
  expect(fitsHeader(stock, ["Saldo", "SKU ", "Nome"])).toBe(true);
  expect(fitsHeader(stock, ["SKU", "Nome", "Saldo", "AI Hub: erro"])).toBe(true);
  expect(fitsHeader(stock, ["SKU", "Saldo"])).toBe(false);
});
