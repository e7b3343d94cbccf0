import { expect, test } from "vitest";

import { readAnswer } from "../../../../src/seller/client/readAnswer.ts";
import { SellerError } from "../../../../src/seller/client/sellerError.ts";
import { wholeList } from "../../../../src/seller/client/wholeList.ts";
import { sellerCall } from "../../../../src/seller/contract/calls.ts";

const request = { call: "listProducts", method: "GET", url: "https://portal.test/lista" } as const;
const entry = { codigoProdutoSeller: "SKU-1", descricao: "Café" };

/** The number of entries, or the kind of the failure. */
async function listed(body: object): Promise<number | string> {
  const text = JSON.stringify(body);
  const answer = { status: 200, headers: new Headers(), text, bytes: text.length };
  try {
    const list = await wholeList(request, () =>
      Promise.resolve(
        readAnswer(sellerCall("listProducts"), answer, {
          id: "listProducts",
          now: 0,
          secrets: [],
        }),
      ),
    );
    return list.entries.length;
  } catch (error) {
    return error instanceof SellerError ? error.kind : "?";
  }
}

test.each([
  [{ mensagem: "3 produtos não publicados", content: [entry] }, 1],
  [{ message: "Some products could not be shown", data: [entry, entry] }, 2],
  [{ data: [], mensagem: "Não foram encontrados registros" }, 0],
  [{ data: null, mensagem: "Nenhum produto encontrado" }, 0],
  [{ data: [], mensagem: "Consulta realizada com sucesso" }, 0],
  [{ data: [], message: "ok" }, 0],
  [{ data: [], total: 0, mensagem: "Produtos do seller" }, 0],
  [{ data: [] }, 0],
])("%j is a list of %i", async (body, count) => {
  expect(await listed(body)).toBe(count);
});

test.each([
  [{ data: [], mensagem: "Serviço indisponível" }, "complaint"],
  [{ data: [], mensagem: "Produtos em análise" }, "unreadable"],
  [{ data: null, mensagem: "Acesso bloqueado" }, "complaint"],
  [{ content: [], message: "Token expirado" }, "complaint"],
  [{ data: [], mensagem: "Seller não encontrado" }, "complaint"],
  [{ sucesso: false, data: [], mensagem: "Nenhum produto encontrado" }, "complaint"],
  [{ codigo: 17, mensagem: "Não autorizado", content: [entry] }, "complaint"],
  [{ erros: ["Nenhum token"], data: [] }, "complaint"],
])("%j is no list: %s", async (body, kind) => {
  expect(await listed(body)).toBe(kind);
});
