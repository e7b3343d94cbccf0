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

test("a request is a requisição in every place, as developers call it", () => {
  const words = globSync(
    ["l10n/*.pt-br.json", "package.nls.pt-br.json", "src/**/{*[pP]tBr,words,*Words}*.ts"],
    { cwd: root },
  );
  const texts = words.map((path) => [path, readFileSync(root + path, "utf8")] as const);
  expect(texts.filter(([, text]) => /requisiç/iu.test(text)).length).toBeGreaterThan(8);
  expect(texts.filter(([, text]) => /solicitaç/iu.test(text)).map(([path]) => path)).toEqual([]);
});
