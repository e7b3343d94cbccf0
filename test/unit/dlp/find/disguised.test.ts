import { expect, test } from "vitest";

import { found } from "../found.ts";

test.for([
  ["cpf", "17O.O43.258-30"],
  ["cpf", "17o.o43.258-30"],
  ["cpf", '170.043."+"258-30'],
  ["cpf", "170.' +\n      '043.258-30"],
  ["cpf", String.raw`170.043.\" + \"258-30`],
  ["cpf", '170.043.", "258-30'],
  ["cnpj", "11.222.333/OOO1-81"],
  ["cnpj", '11.222.333/"&"0001-81'],
  ["card", "4532 O151 1283 O366"],
  ["card", '4532-0151-" + "1283-0366'],
] as const)(
  "a %s with check digits is found with letters for digits and in joined strings: %s",
  ([kind, value]) => {
    expect(found(`const x = "${value}";`)).toEqual([`${kind} ${value}`]);
  },
);

test.for([
  ["cpf", "cpf = [1,7,0,0,4,3,2,5,8,3,0]", "1,7,0,0,4,3,2,5,8,3,0"],
  ["cpf", '{"cpf": [1, 7, 0, 0, 4, 3, 2, 5, 8, 3, 0]}', "1, 7, 0, 0, 4, 3, 2, 5, 8, 3, 0"],
  ["cpf", "CPF: 170,043,258,30.", "170,043,258,30"],
  ["cnpj", "cnpjs: 11,222,333,0001,81", "11,222,333,0001,81"],
  ["card", "cartão: 4532,0151,1283,0366", "4532,0151,1283,0366"],
  ["card", "cardDigits = [4,5,3,2,0,1,5,1,1,2,8,3,0,3,6,6]", "4,5,3,2,0,1,5,1,1,2,8,3,0,3,6,6"],
] as const)("a %s in a list of digits is found after its name: %s", ([kind, text, value]) => {
  expect(found(text)).toEqual([`${kind} ${value}`]);
});

test.for([
  "17O.O43.258-00",
  "OOO.OOO.OOO-OO",
  "a17O.O43.258-30",
  '170.043." + cpf + "258-30',
  "x = [1,7,0,0,4,3,2,5,8,3,0]",
  "cpf = [1,7,0,0,4,3,2,5,8,0,0]",
  "cpf = [1,7,0,0,4,3,2,5,8,3,0,0]",
  "cpf weights of the digits 1 to 11 in order: 1,7,0,0,4,3,2,5,8,3,0",
  "card: [4,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]",
])("a look-alike in such a notation is left alone: %s", (text) => {
  expect(found(text)).toEqual([]);
});
