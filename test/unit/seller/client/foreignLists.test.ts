import { describe, expect, test } from "vitest";

import { readAnswer } from "../../../../src/seller/client/readAnswer.ts";
import { SellerError } from "../../../../src/seller/client/sellerError.ts";
import { wholeList } from "../../../../src/seller/client/wholeList.ts";
import { sellerCall } from "../../../../src/seller/contract/calls.ts";

const request = {
  call: "listStock",
  method: "GET",
  url: "https://portal.test/lista?codigoFornecedorSeller=1",
} as const;

interface Page {
  readonly text: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The codes in a list, whether it is whole, and the queries of its later pages; or the kind of the failure. */
async function listed(...pages: readonly Page[]): Promise<unknown> {
  const queries: string[] = [];
  try {
    const { entries, isComplete } = await wholeList(request, ({ url }) => {
      const { text, status = 200, headers = {} } = pages[queries.length] ?? { text: "[]" };
      queries.push(new URL(url).search.replace("?codigoFornecedorSeller=1", ""));
      const answer = { status, headers: new Headers(headers), text, bytes: text.length };
      const options = { id: "listStock", now: 0, secrets: [] } as const;
      return Promise.resolve(readAnswer(sellerCall("listStock"), answer, options));
    });
    const codes = entries.map((entry) => Number(entry["codigoProdutoMarketplace"]));
    return { codes, isComplete, further: queries.slice(1) };
  } catch (error) {
    return error instanceof SellerError ? error.kind : error;
  }
}

const entry = (code: number): object => ({ codigoProdutoMarketplace: code, quantidadeEstoque: 8 });
const rows = (...codes: readonly number[]): string => JSON.stringify(codes.map(entry));
const row = (code: number): string =>
  `<codigoProdutoMarketplace>${code}</codigoProdutoMarketplace><quantidadeEstoque>8</quantidadeEstoque>`;
const whole = (...codes: readonly number[]): object => ({ codes, isComplete: true, further: [] });

test.each([
  [`<?xml version="1.0"?><r><estoque>${row(1)}</estoque><estoque>${row(2)}</estoque></r>`],
  [
    `<s:Envelope xmlns:s="x"><s:Body><n:resp xmlns:n="y"><return>${row(1)}</return></n:resp></s:Body></s:Envelope>`,
  ],
  [`<?xml version="1.0"?><estoques/>`],
])("a list in XML is not read, also no empty one: %s", async (text) => {
  expect(await listed({ text })).toBe("unreadable");
});

test("a fault in XML is a refusal", async () => {
  expect(await listed({ text: "<s:Envelope><s:Fault>x</s:Fault></s:Envelope>" })).toBe("complaint");
});

test("JSON that is sent as a web page is read, a web page is not", async () => {
  const headers = { "content-type": "text/html; charset=utf-8" };
  expect(await listed({ text: rows(1), headers })).toEqual(whole(1));
  expect(await listed({ text: "<!doctype html><title>Login</title>", headers })).toBe(
    "notThePortal",
  );
});

describe("an empty list is one by its form, never by a sentence", () => {
  test.each<readonly [number, string]>([
    [200, '{"d":{"results":[]}}'],
    [200, "null"],
    [404, '{"data":[]}'],
  ])("%d %s", async (status, text) => {
    expect(await listed({ status, text })).toEqual(whole());
  });

  test.each<readonly [number, string, string]>([
    [200, '{"mensagem":"Nenhum registro encontrado"}', "unreadable"],
    [200, "Nenhum registro encontrado", "unreadable"],
    [422, '{"mensagem":"Nenhum registro encontrado"}', "rejected"],
    [500, '{"mensagem":"Erro interno"}', "serverError"],
    [500, '{"mensagem":"Nenhum registro: falha na conexão"}', "serverError"],
    [404, '{"mensagem":"Recurso não encontrado","data":[]}', "notFound"],
    [404, "", "notFound"],
    [403, '{"mensagem":"Nenhum registro encontrado"}', "forbidden"],
    [200, '{"mensagem":"Nenhum registro pendente","a":[{"x":1}],"b":[{"x":2}]}', "unreadable"],
  ])("not so %d %s", async (status, text, kind) => {
    expect(await listed({ status, text })).toBe(kind);
  });
});

describe("pages that only headers or a cursor tell of", () => {
  test.each<readonly [string, Page, string]>([
    ["x-next-page", { text: rows(1), headers: { "x-next-page": "2" } }, "&page=2"],
    ["x-page-count", { text: rows(1), headers: { "x-page": "1", "x-page-count": "2" } }, "&page=2"],
    ["x-next-cursor", { text: rows(1), headers: { "x-next-cursor": "a" } }, "&cursor=a"],
    ["nextCursor", { text: `{"data":${rows(1)},"nextCursor":"a="}` }, "&cursor=a%3D"],
    ["scroll_id", { text: `{"data":${rows(1)},"scroll_id":"a"}` }, "&scroll_id=a"],
    ["nextPageToken", { text: `{"data":${rows(1)},"nextPageToken":"a"}` }, "&pageToken=a"],
    [
      "a relative link",
      { text: `{"value":${rows(1)},"@odata.nextLink":"lista?$skip=1"}` },
      "skip=1",
    ],
  ])("%s: the next page is fetched", async (_, first, query) => {
    expect(await listed(first, { text: rows(2) })).toEqual({
      codes: [1, 2],
      isComplete: true,
      further: [expect.stringContaining(query)],
    });
  });

  test.each<readonly [Page]>([
    [{ text: rows(1), headers: { "x-has-more": "true" } }],
    [{ text: rows(1), headers: { "rest-content-range": "resources 0-0/3" } }],
    [{ text: `{"hits":${rows(1)},"total":{"value":3}}` }],
  ])("without a way to the others the list is not whole: %j", async (page) => {
    expect(await listed(page)).toMatchObject({ codes: [1], isComplete: false });
  });
});
