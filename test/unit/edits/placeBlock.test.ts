import {
  array,
  assert as assertAll,
  nat,
  property,
  stringMatching,
  tuple,
  uniqueArray,
} from "fast-check";
import { expect, test } from "vitest";

import { applyHunks, lineDiff } from "../../../src/edits/lineDiff.ts";
import { placeBlock } from "../../../src/edits/place/placeBlock.ts";
import { apply, file } from "./countedFile.ts";

test("a function replaces the one of its name, however different its body", () => {
  const code = `export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}`;
  const old = file.slice(file.indexOf("export function sum"), file.indexOf("\n\nexport class"));
  expect(apply(code)).toBe(file.replace(old, code));
});

test("a function with another signature replaces the one it was", () => {
  const code = `export async function countLines(path: string, encoding = "utf8"): Promise<number> {
  const text = await readFile(path, encoding);
  return text.split("\\n").length;
}`;
  expect(apply(code)).toBe(
    file
      .replace("(path: string)", '(path: string, encoding = "utf8")')
      .replace('readFile(path, "utf8")', "readFile(path, encoding)"),
  );
});

test("existing code that is left out stays", () => {
  const code = `export class Counter {
  // ... existing code ...

  get count(): number {
    return this.#count;
  }

  reset(): void {
    this.#count = 0;
  }
}`;
  expect(apply(code)).toBe(
    file.replace(
      "    return this.#count;\n  }\n}",
      "    return this.#count;\n  }\n\n  reset(): void {\n    this.#count = 0;\n  }\n}",
    ),
  );
});

test("gaps at both ends and in the middle keep what they stand for", () => {
  const code = `// … existing code …
export function sum(values: readonly number[]): number {
  let total = 100;
  // … rest of the function unchanged …
}

export class Counter {
  // … existing code …
  increment(): void {
    this.#count += 2;
  }
  // … existing code …
}`;
  expect(apply(code)).toBe(file.replace("total = 0", "total = 100").replace("+= 1", "+= 2"));
});

test("a method without the indentation of its class gets it", () => {
  const code = `increment(): void {
  this.#count += 5;
}`;
  expect(apply(code)).toBe(file.replace("+= 1", "+= 5"));
});

test("code in spaces becomes tabs where the file has tabs", () => {
  const tabs = file.replaceAll("  ", "\t");
  const code = `  increment(): void {
    this.#count += 5;
  }`;
  expect(apply(code, {}, tabs)).toBe(tabs.replace("+= 1", "+= 5"));
});

test("one changed line takes the place of the line it was", () => {
  expect(apply("  let total = 10;")).toBe(file.replace("let total = 0;", "let total = 10;"));
});

test("a whole file is compared line by line", () => {
  const target = file
    .replace("total += value", "total = total + value")
    .replace("#count = 0", "#count = 1");
  const placed = placeBlock(file.split("\n"), { code: target.trimEnd(), language: "ts" });
  expect(placed?.lines.join("\n")).toBe(target);
  expect(lineDiff(file.split("\n"), placed?.lines ?? [])).toHaveLength(2);
});

test("a whole file whose last function became shorter leaves nothing of the old one behind", () => {
  const text = `${file}
export function clamp(value: number): number {
  if (value < 0) {
    return 0;
  }
  if (value > 100) {
    return 100;
  }
  return value;
}
`;
  const target = text.replace(
    / {2}if \(value < 0\)[\s\S]*return value;/u,
    "  return Math.min(100, Math.max(0, value));",
  );
  expect(apply(target, {}, text)).toBe(target);
});

test.each([
  [
    "a bracket that nothing closes",
    "export function sum(values: readonly number[]): number {",
    "unclear",
  ],
  [
    "a body that is left out inside of a line",
    "export function sum(values: readonly number[]): number { /* ... */ }",
    "leftOut",
  ],
  ["the file without most of it", file.slice(0, file.indexOf("export function sum")), "unclear"],
])("%s is told, not offered as a change", (_what, code, doubt) => {
  expect(placeBlock(file.split("\n"), { code, language: "ts" })?.doubt).toBe(doubt);
});

test("functions that changed do not take the one between them away", () => {
  const code = `export async function countLines(path: string): Promise<number> {
  return 1;
}

export class Counter {
  readonly count = 0;
}`;
  expect(apply(code)).toContain("export function sum");
});

test("lines that stand twice are not searched and replaced at the first place", () => {
  const twice = "a();\nb();\nc();\na();\nb();\n";
  const code = "<<<<<<< SEARCH\na();\nb();\n=======\na(1);\n>>>>>>> REPLACE";
  expect(apply(code, {}, twice)).toBeUndefined();
});

