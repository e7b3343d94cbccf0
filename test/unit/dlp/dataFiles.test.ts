import { expect, test } from "vitest";

import { scanText } from "../../../src/dlp/find/scanText.ts";
import { found } from "./found.ts";

function blocking(text: string): readonly string[] {
  return scanText(text)
    .filter(({ certainty }) => certainty === "certain")
    .map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);
}

function doubts(text: string): readonly (string | undefined)[] {
  return scanText(text).map(({ doubt }) => doubt);
}

test.for([
  ["a decimal that reads like 00 55 and an area code", "1.23,0.0551134567,0.8\n"],
  ["a longer one", "0.0553125,0.05596923828125,1"],
  ["a decimal and the next row", "ab,0.055472568\n1449,cd,1959"],
  ["coordinates with a plus", "+55.1134567890 +11.3456789012"],
  ["coordinates in columns", "-46.6333 -23.5505 11.3456 7890.1"],
  ["a decimal after a name with a word for telephones", "McCall,Jack Call,31.50425994,0.25"],
  ["a decimal and the first column of the next row", "Seattle,T-Mobile Park,1791863\n2749,2019,NL"],
  ["a date and the next column", "2026-11-21\t3456-7890\n11/03/21\t3456-7890 fone"],
  ["a year and the next column", "fone\tdata\nx\t2011\t34567890"],
  ["the seconds of a log line", "03-17 16:15:55.032  2227  2227 V PhoneStatusBar: set"],
  ["a time after a word for telephones", "sms 11 3456 78 09:15"],
  ["a decimal beside a word for tax numbers", '"MUNITAXID": "024", "Area": 937581670.32724,'],
  ["a decimal beside a word for cards", "11.8,73.78371,4.416961384\n280,2000,2000,CC,x"],
  ["a card's digits in a decimal", "43.58,9.1,3.77459832951647,3.9 cc"],
  ["a negative identifier", "blk_-4043525878322523713 blk_-5195120009388265 blk_88"],
  ["a zero-padded identifier", "00551134567890;00553123456789"],
  ["a trunk zero in a decimal and further columns", "0.11 3456 7890 0.21 2345 6789"],
  ["an answer that calls something by a name", "New England,,\n3123015997,I would call this"],
  [
    "the end of a word at the edge of what is read",
    '"Castel San Pietro Romano","minint_finloc":"3120700250","op_id":"5060"',
  ],
  ["a date and a count", "Analytics, telephone\t\t10/19/2000\t1200\tDemocrat"],
  ["a row of times and levels", "0800 123 4567 0900 124 4580"],
] as const)("what data files hold is no number of anyone: %s", ([, text]) => {
  expect(blocking(text)).toEqual([]);
});

test.for([
  ["bold groups", "529.**982**.247-25"],
  ["a bold beginning", "**529**.982.247-25"],
  ["italics", "529.*982*.247-25"],
  ["underscores of emphasis", "529._982_.247-25"],
  ["doubled underscores", "529.__982__.247-25"],
  ["code marks", "529.`982`.247-25"],
  ["strike-through", "529.~~982~~.247-25"],
  ["marks between digits", "52**9.98**2.247-25"],
  ["HTML emphasis", "529.<b>982</b>.247-<em class='x'>25</em>"],
  ["spans of a highlighter", '529<span class="o">.</span>982<span>.</span>247-25'],
  ["comments between text nodes", "529<!-- -->.982<!-- -->.247-25"],
  ["a place for a line break", "529.982.<wbr>247-25"],
  ["Markdown's backslashes", "529\\.982\\.247\\-25"],
  ["named entities", "529&period;982&period;247&hyphen;2&shy;5"],
] as const)("marks within a value do not hide it: %s", ([, text]) => {
  expect(found(`o ${text} é`)).toEqual([`cpf ${text.replaceAll(/^\*+|<\/em>$/gu, "")}`]);
});

test.for([
  ["documento 52**998**224725", "cpf 52**998**224725"],
  ["**11.222.333**/0001-81", "cnpj 11.222.333**/0001-81"],
  ["4532 **0151** 1283 0366", "card 4532 **0151** 1283 0366"],
  ["(11) **98456**-5666", "phone (11) **98456**-5666"],
  ["+55 <b>11</b> 98456-5666", "phone +55 <b>11</b> 98456-5666"],
] as const)("marks do not hide a number of another kind: %s", ([text, expected]) => {
  expect(found(text)).toEqual([expected]);
});

