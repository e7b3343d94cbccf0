import * as fc from "fast-check";
import { expect, test } from "vitest";

import { findEmails } from "../../../../src/dlp/find/findEmails.ts";
import { findSeparatedCnpjs } from "../../../../src/dlp/find/findLetterCnpjs.ts";
import { findNumbers } from "../../../../src/dlp/find/findNumbers.ts";
import { findPixKeys } from "../../../../src/dlp/find/findPixKeys.ts";
import { mayHoldValue } from "../../../../src/dlp/find/mayHoldValue.ts";
import { scanText } from "../../../../src/dlp/find/scanText.ts";
import { foldText } from "../../../../src/dlp/fold/foldedText.ts";
import { scanOutbound } from "../../../../src/dlp/scanOutbound.ts";

const pieces = [
  "chave pix ",
  "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee",
  "aaaa",
  "-",
  "**",
  "529.982.247-25",
  "12ABC34501DE35",
  "cnpj ",
  "ana",
  "@",
  "&commat;",
  "%40",
  "\\u0040",
  "exemplo.com.br",
  "１",
  "=\n",
  "/",
  ".",
  "(",
];

test("no finder finds anything in a text that is not searched", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
      const text = parts.join("");
      if (!mayHoldValue(text)) {
        const { text: folded } = foldText(text);
        expect([
          ...findNumbers(folded),
          ...findEmails(folded),
          ...findPixKeys(folded),
          ...findSeparatedCnpjs(folded),
        ]).toEqual([]);
      }
    }),
    { numRuns: 2_000 },
  );
});

test("a PIX key without a digit is found", () => {
  expect(scanText("chave pix: aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee")).toMatchObject([
    { kind: "pix", start: 11 },
  ]);
});

test("base64 is found wherever it stands, beside words of any length", () => {
  const value = Buffer.from("ana@empresa.com.br").toString("base64");
  for (let length = 0; length < 40; length += 1) {
    for (const word of ["", "word", "fifteen-letters"]) {
      const before = `${" ".repeat(length)}${word} `;
      expect(scanOutbound(`${before}${value} end`)).toMatchObject([
        { kind: "email", start: before.length, end: before.length + value.length },
      ]);
    }
  }
});

test.each(["cpf 529.982.247-25", "ana@empresa.com.br", "529.982.247-25"])(
  "hexadecimal is found wherever it stands, beside words of any length: %s",
  (value) => {
    const hex = Buffer.from(value).toString("hex");
    for (let length = 0; length < 50; length += 1) {
      for (const word of ["", "word", "fifteen-letters"]) {
        const before = `${" ".repeat(length)}${word} `;
        expect(scanOutbound(`${before}${hex} end`)).toMatchObject([
          { start: before.length, end: before.length + hex.length },
        ]);
      }
    }
  },
);

test("base64 is found where it begins right after the padding of another, at any place", () => {
  const value = Buffer.from("ana@empresa.com.br").toString("base64");
  for (const note of ["a note without any value", "a note that holds no value!"]) {
    const first = Buffer.from(`${note}.`).toString("base64");
    expect(first).toMatch(/=$/u);
    for (let length = 0; length < 20; length += 1) {
      const before = `${" ".repeat(length)}${first}`;
      expect(scanOutbound(`${before}${value} end`)).toMatchObject([
        { kind: "email", start: before.length, end: before.length + value.length },
      ]);
    }
  }
});