test("an import that is added on top of lines that are there goes before them", () => {
  const code = `import { join } from "node:path";
import { readFile } from "node:fs/promises";`;
  expect(apply(code)).toBe(`import { join } from "node:path";\n${file}`);
});

test("blocks of search and replace are applied", () => {
  const code = `<<<<<<< SEARCH
  let total = 0;
=======
  let total = 1;
>>>>>>> REPLACE
<<<<<<< SEARCH
    this.#count += 1;
=======
    this.#count += 2;
>>>>>>> REPLACE`;
  expect(apply(code)).toBe(file.replace("total = 0", "total = 1").replace("+= 1", "+= 2"));
});

test("a fragment finds its place in a very long file", () => {
  const text = Array.from({ length: 4_000 }, (_none, index) => [
    `function task${index}() {`,
    `  return run(${index});`,
    "}",
  ]).flat();
  const code = "function task3500() {\n  return runTwice(3500);\n}";
  const expected = text.with(10_501, "  return runTwice(3500);");
  expect(placeBlock(text, { code, language: "js" })?.lines).toEqual(expected);
});

test("code that has nothing to do with the file has no place in it", () => {
  const code = `SELECT name, price
FROM product
WHERE price > 10
ORDER BY price;`;
  expect(apply(code, { language: "sql" })).toBeUndefined();
});

test("lines that the header names are replaced where nothing else says more", () => {
  const code = "  return values.reduce(add, 0);";
  expect(apply(code, { startLine: 10, endLine: 14 })).toBe(
    file.replace(/ {2}let total[\s\S]*return total;/u, "  return values.reduce(add, 0);"),
  );
});

test("of two places the one that the header names is meant", () => {
  const twice = "function a() {\n  run(1);\n}\n\nfunction b() {\n  run(1);\n}\n";
  expect(apply("  run(2);", { startLine: 6, endLine: 6 }, twice)).toBe(
    "function a() {\n  run(1);\n}\n\nfunction b() {\n  run(2);\n}\n",
  );
});

test("an empty file becomes the block", () => {
  expect(apply("const a = 1;\n", {}, "")).toBe("const a = 1;\n");
});

test("a Python body that got an if around it keeps its new depth", () => {
  const python = "def run(job):\n    start(job)\n    finish(job)\n\n\ndef other():\n    pass\n";
  const code = "def run(job):\n    if job:\n        start(job)\n        finish(job)";
  expect(apply(code, { language: "python" }, python)).toBe(
    "def run(job):\n    if job:\n        start(job)\n        finish(job)\n\n\ndef other():\n    pass\n",
  );
});

test("a Python function replaces the old one up to its dedent", () => {
  const python = "def run(job):\n    a()\n    b()\n    c()\n    d()\n\n\ndef other():\n    pass\n";
  const code = "def run(job):\n    everything(job)";
  expect(apply(code, { language: "python" }, python)).toBe(
    "def run(job):\n    everything(job)\n\n\ndef other():\n    pass\n",
  );
});

test("what is outside of the fragment is never touched", () => {
  const word = stringMatching(/^[a-z]{3,8}$/u);
  const line = tuple(word, word).map(([a, b]) => `${a}(${b});`);
  assertAll(
    property(array(line, { minLength: 6, maxLength: 40 }), nat(), nat(), (text, a, b) => {
      const unique = [...new Set(text)];
      const start = a % unique.length;
      const end = start + 1 + (b % (unique.length - start));
      const placed = placeBlock(unique, {
        code: unique.slice(start, end).join("\n"),
        language: "",
      });
      expect(placed?.lines).toEqual(unique);
    }),
  );
});

test("a fragment between gaps changes only lines of its own", () => {
  const names = uniqueArray(stringMatching(/^[a-z]{4,8}$/u), { minLength: 5, maxLength: 20 });
  assertAll(
    property(names, nat(), (all, pick) => {
      const text = all.flatMap((name) => [`function ${name}() {`, `  return ${name}Value;`, "}"]);
      const row = 3 * (pick % all.length);
      const changed = `  return ${all[row / 3] ?? ""}Value + 1;`;
      const code = [
        "// ... existing code ...",
        text[row],
        changed,
        "}",
        "// ... existing code ...",
      ];
      const placed = placeBlock(text, { code: code.join("\n"), language: "js" });
      const expected = applyHunks(text, [
        { start: row + 1, removed: [text[row + 1] ?? ""], added: [changed] },
      ]);
      expect(placed?.lines).toEqual(expected);
    }),
  );
});
