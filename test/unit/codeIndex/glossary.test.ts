import { expect, test } from "vitest";

import { englishOf, glossary } from "../../../src/codeIndex/ranking/glossary.ts";
import { glossaryTable } from "../../../src/codeIndex/ranking/glossaryTable.ts";
import { parseQuery } from "../../../src/codeIndex/ranking/query.ts";
import { hitsIn } from "./indexing.ts";

test("the table of Portuguese words has each word once", () => {
  const entries = glossaryTable.replaceAll("\n", "").split(";");
  expect(entries).toHaveLength(glossary.size);
  expect(entries.filter((entry) => !/^[a-z]+(?: [a-z]+)+$/u.test(entry))).toEqual([]);
});

test("a word that is English, too, is translated only in Portuguese text", () => {
  expect(englishOf("data")).toEqual(["date"]);
  expect(englishOf("data", false)).toEqual([]);
});

test.each([
  ["requisicao", "request"],
  ["requisicoes", "request"],
  ["enviados", "send"],
  ["erros", "error"],
  ["lendo", "read"],
  ["valida", "validate"],
  ["gravou", "write"],
  ["usuarios", "user"],
])("%s is looked up as %s", (portuguese, english) => {
  expect(englishOf(portuguese)).toContain(english);
});

test("a question in Portuguese finds code in English", async () => {
  const files = {
    "src/retry.ts": "export function retryRequest() {\n  return send();\n}\n",
    "src/page.ts": "export function drawPage() {\n  return 1;\n}\n",
  };
  const [first] = await hitsIn(files, "onde a requisição é enviada novamente");
  expect(first?.path).toBe("src/retry.ts");
  expect(first?.words).toContain("requisição");
});

test("a question in Portuguese finds the code that does it before a sentence with the same words", async () => {
  const others = Array.from({ length: 20 }, (_, number) => [
    `src/other${number}.ts`,
    `export function part${number}(file: File): void {\n  write(file);\n}\n`,
  ]);
  const files = {
    ...(Object.fromEntries(others) as Readonly<Record<string, string>>),
    "src/shown.ts": 'export const shown = {\n  note: "O arquivo foi gravado.",\n};\n',
    "src/atomic.ts": "export function saveFile(file: File): void {\n  write(file);\n}\n",
  };
  const [first] = await hitsIn(files, "onde o arquivo é gravado?");
  expect(first?.path).toBe("src/atomic.ts");
});

test.each(["mascarar texto", "gravação segura", "estoque baixo", "preco do produto"])(
  "a Portuguese query without an article is read as with one: %s",
  (query) => {
    expect(parseQuery(query).terms).toEqual(parseQuery(`onde ${query}`).terms);
  },
);

test("an English query is not read as Portuguese because of a word that both languages have", () => {
  for (const query of ["no data to send", "data with no end"]) {
    expect(parseQuery(query).terms).toEqual(parseQuery(`the ${query}`).terms);
    expect(parseQuery(query).terms).not.toEqual(parseQuery(`onde ${query}`).terms);
  }
});

test.each([
  ["mascarar", "mask"],
  ["apagar", "delete"],
  ["fila", "queue"],
])(
  "the word %s finds a function by its English word before uses of the other word",
  async (word, english) => {
    const files = {
      "src/alpha.ts": `export function ${english}Text(text: string): string {\n  return ${english}(text);\n}\n`,
      "src/beta.ts":
        "export function digits(text: string): string {\n  return order(text) + order(1);\n}\n",
    };
    const [first] = await hitsIn(files, `${word} order`);
    expect(first?.path).toBe("src/alpha.ts");
  },
);
