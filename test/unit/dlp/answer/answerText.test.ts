import * as fc from "fast-check";
import { expect, test } from "vitest";

import { AnswerText } from "../../../../src/dlp/answer/answerText.ts";
import type { DlpRules } from "../../../../src/dlp/dlpRules.ts";
import type { Finding } from "../../../../src/dlp/find/finding.ts";
import { parseJson } from "../../../../src/shared/base/json.ts";
import { forEachKind, maskOf } from "../../../../src/shared/guarded/sensitiveKinds.ts";
import { cards, cnpjs, cpfs, emails, phones, punctuated } from "../values.ts";

const masked: DlpRules = forEachKind(() => "mask");

interface Masked {
  readonly text: string;
  readonly counts: Readonly<Record<string, number>>;
}

function maskPieces(
  pieces: readonly string[],
  { rules = masked, isJson }: { readonly rules?: DlpRules; readonly isJson?: boolean } = {},
): Masked {
  const found: Finding[] = [];
  const text = new AnswerText({
    rules,
    ...(isJson !== undefined && { isJson }),
    isKnown: () => false,
    onFound: (finding) => found.push(finding),
  });
  const sent = [...pieces.map((piece) => text.push(piece)), text.end()].join("");
  const counts: Record<string, number> = {};
  for (const { kind } of found) {
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return { text: sent, counts };
}

const words = fc.constantFrom(
  ..."o texto do cliente segue abaixo: the customer's data, e-mail CPF senha = `code` **Nome:** (at) [dot] ok 😀 ação \n \n\n 12 3.5 { } \" , - | x".split(
    " ",
  ),
);
const valuesInText = fc.oneof(
  cpfs,
  cpfs.map(punctuated),
  cnpjs.map(punctuated),
  cards,
  emails,
  phones.map((phone) => `+55${phone}`),
  fc.constant(`ghp_${"aB3dE5".repeat(6)}`),
  fc.constant("senha: Abacaxi!2024x"),
);
const texts = fc
  .array(fc.oneof({ weight: 6, arbitrary: words }, { weight: 1, arbitrary: valuesInText }), {
    maxLength: 150,
    size: "max",
  })
  .map((parts) => parts.join(" "));

function cut(text: string, sizes: readonly number[]): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0, index = 0; at < text.length; index += 1) {
    const size = sizes[index % sizes.length] ?? 1;
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
}

const cuts = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 12 });

test("an answer in pieces is masked as the whole answer", () => {
  fc.assert(
    fc.property(texts, cuts, fc.boolean(), (text, sizes, isJson) => {
      expect(maskPieces(cut(text, sizes), { isJson })).toEqual(maskPieces([text], { isJson }));
    }),
    { numRuns: 60 },
  );
});

test("a long answer in pieces is masked as the whole answer, too", () => {
  fc.assert(
    fc.property(
      fc.array(texts, { minLength: 12, maxLength: 12, size: "max" }),
      cuts,
      (parts, sizes) => {
        const text = `${"Um texto comprido, com 3 números. ".repeat(230)}${parts.join("\n")}`;
        expect(maskPieces(cut(text, sizes))).toEqual(maskPieces([text]));
      },
    ),
    { numRuns: 5 },
  );
});

test("no value of a text is left, wherever the stream is cut", () => {
  const values = fc.oneof(cpfs.map(punctuated), cnpjs.map(punctuated), emails);
  fc.assert(
    fc.property(
      texts,
      values,
      texts,
      fc.integer({ min: 1, max: 7 }),
      (before, value, after, size) => {
        const text = `${before}\n\nO valor é ${value} aqui. ${after}`;
        expect(maskPieces(cut(text, [size])).text).not.toContain(value);
      },
    ),
    { numRuns: 60 },
  );
});

test("a text without a value stays as it is", () => {
  fc.assert(
    fc.property(fc.array(words, { maxLength: 200 }), cuts, (parts, sizes) => {
      const text = parts.join(" ").replaceAll("senha", "nome");
      expect(maskPieces(cut(text, sizes))).toEqual({ text, counts: {} });
    }),
    { numRuns: 100 },
  );
});

