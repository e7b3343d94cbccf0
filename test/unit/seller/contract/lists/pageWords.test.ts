import { expect, test } from "vitest";

import { pageWords } from "../../../../../src/seller/contract/lists/pageWords.ts";

test("the lines of a page that refuses a write keep the fields that they name", () => {
  const page = `<!doctype html><html><head><title>Erro 422</title><style>p{color:red}</style></head><body>
    <h1>Dados inv&aacute;lidos</h1><ul><li><b>quantidadeEstoque</b>: deve ser positiva</li>
    <li>O campo <code>valor_preco_base</code> &lt;obrigat&#243;rio&gt;</li></ul>
    <table><tr><td>peso: maior que zero</td></tr></table><script>cepInicio: 1</script></body></html>`;
  expect(pageWords(page)).toEqual([
    { text: "Erro 422" },
    { text: expect.stringContaining("Dados inv") as unknown },
    { field: "quantidadeEstoque", text: "quantidadeEstoque : deve ser positiva" },
    { field: "valor_preco_base", text: "O campo valor_preco_base <obrigatório>" },
    { field: "peso", text: "peso: maior que zero" },
  ]);
});

test.each([
  ["no field", "<h1>403 Forbidden</h1><p>Sem acesso ao produto ou ao estado</p>"],
  ["two in one line", "<p>cepInicio e cepFim devem ter oito dígitos</p>"],
  ["a name of its own", "<p>requestId: a1b2, nginx: 1.2</p>"],
  ["a script", "<script>var s = '<p>quantidadeEstoque: 1'</script><p>Erro</p>"],
])("a page that names %s is read as one text", (_, page) => {
  expect(pageWords(page)).toBeUndefined();
});

test("a page of any length and nesting is read in a bounded time", () => {
  const lines = pageWords("<p>cepInicio: x</p>".repeat(20_000));
  expect(lines).toHaveLength(50);
  expect(pageWords("<".repeat(500_000))).toBeUndefined();
  expect(pageWords("a.".repeat(300_000))).toBeUndefined();
});
