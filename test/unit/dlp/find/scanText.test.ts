import { expect, test } from "vitest";

import { found } from "../found.ts";

test.for([
  ["CPF 529.982.247-25", "cpf 529.982.247-25"],
  ["nada além de 111.444.777-35.", "cpf 111.444.777-35"],
  ["(529.982.247-25)", "cpf 529.982.247-25"],
  ["529982247/25 é o cpf", "cpf 529982247/25"],
  ["o cpf do cliente é 52998224725.", "cpf 52998224725"],
  ["const customerCpf = '52998224725';", "cpf 52998224725"],
  ['{"cpf":"52998224725"}', "cpf 52998224725"],
  ["cpf_titular=52998224725", "cpf 52998224725"],
  ["CPF52998224725", "cpf 52998224725"],
  ["52998224725 (CPF do contribuinte)", "cpf 52998224725"],
  ["NIF: 52998224725", "cpf 52998224725"],
  ["https://loja.com.br/cpf/52998224725/pedidos", "cpf 52998224725"],
  ["GET /c?cpf=52998224725&x=1", "cpf 52998224725"],
  ["documento 529 982 247 25", "cpf 529 982 247 25"],
] as const)("a CPF is certain with punctuation or context: %s", ([text, expected]) => {
  expect(found(text)).toEqual([expected]);
});

test.for([
  "52998224725",
  "total: 9, 52998224725 linhas",
  "529 982 247 25",
  "magnificent 52998224725",
])("a CPF without punctuation and context is possible at most: %s", (text) => {
  expect(found(text)).toEqual([expect.stringMatching(/^cpf\? /u)]);
});

test.for([
  ["CNPJ: 11.222.333/0001-81", "cnpj 11.222.333/0001-81"],
  ["11222333/0001-81", "cnpj 11222333/0001-81"],
  ["fornecedor 11222333000181", "cnpj 11222333000181"],
  ["11222333000181", "cnpj? 11222333000181"],
  ["12.ABC.345/01DE-35", "cnpj 12.ABC.345/01DE-35"],
  ["cnpj 12.abc.345/01de-35", "cnpj 12.abc.345/01de-35"],
  ["CNPJ 12ABC34501DE35", "cnpj 12ABC34501DE35"],
  ['"cnpjEmitente": "12ABC34501DE35"', "cnpj 12ABC34501DE35"],
] as const)("a CNPJ is found, with digits and with letters: %s", ([text, expected]) => {
  expect(found(text)).toEqual([expected]);
});

test.for([
  ["4532015112830366", "card 4532015112830366"],
  ["4532 0151 1283 0366", "card 4532 0151 1283 0366"],
  ["2026-01-02 03:04:05 4532-0151-1283-0366 ok", "card 4532-0151-1283-0366"],
  ["3712 345678 95004", "card 3712 345678 95004"],
  ["cartão 5302 1204 3210 0006", "card 5302 1204 3210 0006"],
  ["5090 2112 3412 3456", "card 5090 2112 3412 3456"],
  ["6062 8212 3456 7890", "card 6062 8212 3456 7890"],
] as const)("a card number is found by range, length and Luhn: %s", ([text, expected]) => {
  expect(found(text)).toEqual([expected]);
});

test("numbers for trying out cards are possible at most, whatever is said about them", () => {
  const text = "card 4012888888881881 4012-8888-8888-1881 4111 1111 1111 1111 378282246310005";
  expect(found(text)).toEqual([
    "card? 4012888888881881",
    "card? 4012-8888-8888-1881",
    "card? 4111 1111 1111 1111",
    "card? 378282246310005",
  ]);
});

test("a card number that is said to be an order or an id is possible at most", () => {
  expect(found('{"order_id":"4532015112830366"}')).toEqual(["card? 4532015112830366"]);
});

test.for([
  ["+55 11 98456 5666", "phone +55 11 98456 5666"],
  ["BR: +55 (11) 98456-5666", "phone +55 (11) 98456-5666"],
  ["+5511984565666", "phone +5511984565666"],
  ["0055 11 98456-5666", "phone 0055 11 98456-5666"],
  ["Ligue (11) 3456-7890.", "phone (11) 3456-7890"],
  ["(011) 98456-5666", "phone (011) 98456-5666"],
  ["011 98456-5666", "phone 011 98456-5666"],
  ["https://wa.me/5511984565666?text=oi", "phone 5511984565666"],
  ['<a href="tel:11984565666">', "phone 11984565666"],
  ["celular 11984565666", "phone 11984565666"],
  ['"phoneNumber": "1134567890"', "phone 1134567890"],
  ["whatsapp: 11 98456 5666", "phone 11 98456 5666"],
  ["phone: +1 415 555 2671", "phone +1 415 555 2671"],
  ["11 98456-5666", "phone? 11 98456-5666"],
  ["Ligue (11) 2024-2025.", "phone (11) 2024-2025"],
  ["(11) 2025-2024", "phone (11) 2025-2024"],
] as const)("a telephone number is found by its marks or by context: %s", ([text, expected]) => {
  expect(found(text)).toEqual([expected]);
});

test.for([
  "11984565666",
  "(20) 98456-5666",
  "tel (11) 68456-5666",
  "phone_verified_at: 1627354490",
  "created 1627354490 contact_ts=1627354490",
  "(11) 99999-9999",
  "(11) 2024-2025 edition",
  "Vol. 11 2024\u20132025",
])("what no telephone can be is none: %s", (text) => {
  expect(found(text)).toEqual([]);
});