test.for(["x = 2**10*1024*1024*1024", "a*b*4532", "3 * 4 * 5 ** 6", "if (1<b>2)"])(
  "arithmetic stays arithmetic: %s",
  (text) => {
    expect(found(text)).toEqual([]);
  },
);

test.for([
  ["529_982_247_25", "cpf 529_982_247_25"],
  ["cnpj 11_222_333_0001_81", "cnpj 11_222_333_0001_81"],
  ["4532_0151_1283_0366", "card 4532_0151_1283_0366"],
  ["tel_11_98456_5666.vcf", "phone 11_98456_5666"],
  ["11_98456_5666", "phone? 11_98456_5666"],
  ["+55_11_98456_5666", "phone +55_11_98456_5666"],
] as const)("groups joined by underscores are found: %s", ([text, expected]) => {
  expect(found(text)).toEqual([expected]);
});

test.for([
  ["contrato529.982.247-25.pdf", "cpf 529.982.247-25"],
  ["contrato_529.982.247-25_v2.pdf", "cpf 529.982.247-25"],
  ["/docs/529.982.247-25final.pdf", "cpf 529.982.247-25"],
  ["Ana_529_982_247_25_rg.png", "cpf 529_982_247_25"],
  ["_529.982.247-25_", "cpf 529.982.247-25"],
  ["nota11.222.333/0001-81b", "cnpj 11.222.333/0001-81"],
  ["NF_11.222.333.0001-81_assinada", "cnpj 11.222.333.0001-81"],
  ["cartao_4532-0151-1283-0366_frente.jpg", "card 4532-0151-1283-0366"],
  ["foto(11)98456-5666_joao.jpg", "phone (11)98456-5666"],
  ["conversa_+55 11 98456-5666_exportada", "phone +55 11 98456-5666"],
  ["cliente_52998224725.pdf", "cpf 52998224725"],
  ["52998224725_cpf.pdf", "cpf 52998224725"],
] as const)("a number glued to a word is found: %s", ([text, expected]) => {
  expect(found(text)).toEqual([expected]);
});

test.for([
  "a52998224725",
  "img_52998224725_x",
  "8c529982-24725af0",
  "blk_4532015112830366",
  "const limit_52_998_224_725 = 1",
])("digits in a word without a form or a name are none: %s", (text) => {
  expect(blocking(text)).toEqual([]);
});

test.for([
  ["Ligue 0800 123 4567.", "phone 0800 123 4567"],
  ["0800-123-4567", "phone 0800-123-4567"],
  ["0800.123.4567", "phone 0800.123.4567"],
  ["(0800) 123-4567", "phone (0800) 123-4567"],
  ["SAC: 0800 701 2345", "phone 0800 701 2345"],
  ["0300-789-1234", "phone 0300-789-1234"],
  ["telefone 08001234567", "phone 08001234567"],
  ["telefone 0800 70 1234", "phone 0800 70 1234"],
  ["central telefone: 4004-1234", "phone 4004-1234"],
  ["ligue 4003 5678", "phone 4003 5678"],
  ["0800 123 4567 9999", "phone? 0800 123 4567"],
  ["4004-1234", ""],
  ["08001234567", ""],
] as const)("toll-free and national numbers are telephone numbers: %s", ([text, expected]) => {
  expect(found(text)).toEqual(expected === "" ? [] : [expected]);
});

test("a number of another country in brackets is possible, and certain beside a word", () => {
  expect(found("Erie, PA 16505 - (814) 838-3591")).toEqual(["phone? (814) 838-3591"]);
  expect(found("PHONE (814) 838-3591")).toEqual(["phone (814) 838-3591"]);
});

test("a possible value says what speaks against it", () => {
  expect(doubts("52998224725")).toEqual(["unnamed"]);
  expect(doubts("11222333000181")).toEqual(["unnamed"]);
  expect(doubts("11 98456-5666")).toEqual(["unnamed"]);
  expect(doubts("card 4111 1111 1111 1111")).toEqual(["trial"]);
  expect(doubts("maria@exemplo.com.br")).toEqual(["trial"]);
  expect(doubts('{"order_id":"4532015112830366"}')).toEqual(["otherwise"]);
  expect(doubts("CPF 529.982.247-25")).toEqual([undefined]);
});
