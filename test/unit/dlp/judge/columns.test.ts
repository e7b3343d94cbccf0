import { expect, test } from "vitest";

import { found } from "../found.ts";

const filler = "7,Bernardo de Albuquerque Cavalcanti e Souza,,Recife,PE,2026-01-01";

test.for([
  [
    "a comma",
    "id,nome,cpf,cidade,uf,desde",
    `1,"Lima, Ana Beatriz Ferreira de Vasconcelos",52998224725,Natal,RN,x`,
  ],
  ["a semicolon", "id;telefone;obs", "1;11984565666;Maria das Dores do Nascimento e Silva"],
  ["a tab", "nome\tcnpj", "Loja de Ferragens e Materiais do Nordeste\t11222333000181"],
  [
    "a bar",
    "| nome | whatsapp |\n|---|---|",
    "| Francisco das Chagas Pereira de Oliveira Neto | 11984565666 |",
  ],
  ["letters", "nome,cnpj_emitente", "Comercial de Alimentos e Bebidas do Sul Ltda,12ABC34501DE35"],
] as const)("the name of a column is context for its rows: %s", ([, header, row]) => {
  const text = [header, row].join("\n");
  expect(found(text).filter((finding) => !finding.includes("?"))).toHaveLength(1);
});

test("the name counts in any row, and only in its own column", () => {
  const rows = Array.from({ length: 30 }, () => filler);
  const text = [
    "id,nome,telefone,pedido,uf,desde",
    ...rows,
    "8,Ana,11984565666,11984565667,PE,x",
  ].join("\n");
  expect(found(text)).toEqual(["phone 11984565666"]);
});

test("a column that is something else takes its certainty from a card", () => {
  expect(found("loja,order_id\nMercado Central da Rua das Flores e Cia,4532015112830366")).toEqual([
    "card? 4532015112830366",
  ]);
});

test("a table ends where its rows do", () => {
  expect(
    found(
      `id,telefone\n1,x\n\n${"muito depois, em outro lugar do texto: ".repeat(2)}\n2,11984565666`,
    ),
  ).toEqual([]);
});
