import { describe, expect, test } from "vitest";

import { complaintOf, isHtml } from "../../../../src/seller/client/portalFailure.ts";
import { complaintIn } from "../../../../src/seller/contract/complaint.ts";
import { knownNames } from "../../../../src/seller/contract/knownNames.ts";
import { saysNothingFound } from "../../../../src/seller/contract/sentences.ts";

describe("a successful status is a complaint if its body says no", () => {
  test.each([
    [false],
    ["false"],
    ["Erro ao salvar o produto"],
    [{ sucesso: false }],
    [{ success: false, data: [] }],
    [{ Sucesso: "N", mensagem: "Preço abaixo do mínimo" }],
    [{ status: "ERRO", mensagem: "Estado desconhecido" }],
    [{ status: "error" }],
    [{ erros: [{ campo: "peso", mensagem: "obrigatório" }] }],
    [{ errors: { peso: ["must be positive"] } }],
    [{ error: { type: "VALIDATION_ERROR", message: "x", fields: [{ msg: "y" }] } }],
    [{ codigo: 17, mensagem: "Estado desconhecido" }],
    [{ code: "E-17", message: "Unknown state" }],
    [
      {
        retorno: { status: "Erro", codigo_erro: "32", erros: [{ erro: "Produto não localizado" }] },
      },
    ],
    [{ statusCode: 422, message: "Unprocessable" }],
    [{ temErro: true }],
    [[{ sucesso: false, mensagem: "x" }]],
    [{ mensagem: "O preço não foi gravado" }],
    [{ numeroPedido: 5, status: "ERRO", mensagem: "Não pode ser cancelado" }],
    [{ status: false, message: "Produto duplicado" }],
    [{ resultado: false }],
    [{ data: false }],
    [{ retorno: [{ sucesso: false, mensagem: "Produto duplicado" }] }],
    [{ retorno: { status: "OK", registros: [{ registro: { status: "Erro" } }] } }],
    [[{ tipo: "INFO", mensagem: "recebido" }, { tipo: "ERRO" }]],
    [["Preço inválido"]],
    [{ status: "VALIDATION_ERROR" }],
    [{ status: "COM_ERRO", codigo: 3 }],
    [{ status: "NÃO PROCESSADO" }],
    [{ quantidadeErros: 1 }],
    [{ erro: { codigo: 0, mensagem: "Preço abaixo do mínimo" } }],
    [{ sucesso: true, mensagem: "O preço não foi gravado" }],
    [{ envio: { sucesso: false } }],
    [{ foo: { dados: { sucesso: "N", mensagem: "Preço abaixo do mínimo" } } }],
    [
      {
        lote: [
          { linha: 1, erros: [] },
          { linha: 2, erros: [{ campo: "preco" }] },
        ],
      },
    ],
    [{ numeroPedido: 5, envio: { temErro: true } }],
    [{ processamento: { situacao: "REJEITADO", motivo: "Preço abaixo do mínimo" } }],
    [{ gravado: false }],
    [{ atualizado: "NÃO" }],
    [{ payload: { accepted: 0, rejected: 1, reasons: ["price"] } }],
    [{ resultado: { tpRetorno: "E", dsRetorno: "Estado desconhecido" } }],
    [{ codigoErro: 17, descricao: "Estado desconhecido" }],
    [{ ack: "failure" }],
    [{ lote: { processados: 0, rejeitados: 1 } }],
    [{ lote: { processados: 0, rejeitados: 250 } }],
    [{ quantidadeErros: 250 }],
    [{ quantidadeErros: "3" }],
    [{ resumo: { totalErros: 200, mensagem: "Processado" } }],
    [{ errorCount: 204 }],
    [{ qtdErros: 299 }],
    [{ totalDeErros: 201 }],
    [{ numeroErros: 200 }],
    [{ totalErrors: 1 }],
    [{ failedCount: 250 }],
    [{ rejectedCount: "2" }],
    [{ erros: 250 }],
    [{ errors: 200 }],
    [{ httpStatusCode: 422 }],
    [{ statusHttp: "500" }],
    [{ faultstring: "ERROR: Chave inválida", faultcode: "SOAP-ENV:Client-5" }],
    [{ codigo_status: "101", descricao_status: "Produto não cadastrado" }],
    [{ cCodStatus: "12", cDesStatus: "Produto inexistente" }],
    [{ serviceName: "x", status: "0", statusMessage: "Produto não existe" }],
    [{ serviceName: "x", status: "0", statusMessage: "Sessão expirada" }],
    [{ ResponseStatus: "Error", ResponseMessage: "x" }],
    [{ IsValid: false, Message: "Preço" }],
    [{ valido: false, motivo: "Preço" }],
    [{ data: { productUpdate: { product: null, userErrors: [{ message: "x" }] } } }],
    [{ mensagem: "ORA-00001: unique constraint (X) violated" }],
    [{ message: "SQLSTATE[23000]" }],
    [{ mensagem: "Produto bloqueado para alteração" }],
    [{ inconsistencias: [{ campo: "preco", descricao: "x" }] }],
    [{ criticas: ["Preço inválido"] }],
    [{ validacoes: [{ campo: "peso", mensagem: "obrigatório" }] }],
    [{ problemas: ["x"] }],
    [{ processados: [], naoProcessados: [{ codigo: 1 }] }],
    [{ totalRecebidos: 1, totalIgnorados: 1, totalAtualizados: 0 }],
    [{ returnCode: 8, returnMessage: "Produto inexistente" }],
    [{ codRetorno: 1, msgRetorno: "Estado desconhecido" }],
    [{ exception: "java.lang.IllegalArgumentException" }],
    [{ a: { b: { c: { situacao: "falha" } } } }],
  ])("%j", (body) => {
    expect(complaintIn(body)).not.toBeUndefined();
  });

  test.each([
    [undefined],
    [null],
    [true],
    ["OK"],
    ["Produto salvo com sucesso"],
    ["Concluído sem erros"],
    [{}],
    [[]],
    [{ ok: true }],
    [{ sucesso: true, erros: [] }],
    [{ envio: { sucesso: true, erros: [] }, lote: [{ linha: 1, mensagem: "não alterado" }] }],
    [{ pedido: { numeroPedido: 5, status: "REJEITADO", resultado: false } }],
    [{ success: 1, error: null, errors: {} }],
    [{ status: "OK", mensagem: "Preço atualizado" }],
    [{ status: 200, mensagem: "Salvo" }],
    [{ codigo: 0, mensagem: "Recebido" }],
    [{ codigo: 9931, mensagem: "Produto cadastrado com sucesso" }],
    [{ codigoProdutoSeller: "A1", descricao: "Falha de fábrica", peso: 1 }],
    [{ numeroPedido: 1, codigoStatus: 4, observacao: "Não quis mais" }],
    [{ retorno: { status: "OK", registros: [{ id: 3 }] } }],
    [{ mensagem: "Produto salvo com sucesso", erros: [] }],
    [{ erro: { codigo: 0, mensagem: null } }],
    [{ erro: { codigo: 0, mensagem: "Sucesso" } }],
    [{ errors: { total: 0, items: [] } }],
    [{ erro: "Nenhum erro encontrado" }],
    [{ codigo: 4711, mensagem: "Produto incluído" }],
    [{ codigo: 1, mensagem: "Dados atualizados" }],
    [{ sucesso: true, mensagem: "Preço atualizado. Campos não enviados foram mantidos." }],
    [{ status: "SEM_ERROS", quantidadeErros: 0 }],
    [{ gravado: true, rejeitados: 0, falhas: [] }],
    [{ criado: true, atualizado: false }],
    [{ criados: 0, atualizados: 1, recusados: 0 }],
    [{ lote: { processados: 3, rejected: 0, failed: false } }],
    [{ codigoErro: 0, mensagem: "Salvo" }],
    [{ resultado: { tpRetorno: "S", dsRetorno: "Gravado" } }],
    [{ produto: { codigoProdutoSeller: "A", ativo: false, bloqueado: false, atualizado: false } }],
    [{ ack: "success", exception: null }],
    [{ quantidadeErros: 0, quantidadeProcessada: 250 }],
    [{ quantidadeErros: "0", totalErros: "00", mensagem: "Processado" }],
    [{ erros: 0, errors: "0", errorCount: 0, totalDeErros: 0 }],
    [{ resumo: { total: 250, totalErros: 0, failedCount: 0, rejectedCount: "0" } }],
    [{ erro: 200, mensagem: "Salvo" }],
    [{ httpStatus: 200, httpStatusCode: "201", codigoStatus: 500 }],
    [{ numeroPedido: 5, codigoStatus: 422 }],
    [{ codigo_status: "0", descricao_status: "Produto cadastrado com sucesso!" }],
    [{ numeroPedido: 5, codigoStatus: 40, descricaoStatus: "Em transporte" }],
    [{ serviceName: "x", status: "1", pendingPrinting: "false", responseBody: {} }],
    [{ IsValid: true, Errors: [], Warnings: [{ Message: "x" }] }],
    [{ data: { productUpdate: { product: { id: 1 }, userErrors: [] } } }],
    [{ totalRecebidos: 2, totalIgnorados: 1, totalAtualizados: 1 }],
    [{ codRetorno: 0, msgRetorno: "OK" }],
    [{ codRetorno: 1, msgRetorno: "Registro gravado" }],
    [{ semErros: true, maxErros: 10 }],
    [{ validacoes: [{ campo: "peso", mensagem: "Conferido" }], criticas: [] }],
    [{ mensagem: "Pedido desbloqueado e salvo" }],
    [{ cStat: "100", xMotivo: "Autorizado o uso" }],
    [{ codigo: 1, mensagem: "Consulta executada" }],
  ])("%j is done", (body) => {
    expect(complaintIn(body)).toBeUndefined();
  });

  test("in a record that was asked for, a status is no complaint", () => {
    const order = { numeroPedido: 1, status: "REJEITADO", mensagens: [] };
    expect(complaintIn(order, knownNames)).toBeUndefined();
    expect(complaintIn({ ...order, sucesso: false }, knownNames)).toBeDefined();
    expect(complaintIn([{ sku: "A", status: false }], knownNames)).toBeUndefined();
  });

  test("that there is no further page is no complaint", () => {
    const page = { mensagem: "Não há mais páginas", content: [{ codigoProdutoSeller: "A" }] };
    expect(complaintIn(page, knownNames)).toBeUndefined();
    expect(complaintIn({ mensagem: "Não há mais estoque" })).toBeDefined();
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
    ["<retorno><status>ERRO</status><motivo>Preço</motivo></retorno>", true],
    ["<retorno><r><codigo>0</codigo><mensagem>Sucesso</mensagem></r></retorno>", false],
  ])("XML with a successful status: %s complains: %s", (text, isComplaint) => {
    const answer = { status: 200, headers: new Headers(), text, bytes: text.length };
    expect(complaintOf(answer, new Set(), []) !== undefined).toBe(isComplaint);
  });

  test.each([
    ["<string xmlns='http://tempuri.org/'>ERRO: Produto inexistente</string>", "complaint"],
    ["<ns2:salvarResponse xmlns:ns2='x'><return>OK</return></ns2:salvarResponse>", undefined],
  ])("XML without a declaration is known by its type: %s", (text, kind) => {
    const headers = new Headers({ "content-type": "text/xml; charset=utf-8" });
    const answer = { status: 200, headers, text, bytes: text.length };
    expect(isHtml(answer)).toBe(false);
    expect(complaintOf(answer, new Set(), [])?.kind).toBe(kind);
    const page = { ...answer, text: "<!doctype html><title>Login</title>" };
    expect(isHtml(page)).toBe(true);
  });

  test("errors within errors have no depth that breaks it", () => {
    const deep: unknown = JSON.parse("[".repeat(100_000) + "]".repeat(100_000));
    expect(complaintIn({ erros: deep })).toBeDefined();
  });

  test.each([
    ["Nenhum produto encontrado", true],
    ["Não foram encontrados produtos para o seller", true],
    ["Seller não encontrado", false],
    ["Recurso não encontrado", false],
    ["Nenhuma rota encontrada", false],
    ["Fornecedor 1001 não foi encontrado", false],
  ])("%j says that there are no records: %s", (text, isNothing) => {
    expect(saysNothingFound([{ text }])).toBe(isNothing);
  });
});
