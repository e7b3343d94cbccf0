import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { complaintOf } from "../../../../src/seller/client/portalFailure.ts";
import { complaintIn } from "../../../../src/seller/contract/complaint.ts";
import { knownNames } from "../../../../src/seller/contract/knownNames.ts";

/** What a write's answer says when it was not done, or only in part. */
const refusals: readonly unknown[] = [
  { status: "PARCIAL" },
  { status: "Parcialmente processado", mensagem: "2 de 3 registros" },
  { status: "PARTIAL_SUCCESS", id: 7 },
  { result: "partial" },
  { situacao: "Processado parcialmente" },
  { parcial: true },
  { partialFailureError: { code: 3, message: "x" } },
  { mensagem: "Lote processado parcialmente" },
  { sucesso: true, mensagem: "Produto já cadastrado" },
  { mensagem: "Produto já cadastrado" },
  { mensagem: "Já existe um produto com este SKU" },
  { codigo: 0, mensagem: "SKU já existente" },
  { message: "Product already exists" },
  { status: "OK", message: "Order already cancelled" },
  { mensagem: "O pedido já foi faturado" },
  { mensagem: "Produto duplicado" },
  { message: "Duplicate entry 'A-1' for key 'sku'" },
  { affectedRows: 0 },
  { rowsAffected: 0, insertId: 0 },
  { rowCount: 0 },
  { linhasAfetadas: 0 },
  { linhas_afetadas: "0" },
  { registrosAlterados: 0 },
  { sucesso: true, registrosAlterados: 0 },
  { acknowledged: true, matchedCount: 0, modifiedCount: 0, upsertedId: null },
  { criados: 0, atualizados: 0 },
  { totalRecebidos: 1, totalAtualizados: 0 },
  { mensagem: "0 registros alterados" },
  { mensagem: "Nenhum registro foi atualizado" },
  { message: "No rows affected" },
  { quantidadeErros: 250 },
  { resumo: { quantidadeErros: 200 } },
  { lote: [{ errorCount: 299 }] },
  { registrosComErro: 250 },
  { semSucesso: 1 },
  { itensRejeitados: 2 },
  { Ack: "PartialFailure" },
  { RETURN: [{ TYPE: "E", ID: "M3", MESSAGE: "Material em uso" }] },
  { TYPE: "A", MESSAGE: "Abend" },
  { mensagens: [{ tipo: "E", texto: "Preço" }] },
  { EV_SUBRC: 4, EV_MESSAGE: "x" },
  { retorno: "-1", mensagem: "SKU" },
  { codigoRetorno: "99" },
  { returnCode: 12 },
  { valid: false },
  { error_description: "bad" },
  { mensagem: "O seller está inativo" },
  { mensagem: "Vigência sobreposta" },
  { mensagem: "Preço abaixo do mínimo permitido" },
  { mensagem: "Usuário sem acesso" },
  { mensagem: "Falta informar o NCM" },
  { mensagem: "Informe o código da marca" },
  { mensagem: "Campo peso deve ser maior que zero" },
  { mensagem: "Limite diário excedido" },
  { mensagem: "Serviço indisponível" },
  { mensagem: "Tente novamente mais tarde" },
  { message: "Rate limit exceeded" },
  { message: "Forbidden" },
  { mensagem: "Impossível cancelar: pedido entregue" },
  { mensagem: "Data de início maior que a data de fim" },
  { mensagem: "CEP fora da faixa do estado" },
  { mensagem: "EAN com dígito verificador incorreto" },
  { mensagem: "Requisição malformada" },
  { mensagem: "Cadastro recebido. Preço não pode ser menor que o mínimo" },
  { mensagem: "Pedido cancelado não pode ser rastreado" },
];

