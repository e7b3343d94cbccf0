import { expect, test } from "vitest";

import { englishOf, glossarySize } from "../../../src/codeIndex/ranking/glossary.ts";
import { hitsIn } from "./indexing.ts";

test("the table of Portuguese words stays small", () => {
  expect(glossarySize).toBeGreaterThan(300);
  expect(glossarySize).toBeLessThanOrEqual(400);
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