test("an alert counts a value once and leaves it", () => {
  const alerts: DlpRules = forEachKind(() => "alert");
  const text = "Escreva a ana@empresa.com.br ou ligue. ".repeat(40);
  expect(maskPieces(cut(text, [3]), { rules: alerts })).toEqual({ text, counts: { email: 40 } });
});

test("arguments of a tool stay JSON, with numbers, lists and JSON in strings", () => {
  const leaf = fc.oneof(
    words,
    cpfs,
    cpfs.map(Number),
    cpfs.map(punctuated),
    cards.map(Number),
    emails,
    fc.integer(),
    fc.constant(null),
    cpfs.map((cpf) => JSON.stringify({ cpf: Number(cpf), again: [cpf] })),
    cpfs.map((cpf) => Array.from(cpf, Number)),
    fc.constant(["529.982.", "247-25"]),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(tie("value"), { maxLength: 5 }),
      fc.dictionary(fc.constantFrom("cpf", "nome", "dados", "cartao"), tie("value")),
    ),
  }));
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 1), cuts, (data, indent, sizes) => {
      const json = JSON.stringify({ data }, undefined, indent);
      const { text } = maskPieces(cut(json, sizes), { isJson: true });
      expect(parseJson(text)).toBeTypeOf("object");
    }),
    { numRuns: 150 },
  );
});

test("JSON in a JSON string stays JSON", () => {
  const json = JSON.stringify({ body: JSON.stringify({ cpf: 52_998_224_725, ok: true }) });
  const { body } = JSON.parse(maskPieces(cut(json, [5]), { isJson: true }).text) as {
    body: string;
  };
  expect(JSON.parse(body)).toEqual({ cpf: maskOf("cpf"), ok: true });
});

test.each([
  [
    "a key in lines",
    [
      "-----BEGIN RSA PRIVATE KEY-----",
      ...Array<string>(40).fill("MIIEowIBAAKCAQEAu1SU1LfVLPHCozMxH2Mo4lgOEePzNm0tRgeLezV6ffAt0g"),
      "-----END RSA PRIVATE KEY-----",
    ].join("\n"),
  ],
  [
    "a signed token",
    `${btoa('{"alg":"RS256","typ":"JWT"}').replaceAll("=", "")}.eyJ${"zdWIiOiIxMjM0".repeat(60)}.${"SflKxwRJ5MeKKF2QT4fwp".repeat(16)}`,
  ],
])("%s is masked whole, though it is longer than the text that waits", (_, secret) => {
  for (const size of [1, 50, 10_000]) {
    const { text, counts } = maskPieces(
      cut(`Use esta chave: ${secret}\n\nE guarde-a bem.`, [size]),
    );
    expect([text, counts]).toEqual([
      `Use esta chave: ${maskOf("secret")}\n\nE guarde-a bem.`,
      { secret: 1 },
    ]);
  }
});

test("at most 440 characters wait, and plain words hardly", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const answer = new AnswerText({
        rules: masked,
        isKnown: () => false,
        onFound: () => undefined,
      });
      return cut(text, [7]).every((piece) => {
        answer.push(piece);
        return answer.held <= 440;
      });
    }),
    { numRuns: 40 },
  );
  const plain = new AnswerText({ rules: masked, isKnown: () => false, onFound: () => undefined });
  const sent = plain.push("O mar é azul e o céu também, como sempre foi antes de nós. ");
  expect(sent).toBe("O mar é azul e o céu também, como sempre foi antes ");
});

test("a known value and what is not asked for stay", () => {
  const text = "CPF 529.982.247-25 e ana@empresa.com.br no cadastro do cliente.";
  const found: Finding[] = [];
  const answer = new AnswerText({
    rules: { ...forEachKind(() => "allow"), cpf: "mask" },
    isKnown: (kind, value) => kind === "cpf" && value === "529.982.247-25",
    onFound: (finding) => found.push(finding),
  });
  expect([answer.push(text) + answer.end(), found]).toEqual([text, []]);
});
