import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));

const readJson = (path: string): Record<string, string> =>
  JSON.parse(readFileSync(root + path, "utf8")) as Record<string, string>;

const placeholders = (text: string): string[] => (text.match(/\{\d\}/gu) ?? []).toSorted();

test("every sentence of the extension has its Portuguese, with the same placeholders, and none is left over", () => {
  const sources = globSync("src/extension/**/*.ts", { cwd: root });
  const sentences = sources.flatMap((path) =>
    [...readFileSync(root + path, "utf8").matchAll(/l10n\.t\(\s*("(?:[^"\\]|\\.)*")/gu)].map(
      ([, literal]) => JSON.parse(literal ?? '""') as string,
    ),
  );
  const portuguese = readJson("l10n/bundle.l10n.pt-br.json");
  expect(sentences.length).toBeGreaterThan(20);
  expect(Object.keys(portuguese).toSorted()).toEqual([...new Set(sentences)].toSorted());
  for (const [english, translated] of Object.entries(portuguese)) {
    expect(placeholders(translated)).toEqual(placeholders(english));
  }
});

test("the manifest's words exist in both languages, and none is left over", () => {
  const manifest = readFileSync(`${root}package.json`, "utf8");
  const keys = [...manifest.matchAll(/"%([\w.]+)%"/gu)].map(([, key]) => key ?? "");
  expect(Object.keys(readJson("package.nls.json")).toSorted()).toEqual(
    [...new Set(keys)].toSorted(),
  );
  expect(Object.keys(readJson("package.nls.pt-br.json")).toSorted()).toEqual(
    Object.keys(readJson("package.nls.json")).toSorted(),
  );
});

interface GlossaryEntry {
  readonly idea: string;
  readonly word: string;
  readonly never: string;
}

const glossary = JSON.parse(
  readFileSync(new URL("glossaryPtBr.json", import.meta.url), "utf8"),
) as readonly GlossaryEntry[];

/** Strings of the Portuguese tables: no keys, imports, code spans, placeholders or English keys. */
function portugueseTexts(): readonly string[] {
  const json = ["l10n/bundle.l10n.pt-br.json", "package.nls.pt-br.json"].flatMap((path) =>
    Object.values(readJson(path)),
  );
  const tables = globSync("src/**/*{PtBr,ptBr}*.ts", { cwd: root }).flatMap((path) =>
    [
      ...readFileSync(root + path, "utf8")
        .replaceAll(/^import .*$/gmu, "")
        .matchAll(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/gsu),
    ].map(([literal]) => literal.slice(1, -1)),
  );
  return [...json, ...tables].map((text) =>
    text.replaceAll(/\\?`[^`]*`|\$\{[^}]*\}|\]\([^)]*\)/gu, ""),
  );
}

test.each(glossary)("Portuguese has one word for $idea: $word", ({ word, never }) => {
  const texts = portugueseTexts();
  expect(texts.some((text) => text.includes(word))).toBe(true);
  expect(texts.filter((text) => new RegExp(never, "iu").test(text))).toEqual([]);
});

test("tables that mix both languages use the glossary's words, too", () => {
  const mixed = globSync("src/**/{words,*Words,*Titles,amountText}*.ts", { cwd: root });
  const texts = mixed.map((path) => [path, readFileSync(root + path, "utf8")] as const);
  const wrong = /solicitaç|caixa de areia|cofre de senhas|bate-papo/iu;
  expect(texts.filter(([, text]) => wrong.test(text)).map(([path]) => path)).toEqual([]);
});

test("Portuguese counts have a singular where the number can be one", () => {
  const plural = /\$\{\w+\} (requisições|arquivos|linhas|ferramentas|conversas|mensagens)\b/u;
  const tables = globSync("src/**/*{PtBr,ptBr}*.ts", { cwd: root });
  expect(tables.filter((path) => plural.test(readFileSync(root + path, "utf8")))).toEqual([]);
});

test("README and docs have at most 80 KB together", () => {
  const sizes = globSync(["README.md", "docs/*.md"], { cwd: root }).map(
    (path) => readFileSync(root + path).length,
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(80 * 1024);
});
