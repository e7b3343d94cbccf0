import * as fc from "fast-check";
import { expect, test } from "vitest";

import { scanText } from "../../../src/dlp/find/scanText.ts";
import { maskText } from "../../../src/dlp/mask/maskText.ts";
import type { DlpKind } from "../../../src/shared/guarded/sensitiveKinds.ts";
import { cards, cnpjs, cpfs, emails, letterCnpjs, phones, punctuated } from "./values.ts";

/** Text around a value: prose, code, JSON, a log line and a table's row. */
const carriers: Readonly<Record<string, (name: string, value: string) => string>> = {
  prose: (name, value) => `Segue o ${name} ${value}, conforme pedimos ontem.`,
  code: (name, value) => `const ${name} = "${value}"; // TODO`,
  json: (name, value) => JSON.stringify({ ok: true, [name]: value, next: null }),
  log: (name, value) => `2026-11-21T09:15:00Z INFO user.update ${name}=${value} took=12ms`,
  csv: (name, value) => `7;${name};${value};ativo`,
};

const values: readonly (readonly [DlpKind, string, fc.Arbitrary<string>])[] = [
  ["cpf", "cpf", cpfs],
  ["cpf", "cpf", cpfs.map(punctuated)],
  ["cnpj", "cnpj", cnpjs],
  ["cnpj", "cnpj", cnpjs.map(punctuated)],
  ["cnpj", "cnpj", letterCnpjs],
  ["cnpj", "cnpj", letterCnpjs.map(punctuated)],
  ["card", "cartao", cards],
  ["card", "card", cards.map((card) => card.replaceAll(/(.{4})(?=.)/gu, "$1 "))],
  ["phone", "telefone", phones],
  ["phone", "celular", phones.map((phone) => phone.replace(/^(..)(.{5})/u, "($1) $2-"))],
  ["phone", "fone", phones.map((phone) => `+55${phone}`)],
  ["email", "email", emails],
];

test("every valid value is found in every carrier, exactly where it is", () => {
  for (const [kind, name, arbitrary] of values) {
    fc.assert(
      fc.property(arbitrary, fc.constantFrom(...Object.values(carriers)), (value, carry) => {
        const text = carry(name, value);
        const start = text.lastIndexOf(value);
        expect(scanText(text)).toEqual([
          { kind, start, end: start + value.length, certainty: "certain" },
        ]);
      }),
      { numRuns: 200 },
    );
  }
});

/** Texts that are mostly what values are made of. */
const dense = fc
  .array(
    fc.oneof(
      ...values.map(([, , arbitrary]) => arbitrary),
      fc.constantFrom(
        " ",
        "-",
        ".",
        "/",
        "(",
        ")",
        "+",
        "@",
        "\n",
        ":",
        ",",
        "cpf ",
        "tel",
        "cnpj",
        "a",
        "1",
        "\\n",
        "%3",
      ),
      fc.string({ maxLength: 5, unit: "binary" }),
      fc.stringMatching(/^\d{1,6}$/u),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(""));

test("findings lie inside the text, in order, and numbers never overlap", () => {
  fc.assert(
    fc.property(dense, (text) => {
      let end = 0;
      for (const finding of scanText(text)) {
        expect(finding.start).toBeGreaterThanOrEqual(0);
        expect(finding.end).toBeGreaterThan(finding.start);
        expect(finding.end).toBeLessThanOrEqual(text.length);
        if (finding.kind !== "email") {
          expect(finding.start).toBeGreaterThanOrEqual(end);
          end = finding.end;
        }
      }
    }),
    { numRuns: 2000 },
  );
});

test("masking comes to an end at which nothing is found, and stays there", () => {
  fc.assert(
    fc.property(dense, (text) => {
      let masked = text;
      for (let pass = 0; pass < 4; pass += 1) {
        masked = maskText(masked, scanText(masked));
      }
      expect(scanText(masked)).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

test("any text can be scanned, also with halves of surrogate pairs", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(0xffff)), (units) => {
      expect(Array.isArray(scanText(String.fromCharCode(...units)))).toBe(true);
    }),
  );
});
