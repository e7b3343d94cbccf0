import { expect, test } from "vitest";

import { subjectOf } from "../../../../src/seller/write/subject.ts";
import { samples } from "../contract/samples.ts";

test("a write is about a product by its name and a state by its letters", () => {
  const input = {
    parameters: {},
    body: { produto: { codigo: 123 }, estado: { codigo: 31 }, valorPrecoBase: 9.9 },
  };
  expect(subjectOf("savePrice", input, "Café torrado 500 g")).toBe("Café torrado 500 g · MG");
  expect(subjectOf("savePrice", input)).toBe("123 · MG");
  const stock = { parameters: { codigoProdutoMarketplace: 7, quantidadeEstoque: 1 } };
  expect(subjectOf("updateStock", stock, "Chá")).toBe("Chá");
  expect(subjectOf("updateStock", stock)).toBe("7");
});

test("every call has a subject, and a state that is not of IBGE keeps its code", () => {
  expect(subjectOf("saveDeliveryTerm", samples.saveDeliveryTerm)).toMatch(
    /^[A-Z]{2} · \d{8}–\d{8}$/u,
  );
  expect(
    subjectOf("saveMinimumOrder", { parameters: {}, body: { id: { estado: { codigo: 98 } } } }),
  ).toBe("98");
  expect(subjectOf("cancelOrder", { parameters: {}, body: { numeroPedido: 5 } })).toBe("5");
});

test("a name from the portal can neither reverse the text nor be endless", () => {
  const input = { parameters: { codigoProdutoMarketplace: 7 } };
  expect(subjectOf("updateStock", input, "a\u202eb\nc")).toBe("a⟨U+202E⟩b⟨U+000A⟩c");
  expect(subjectOf("updateStock", input, "x".repeat(500))).toHaveLength(61);
});