test.for([
  ["info@presidio.site", "email info@presidio.site"],
  ["<joão.silva@empresa.com.br>,", "email joão.silva@empresa.com.br"],
  ["mailto:maria+nota@loja-azul.net.", "email maria+nota@loja-azul.net"],
  ["x@xn--bcher-kva.de", "email x@xn--bcher-kva.de"],
  ['"\\nmaria@empresa.com"', "email maria@empresa.com"],
  ["maria@exemplo.com.br", "email? maria@exemplo.com.br"],
  ["a@lib.module", "email? a@lib.module"],
] as const)("an e-mail address is found: %s", ([text, expected]) => {
  expect(found(text)).toEqual([expected]);
});

test.for([
  "git@github.com:org/repo.git",
  "deploy@host.com:/srv/app",
  "ssh://maria@host.com.br/x",
  "postgres://app:secret@db.empresa.com/x",
  "logo@2x.png",
  "@scope/pkg@1.2",
  "react@19.0.0-rc.beta",
  "user@localhost",
  "return@label this@Main.activity",
  "`${name}@${host}.com`",
  "'%s@%s.com'",
  "a@example.com b@x.test c@d.invalid e@sub.example.org",
  "my email is info@presidio.",
  "a..b@empresa.com @empresa.com",
  "x@y.to(device)",
])("what only looks like an e-mail address is none: %s", (text) => {
  expect(found(text)).toEqual([]);
});

test.for([
  "529.982.247-26",
  "000.000.000-00",
  "CPF 11111111111",
  "11.222.333/0001-82",
  "4012-8888-8888-1882",
  "my credit card number is 36168002586008",
  "1748503543012",
  "id 550e8400-e29b-41d4-a716-446655440000",
  "8c52998224725af0",
  "a52998224725",
  "0.52998224725",
  "52998224725.5",
  "0x52998224725",
  "v1.529.982.247-25",
  "https://loja.com.br/pedidos/52998224725/itens",
  "192.168.100.25 10.0.0.0/16 2026-11-21T09:15:00.000Z 1763716500000 1763716500000000",
  "7891000315507",
  "x = 12ABC34501DE35",
  "iVBORw0KGgo52998224725AAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ",
  "35190612345678901234550010000000011234567890",
  "00190.50095 40144.816069 06809.350314 3 37370000000100",
])("look-alikes are left alone: %s", (text) => {
  expect(found(text)).toEqual([]);
});

test("eleven digits that may be both are what the nearest word says", () => {
  expect(found("tel 11987654330")).toEqual(["phone 11987654330"]);
  expect(found('{"cpf":"52998224725","celular":"11987654321"}')).toEqual([
    "cpf 52998224725",
    "phone 11987654321",
  ]);
});

test("a number inside an e-mail address is reported besides the address", () => {
  expect(found("cpf: 52998224725@empresa.com")).toEqual([
    "email 52998224725@empresa.com",
    "cpf 52998224725",
  ]);
});

test.for([
  ["full width", "５２９．９８２．２４７－２５"],
  ["Arabic digits", "٥٢٩.٩٨٢.٢٤٧-٢٥"],
  ["mathematical digits", "𝟓𝟐𝟗.𝟗𝟖𝟐.𝟐𝟒𝟕-𝟐𝟓"],
  ["zero-width spaces", "529\u200B.982\u200D.247\u2060-25"],
  ["soft hyphens and direction marks", "529.\u00AD982.\u202E247-25"],
  ["variation selectors and tags", "5\uFE0F29.982.247-2\u{E0035}5"],
  ["keycaps", "5\uFE0F\u20E32\uFE0F\u20E39\uFE0F\u20E3.982.247-25"],
  ["other hyphens", "529.982.247\u201125"],
  ["middle dots", "529·982·247-25"],
  ["soft line breaks", "529.982.=\r\n247-25"],
  ["a line break after a dot", "529.982.\n247-25"],
  ["percent escapes", "%35%32%39%2E982%2E247%2D25"],
  ["JSON escapes", "\\u0035\\u0032\\u0039.982.247-25"],
  ["escapes of source code", "\\x35\\x32\\u{39}.982.247-25"],
  ["HTML entities", "&#53;&#x32;9.982.247-25"],
  ["colour codes", "529.\u001B[31m982\u001B[0m.247-25"],
] as const)("a value hidden with %s is found where it is", ([, hidden]) => {
  expect(found(`antes é ${hidden} depois`)).toEqual([`cpf ${hidden}`]);
});

test.for(["\0", "\uD800", "\uD83D", "\uDC00", "\uFFFD", String.raw`\u0000`, "%00"])(
  "a character that is none hides no value: %j",
  (character) => {
    expect(found(`529.982${character}.247-25`)).toEqual([`cpf 529.982${character}.247-25`]);
    const groups = ["529", "982", "247", "25"].join(character);
    expect(found(`cpf ${groups}`)).toEqual([`cpf ${groups}`]);
    expect(found(`5299822${character}4725`)).toEqual([]);
  },
);

test("spaces of any width, escaped breaks and percent-encoded names do not hide a value", () => {
  expect(found("cpf\u00A0529\u2009982\u202F247\u300025")).toEqual([
    "cpf 529\u2009982\u202F247\u300025",
  ]);
  expect(found('"CPF\\n52998224725"')).toEqual(["cpf 52998224725"]);
  expect(found("cpf%3D52998224725%26")).toEqual(["cpf 52998224725"]);
  expect(found("maria%40empresa.com")).toEqual(["email maria%40empresa.com"]);
  expect(found("cpf 5 2 9 9 8 2 2 4 7 2 5")).toEqual(["cpf 5 2 9 9 8 2 2 4 7 2 5"]);
});
