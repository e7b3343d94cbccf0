import { expect, test } from "vitest";

import { found } from "../found.ts";

test.for([
  "joao (at) empresa (dot) com",
  "joao(at)empresa.com",
  "joao.silva [at] empresa [dot] com [dot] br",
  "joao {AT} empresa {DOT} com",
  "joao (ponto) silva (arroba) empresa (ponto) com (ponto) br",
  "joao ( at ) empresa.com.br",
])("an e-mail address with words for its signs is found: %s", (address) => {
  expect(found(`Escreva para ${address}, por favor`)).toEqual([`email ${address}`]);
});

test.for([
  "joao (at) empresa",
  "joao (at) example (dot) com",
  "look (at) this (dot)",
  "starts (at) 10.30",
  "const code = items[at].length",
  "items[at]\nfoo.is",
  "git (at) github (dot) com",
  "joao (at] empresa (dot) com",
])("what only looks like such an address is none: %s", (text) => {
  expect(found(text)).toEqual([]);
});
