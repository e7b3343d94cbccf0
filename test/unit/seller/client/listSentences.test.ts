import { expect, test } from "vitest";

import { readAnswer } from "../../../../src/seller/client/readAnswer.ts";
import { SellerError } from "../../../../src/seller/client/sellerError.ts";
import { wholeList } from "../../../../src/seller/client/wholeList.ts";
import { sellerCall } from "../../../../src/seller/contract/calls.ts";

const request = { call: "listProducts", method: "GET", url: "https://portal.test/lista" } as const;
const entry = { codigoProdutoSeller: "SKU-1", descricao: "Café" };

/** The number of entries, "part" for a list that may have more, or the kind of the failure. */
async function listed(body: object): Promise<number | string> {
  const text = JSON.stringify(body);
  const answer = { status: 200, headers: new Headers(), text, bytes: text.length };
  try {
    const list = await wholeList(request, () =>
      Promise.resolve(
        readAnswer(sellerCall("listProducts"), answer, {
          now: 0,
          secrets: [],
        }),
      ),
    );
    return list.isComplete ? list.entries.length : `part ${list.entries.length}`;
  } catch (error) {
    return error instanceof SellerError ? error.kind : "?";
  }
}

test.each([
  [{ mensagem: "3 produtos não publicados", content: [entry] }, 1],
  [{ message: "Some products could not be shown", data: [entry, entry] }, 2],
  [{ codigo: 17, mensagem: "Não autorizado", content: [entry] }, 1],
  [{ data: [], total: 0, mensagem: "Produtos do seller" }, 0],
  [{ data: [] }, 0],
])("%j is a list of %i", async (body, count) => {
  expect(await listed(body)).toBe(count);
});

test.each([
  [{ data: [], mensagem: "Não foram encontrados registros" }],
  [{ data: [], message: "ok" }],
  [{ data: [], mensagem: "Serviço indisponível" }],
  [{ content: [], message: "Token expirado" }],
])("no entry beside a sentence, whatever it says, is not known to be all: %j", async (body) => {
  expect(await listed(body)).toBe("part 0");
});

test.each([
  [{ sucesso: false, data: [], mensagem: "Nenhum produto encontrado" }, "complaint"],
  [{ erros: ["Nenhum token"], data: [] }, "complaint"],
  [{ mensagem: "Nenhum produto encontrado" }, "unreadable"],
  [{ data: null, mensagem: "Nenhum produto encontrado" }, "unreadable"],
])("%j is no list: %s", async (body, kind) => {
  expect(await listed(body)).toBe(kind);
});