/** What a write's answer says when all was done. */
const successes: readonly unknown[] = [
  { status: "OK" },
  { status: "COMPLETO", parcial: false },
  { status: "SUCCESS", isPartial: false, partialFailureError: null },
  { mensagem: "Produto já cadastrado: dados atualizados com sucesso" },
  { message: "Record already exists and was updated" },
  { mensagem: "Produto cadastrado" },
  { mensagem: "3 atualizados, 0 registros inseridos" },
  { mensagem: "Nenhum item duplicado. Produto gravado" },
  { mensagem: "Salvo, sem duplicados" },
  { affectedRows: 1 },
  { fieldCount: 0, affectedRows: 1, insertId: 0, changedRows: 0, warningStatus: 0 },
  { affectedRows: 2, changedRows: 1 },
  { affectedRows: 0, insertId: 17 },
  { linhasAfetadas: "1" },
  { registrosAlterados: 3, registrosInseridos: 0 },
  { registrosAlterados: 0, registrosInseridos: 1 },
  { acknowledged: true, matchedCount: 1, modifiedCount: 0 },
  { acknowledged: true, matchedCount: 0, modifiedCount: 0, upsertedId: 9 },
  { rowCount: 1 },
  { unchanged: 1, updated: 0 },
  { inalterados: 1, atualizados: 0 },
  { sucesso: true, atualizados: 0, id: 17 },
  { criados: 1, atualizados: 0 },
  { quantidadeErros: 0, quantidadeProcessada: 250 },
  { mensagem: "O preço já está atualizado" },
  { mensagem: "Atualização parcial do cadastro realizada com sucesso" },
  { numeroPedido: 5, status: "ENVIADO_PARCIALMENTE" },
  { pedido: { numeroPedido: 5, status: "PARCIAL" } },
  { codigoProdutoSeller: "A1", descricao: "Duplicado parcialmente", peso: 1 },
  { id: 1, status: "PARTIAL_REFUND" },
  { orderId: 5, status: "partially_shipped" },
  { pedido: 5, status: "Parcialmente faturado" },
  { message: "Produto já cadastrado, atualizado com sucesso" },
  { mensagem: "Preço cadastrado. Vigência não informada, usado padrão" },
  { mensagem: "Registro incluído com sucesso. Obs: imagem não enviada" },
  { mensagem: "Rastreio registrado. Nota fiscal obrigatória em até 24 horas." },
  { mensagem: "Pedido cancelado. O valor não será estornado" },
  { mensagem: "Processado com sucesso. Erros: 0" },
  { mensagem: "Registros com erro: 0. Registros salvos: 1" },
  { mensagem: "Não foram encontrados erros. Produto salvo." },
  { mensagem: "Recebido, sem problemas. Deve ser processado em 5 minutos" },
  { mensagem: "Produto atualizado, sem estoque" },
  { mensagem: "Produto salvo como inativo" },
  { RETURN: [{ TYPE: "S", MESSAGE: "Gravado" }] },
  { TYPE: "W", MESSAGE: "Material em uso por outro processo" },
  { returnCode: 0 },
  { codRetorno: 1 },
  { codRetorno: 4711, msgRetorno: "Registro gravado" },
  { registrosComErro: 0, itensRejeitados: "0", semSucesso: 0 },
];

describe("a write that says of itself that it did nothing, or not all, is a complaint", () => {
  test.each(refusals.map((body) => [body]))("%j", (body) => {
    expect(complaintIn(body)).toBeDefined();
  });
});

describe("the opposite is no complaint", () => {
  test.each(successes.map((body) => [body]))("%j", (body) => {
    expect(complaintIn(body)).toBeUndefined();
  });
});

/** How services put an answer into another. */
const wrappers: readonly ((body: unknown) => unknown)[] = [
  (body) => ({ data: body }),
  (body) => ({ retorno: body }),
  (body) => ({ response: body }),
  (body) => ({ resultado: [body] }),
  (body) => [body],
  (body) => ({ sucesso: true, dados: body }),
  (body) => ({ status: 200, body }),
  (body) => ({ requestId: "f3a1", timestamp: "2026-11-24T10:00:00.000Z", result: body }),
  (body) => ({ meta: { total: 0, errors: 0, version: "2.1" }, data: body }),
  (body) => ({ mensagem: "Requisição recebida", avisos: [], registros: [body] }),
];
const wrapping = fc.array(fc.constantFrom(...wrappers), { maxLength: 2 });
const spelling = fc.constantFrom(
  (name: string) => name,
  (name: string) => name.toUpperCase(),
  (name: string) => name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`),
);

function respelled(value: unknown, spell: (name: string) => string): unknown {
  if (Array.isArray(value)) {
    return value.map((one) => respelled(one, spell));
  }
  return typeof value === "object" && value !== null
    ? Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [spell(name), respelled(inner, spell)]),
      )
    : value;
}

test("generated: a refusal stays one in any wrapper and spelling, and a success stays a success", () => {
  const judged = fc.oneof(
    fc.record({ body: fc.constantFrom(...refusals), complains: fc.constant(true) }),
    fc.record({ body: fc.constantFrom(...successes), complains: fc.constant(false) }),
  );
  fc.assert(
    fc.property(judged, wrapping, spelling, ({ body, complains }, around, spell) => {
      const whole = respelled(
        around.reduce((inner, wrap) => wrap(inner), body),
        spell,
      );
      expect([whole, complaintIn(whole) !== undefined]).toEqual([whole, complains]);
    }),
    { numRuns: 2_000 },
  );
});

test("generated: counts of a write that did something are never a complaint, those of one that did nothing always", () => {
  const names = ["affectedRows", "linhasAfetadas", "registrosAlterados", "modifiedCount"] as const;
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc.integer({ min: 0, max: 600 }),
      fc.boolean(),
      wrapping,
      (name, count, isText, around) => {
        const body = { [name]: isText ? String(count) : count };
        const whole = around.reduce<unknown>((inner, wrap) => wrap(inner), body);
        expect([whole, complaintIn(whole) !== undefined]).toEqual([whole, count === 0]);
      },
    ),
  );
});

test("in what was asked for, a partial state, a duplicate and a count of nothing are no complaint", () => {
  for (const body of [
    { status: "PARCIAL", content: [{ codigoProdutoSeller: "A" }] },
    { mensagem: "Produto já cadastrado", codigoProdutoSeller: "A" },
    { rowCount: 0, content: [] },
  ]) {
    expect(complaintIn(body, knownNames)).toBeUndefined();
  }
});

test("problem details (RFC 9457) complain also with a successful status", () => {
  const headers = new Headers({ "content-type": "application/problem+json" });
  const text = '{"type": "https://portal.test/problems/price", "title": "Preço", "detail": "x"}';
  expect(
    complaintOf({ status: 200, headers, text, bytes: text.length }, new Set(), []),
  ).toMatchObject({ kind: "complaint", details: { detail: "x" } });
});
