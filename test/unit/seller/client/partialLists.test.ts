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

/** The codes in a list and whether it is whole, or the kind of the failure. */
async function listed(...pages: readonly Page[]): Promise<unknown> {
  let asked = 0;
  try {
    const { entries, isComplete } = await wholeList(request, () => {
      const { text, status = 200, headers = {} } = pages[asked] ?? { text: "[]" };
      asked += 1;
      const answer = { status, headers: new Headers(headers), text, bytes: text.length };
      const options = { id: "listStock", now: 0, secrets: [] } as const;
      return Promise.resolve(readAnswer(sellerCall("listStock"), answer, options));
    });
    return [entries.map((entry) => Number(entry["codigoProdutoMarketplace"])), isComplete];
  } catch (error) {
    return error instanceof SellerError ? error.kind : error;
  }
}

const row = (code: number): string =>
  JSON.stringify({ codigoProdutoMarketplace: code, quantidadeEstoque: 8 });
const two = `[${row(1)},${row(2)}]`;
const whole = [[1, 2], true];
const part = [[1, 2], false];

describe("a list that says, or may mean, that it is a part is never called whole", () => {
  test.each<readonly [string, Page]>([
    ["206", { text: two, status: 206 }],
    ["206 of a range", { text: two, status: 206, headers: { "content-range": "items 0-1/50" } }],
    ["a range without an end", { text: two, headers: { "content-range": "0-1/*" } }],
    ["WordPress's pages", { text: two, headers: { "x-wp-totalpages": "3" } }],
    ["WordPress's total", { text: two, headers: { "x-wp-total": "6", "x-wp-totalpages": "3" } }],
    ["Yii's pages", { text: two, headers: { "x-pagination-page-count": "3" } }],
    ["Yii's total", { text: two, headers: { "x-pagination-total-count": "6" } }],
    ["a header for more", { text: two, headers: { "x-has-next": "true" } }],
    ["a header for a cut", { text: two, headers: { "x-truncated": "true" } }],
    ["truncated", { text: `{"truncated":true,"content":${two}}` }],
    ["parcial", { text: `{"parcial":true,"content":${two}}` }],
    ["timed_out", { text: `{"timed_out":true,"itens":${two}}` }],
    ["a flag as ERPs write it", { text: `{"temMais":"S","content":${two}}` }],
    ["a flag as a number", { text: `{"has_more":1,"content":${two}}` }],
    ["a mark of no known name", { text: `{"nextKey":"abc","content":${two}}` }],
    ["maisRegistros", { text: `{"maisRegistros":true,"content":${two}}` }],
    ["proximoLote", { text: `{"proximoLote":7,"content":${two}}` }],
    ["limited", { text: `{"limited":true,"content":${two}}` }],
    ["a cursor", { text: `{"scrollCursor":"abc","content":${two}}` }],
    ["words", { text: `{"mensagem":"Resultado limitado a 2 registros","content":${two}}` }],
  ])("%s", async (_, page) => {
    expect(await listed(page)).toEqual(part);
  });

  test.each<readonly [string, Page]>([
    ["206 of everything", { text: two, status: 206, headers: { "content-range": "items 0-1/2" } }],
    [
      "WordPress's only page",
      { text: two, headers: { "x-wp-total": "2", "x-wp-totalpages": "1" } },
    ],
    ["not truncated", { text: `{"truncated":false,"parcial":null,"content":${two}}` }],
  ])("but %s is whole", async (_, page) => {
    expect(await listed(page)).toEqual(whole);
  });

  test.each<readonly [string, Page]>([
    ["202", { text: "", status: 202 }],
    ["206", { text: "", status: 206 }],
    ["compressed", { text: "", headers: { "content-encoding": "gzip" } }],
  ])("nothing with %s is no empty list", async (_, page) => {
    expect(await listed(page)).toBe("unreadable");
  });
});

test.each([
  '</lista?p=2>; title="a, b"; rel=next',
  '</lista?p=0>; rel="prev", </lista?p=2>; rel="last next"',
  '</lista?p=2>;REL="next"',
])("the next page is found in a Link header: %s", async (link) => {
  const pages = [{ text: `[${row(1)}]`, headers: { link } }, { text: `[${row(2)}]` }];
  expect(await listed(...pages)).toEqual(whole);
});

test("a Link header that never ends is read in a moment", async () => {
  const link = "</lista?p=2>; a=b".padEnd(8_000, "; a=b") + "; rel=prev";
  expect(await listed({ text: two, headers: { link } })).toEqual(whole);
});

test.each([
  `callback(${two});`,
  `)]}',\n${two}`,
  `\u001E${row(1)}\n\u001E${row(2)}\n`,
  `data: ${row(1)}\n\ndata: ${row(2)}\n\n`,
  "id: 5",
])("a text with JSON in a frame is no list, and is shown as it came: %j", async (text) => {
  expect(await listed({ text })).toBe("unreadable");
});

const xml = { "content-type": "text/xml" };
const soap = (body: string): string =>
  `<s:Envelope xmlns:s="x"><s:Body>${body}</s:Body></s:Envelope>`;

test.each([
  "<buscarResponse/>",
  '<?xml version="1.0"?><n:buscarResponse xmlns:n="urn:p"></n:buscarResponse>',
  "<ArrayOfEstoque/>",
  soap("<buscarResponse/>"),
  soap("<n:listarEstoquesResponse><return/></n:listarEstoquesResponse>"),
  soap(""),
  "<loginResponse/>",
  soap("<autenticarResponse><token/></autenticarResponse>"),
])("an answer in SOAP is no list, also no empty one: %s", async (text) => {
  expect(await listed({ text, headers: xml })).toBe("unreadable");
});

const page = (rows: string, number: number): Page => ({
  text: `{"total":4,"page":${number},"size":2,"content":${rows}}`,
});

test("of overlapping pages each entry counts once, so that the total is not reached", async () => {
  expect(await listed(page(two, 1), page(`[${row(2)},${row(3)}]`, 2), page("[]", 3))).toEqual([
    [1, 2, 3],
    false,
  ]);
});

test.each([
  `{"hasNext":"N","nextKey":"abc","content":${two}}`,
  `{"temMais":0,"content":${two}}`,
  `{"nextCursor":null,"next":"","limited":false,"content":${two}}`,
])("a list whose answer denies more is whole: %s", async (text) => {
  expect(await listed({ text })).toEqual(whole);
});
