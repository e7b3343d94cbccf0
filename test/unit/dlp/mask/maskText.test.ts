import * as fc from "fast-check";
import { expect, test } from "vitest";

import { scanText } from "../../../../src/dlp/find/scanText.ts";
import { maskText } from "../../../../src/dlp/mask/maskText.ts";

function masked(text: string): string {
  return maskText(text, scanText(text));
}

test("a value gives way to the form of its kind, and the rest stays", () => {
  expect(
    masked(
      "CPF 529.982.247-25, CNPJ 11.222.333/0001-81, cartão 4532015112830366, maria@empresa.com, (11) 98456-5666.",
    ),
  ).toBe(
    "CPF ***.***.***-**, CNPJ **.***.***/****-**, cartão **** **** **** ****, ***@***, (**) *****-****.",
  );
});

test("no mask is taken for a value, even where its context says so", () => {
  const text = masked(
    "cpf 52998224725 cnpj 12ABC34501DE35 tel 11984565666 cartão 4532015112830366",
  );
  expect(scanText(text)).toEqual([]);
  expect(masked(text)).toBe(text);
});

test("what overlaps is masked as one", () => {
  expect(masked("52998224725@empresa.com")).toBe("***@***");
});

test("a text without findings comes back as it is", () => {
  fc.assert(fc.property(fc.string(), (text) => maskText(text, []) === text));
});
