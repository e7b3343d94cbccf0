import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { en as consoleEn } from "../../../src/console/words/en.ts";
import { enReports } from "../../../src/console/words/enReports.ts";
import { enViews } from "../../../src/console/words/enViews.ts";
import { sellerEn } from "../../../src/webview/seller/words.ts";
import { usageEn } from "../../../src/webview/usage/usageWords.ts";
import { agentEn } from "../../../src/webview/words/en/agentEn.ts";
import { en } from "../../../src/webview/words/en/en.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** All files of these patterns as one text, comments left out. */
function textOf(patterns: readonly string[], leftOut = /^$/u): string {
  return globSync([...patterns], { cwd: root })
    .filter((path) => !leftOut.test(path))
    .map((path) => readFileSync(root + path, "utf8"))
    .join("\n")
    .replaceAll(/\/\*[\s\S]*?\*\//gu, "");
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.match(/[\w-]+/gu) ?? []);

/** Names that are taken from something, `words.send` or `words["send"]`, or are a value. */
function namesUsedIn(text: string): ReadonlySet<string> {
  const members = [...text.matchAll(/[."]([a-zA-Z]\w*)/gu)].map(([, name = ""]) => name);
  const taken = [...text.matchAll(/\{([^{}]*)\} = [\w.#()]*words\b/giu)].flatMap(
    ([, names = ""]) => names.match(/\w+/gu) ?? [],
  );
  return new Set([...members, ...taken]);
}

test.each([
  ["the chat", en, ["src/webview/**/*.{ts,tsx}"], /\/messages\//u],
  ["the agent", agentEn, ["src/webview/agent/**/*.{ts,tsx}"], /^$/u],
  ["the seller portal", sellerEn, ["src/{webview/seller,shared}/**/*.{ts,tsx}"], /words\.ts$/u],
  ["the usage", usageEn, ["src/{webview/usage,shared}/**/*.{ts,tsx}"], /Words\.ts$/u],
  [
    "the console",
    { ...consoleEn, ...enViews, ...enReports },
    ["src/{console,shared}/**/*.{ts,tsx}"],
    /\/words\/(?!failure)/u,
  ],
])("no words of %s are left over", (_page, table, patterns, tables) => {
  const used = namesUsedIn(textOf(patterns, tables));
  const names = Object.keys(table);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !used.has(name))).toEqual([]);
});

/** Put together in code from one of these and a name; the editor sets its own ones. */
const composed = /^(?:codicon|hl|dg|md)-/u;
const ofTheEditor = /^vscode-/u;

test.each(["src/webview", "src/console"])("no style of %s is left over", (folder) => {
  const styles = textOf([`${folder}/**/*.css`]).replaceAll(/\{[^{}]*\}/gu, "{}");
  const classes = new Set(
    [...styles.matchAll(/\.(-?[a-zA-Z_][\w-]*)/gu)].map(([, name = ""]) => name),
  );
  const used = wordsOf(
    textOf([`${folder}/**/*.{ts,tsx}`, "src/shared/**/*.ts", "src/extension/view/*.ts"]),
  );
  const unused = [...classes].filter(
    (name) => !used.has(name) && !used.has(name.replace(composed, "")) && !ofTheEditor.test(name),
  );
  expect(classes.size).toBeGreaterThan(50);
  expect(unused).toEqual([]);
});

test("every icon that is drawn has its sign", () => {
  const code = textOf(["src/webview/**/*.{ts,tsx}"]);
  const drawn = [...code.matchAll(/(?:\bicon=|\bicon: |<Icon name=)"([a-z-]+)"/gu)].map(
    ([, name = ""]) => name,
  );
  const signs = wordsOf(textOf(["src/webview/**/*.css"]));
  expect(drawn.length).toBeGreaterThan(50);
  expect(drawn.filter((name) => !signs.has(`codicon-${name}`))).toEqual([]);
});
