import { readFileSync } from "node:fs";
import { join } from "node:path";

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { complaintOf, isHtml } from "../../../../../src/seller/client/portalFailure.ts";
import { refusesOutright } from "../../../../../src/seller/contract/lists/outright.ts";

const root = join(import.meta.dirname, "../../../../..");

/** Bodies of answers to writes with status 200, in the style of marketplaces, shops and ERPs. */
function bodies(file: string): readonly (readonly [unknown])[] {
  const text = readFileSync(join(root, "test/fixtures/writeAnswers", file), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line): [unknown] => [JSON.parse(line)]);
}

function isRefused(body: unknown): boolean {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const answer = { status: 200, headers: new Headers(), text, bytes: text.length };
  return complaintOf(answer, "write", []) !== undefined;
}

test.each(bodies("refused.jsonl"))("has a sign of a refusal: %j", (body) => {
  expect(isRefused(body)).toBe(true);
});

test.each(bodies("refusedInWords.jsonl"))(
  "refuses in words, which only a reading judges: %j",
  (body) => {
    expect(isRefused(body)).toBe(false);
  },
);

test.each(bodies("done.jsonl"))("is no refusal: %j", (body) => {
  expect(isRefused(body)).toBe(false);
});

describe("signs in what was asked for", () => {
  test.each([
    [{ sucesso: false, data: [] }, true],
    [{ erros: ["Nenhum token"], data: [] }, true],
    [{ data: { produtos: [] }, errors: [{ message: "x" }] }, true],
    [{ content: [{ codigoProdutoSeller: "A", erros: ["sem imagem"] }] }, false],
    [{ numeroPedido: 5, erro: "Endereço", sucesso: false }, false],
    [{ mensagem: "Serviço indisponível", data: [] }, false],
  ])("%j refuses: %s", (body, refuses) => {
    expect(refusesOutright(body, "read")).toBe(refuses);
  });
});

test.each([
  ["<erro><mensagem>Produto duplicado</mensagem></erro>", true],
  ["<retorno><erros><erro>Duplicado</erro></erros></retorno>", true],
  ["<s:Envelope><s:Body><s:Fault>x</s:Fault></s:Body></s:Envelope>", true],
  ["<retorno><sucesso>false</sucesso><mensagem>Duplicado</mensagem></retorno>", true],
  ["<retorno><erro>0</erro><erros/><erros></erros><mensagem>Salvo</mensagem></retorno>", false],
  ["<retorno><sucesso>true</sucesso></retorno>", false],
  ["<retorno><quantidadeErros>2</quantidadeErros></retorno>", true],
  ["<retorno><quantidadeErros>0</quantidadeErros><status>OK</status></retorno>", false],
  ["<retorno><codigoErro>31</codigoErro></retorno>", true],
  ["<retorno><r><codigo>0</codigo><mensagem>Sucesso</mensagem></r></retorno>", false],
])("XML with a successful status: %s refuses: %s", (text, refuses) => {
  expect(isRefused(text)).toBe(refuses);
});

test("XML without a declaration is known by its type", () => {
  const headers = new Headers({ "content-type": "text/xml; charset=utf-8" });
  const text = "<string xmlns='http://tempuri.org/'>ERRO: Produto inexistente</string>";
  const answer = { status: 200, headers, text, bytes: text.length };
  expect(isHtml(answer)).toBe(false);
  expect(isHtml({ ...answer, text: "<!doctype html><title>Login</title>" })).toBe(true);
});

test("problem details (RFC 9457) refuse also with a successful status", () => {
  const headers = new Headers({ "content-type": "application/problem+json" });
  const text = '{"type": "https://portal.test/problems/price", "title": "Preço", "detail": "x"}';
  expect(
    complaintOf({ status: 200, headers, text, bytes: text.length }, "write", []),
  ).toMatchObject({ kind: "complaint", details: { detail: "x" } });
});

test("generated: a sentence alone never decides", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("mensagem", "message", "msg", "detail", "texto", "situacao", "flag"),
      fc.string(),
      (name, text) => !refusesOutright({ [name]: text }, "write"),
    ),
  );
});

test.each([
  "[".repeat(50_000) + "]".repeat(50_000),
  '{"erros":'.repeat(5_000) + "null" + "}".repeat(5_000),
  JSON.stringify({ ["fail".repeat(50_000)]: 1, ["x".repeat(100_000) + "erro"]: null }),
])("a hostile answer is judged in a moment: %.20s…", (text) => {
  const answer = { status: 200, headers: new Headers(), text, bytes: text.length };
  expect(() => complaintOf(answer, "write", [])).not.toThrow();
});
