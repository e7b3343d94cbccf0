import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import { type IgnoreFile, IgnoreRules } from "../../../src/context/ignoreRules.ts";

const files: readonly IgnoreFile[] = [
  {
    path: ".gitignore",
    content:
      "# comment\n*.log\n!keep.log\n/dist\nbuild/\ndocs/**/*.tmp\n\\!odd\nspace\\ name\nout/\n!out/kept\n",
  },
  { path: "packages/web/.gitignore", content: "*.js\n!main.js\n/local\n" },
  { path: "packages/.gitignore", content: "!special.log\n" },
];

const paths = [
  "a.log",
  "keep.log",
  "sub/keep.log",
  "dist/main.js",
  "sub/dist/main.js",
  "build/x",
  "sub/build/x",
  "docs/a/b/c.tmp",
  "docs/c.tmp",
  "!odd",
  "space name",
  "out/kept",
  "packages/web/a.js",
  "packages/web/main.js",
  "packages/web/local",
  "packages/web/sub/local",
  "packages/a.js",
  "packages/special.log",
  "packages/web/deep/special.log",
  "src/app.ts",
];

let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ignore-rules-"));
  execFileSync("git", ["init", "-q", folder]);
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The paths that git ignores, which need not exist; upper and lower case are the same as in our own rules. */
function ignoredByGit(rules: readonly IgnoreFile[], asked: readonly string[]): readonly string[] {
  for (const { path, content = "" } of rules) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  try {
    const args = ["-C", folder, "-c", "core.ignorecase=true", "check-ignore", "--no-index"];
    return execFileSync("git", [...args, "-z", "--stdin"], {
      input: asked.join("\0"),
      encoding: "utf8",
    })
      .split("\0")
      .filter((path) => path !== "");
  } catch (error) {
    if (error instanceof Error && "status" in error && error.status === 1) {
      return [];
    }
    throw error;
  } finally {
    for (const { path } of rules) {
      rmSync(join(folder, path));
    }
  }
}

function ignoredByUs(rules: readonly IgnoreFile[], asked: readonly string[]): readonly string[] {
  const own = new IgnoreRules(rules);
  return asked.filter((path) => own.isIgnored(path));
}

test("leaves out what git leaves out: nested files, negation, folders", () => {
  expect(ignoredByUs(files, paths)).toEqual(ignoredByGit(files, paths));
});

/**
 * What makes up patterns: every sign that has a meaning, and a few letters so that much of it matches. Upper case is
 * in the paths only: where git takes both cases for the same, it forgets them behind a backslash and in sets.
 */
const signs = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("a", "b", "ab", "é", ".", "-", "]") },
  { weight: 5, arbitrary: fc.constantFrom("*", "**", "***", "?", "/", "**/", "/**", "/**/") },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "[ab]",
      "[!a]",
      "[^b-]",
      "[]a]",
      "[a-c]",
      "[c-a]",
      "[[:alpha:]]",
      "[[:punct:]x]",
      "[[:no:]]",
      "[[:a]",
      "[a\\]b]",
      "[a",
      "[a/b]",
      "[\\a-\\c]",
      "[!/]",
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom("\\", "\\*", "\\a", " ", "\\ ", "!", "#", "\r", "\t") },
);
const line = fc.array(signs, { maxLength: 7 }).map((parts) => parts.join(""));
const content = fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join("\n"));
const segment = fc
  .array(fc.constantFrom("a", "b", "c", "B", "é", ".", "-", "]", "*", " ", "x"), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(""))
  .filter((name) => name !== "." && name !== "..");
const anyPath = fc
  .array(segment, { minLength: 1, maxLength: 4 })
  .map((segments) => segments.join("/"));

test("generated rules ignore the generated paths that git ignores", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(anyPath, { minLength: 40, maxLength: 40 }),
      fc.array(content, { minLength: 3, maxLength: 3 }),
      (asked, [root = "", inA = "", inB = ""]) => {
        const rules = [
          { path: ".gitignore", content: root },
          { path: "a/.gitignore", content: inA },
          { path: "a/b/.gitignore", content: inB },
        ];
        // A file of rules stands where these would be files themselves.
        const free = asked.filter((path) => path !== "a" && path !== "a/b");
        expect(ignoredByUs(rules, free)).toEqual(ignoredByGit(rules, free));
      },
    ),
    { numRuns: 100 },
  );
}, 60_000);

test("upper and lower case are the same, as on most machines", () => {
  const rules = new IgnoreRules([{ path: ".gitignore", content: "*.LOG\nOut\n[X]y\n\\Zz\n" }]);
  expect(["a.log", "out", "xy", "zz", "É"].map((path) => rules.isIgnored(path))).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
});

test("our own file in the same folder has the last word", () => {
  const rules = new IgnoreRules([
    { path: ".gitignore", content: "generated/\n*.sql" },
    { path: ".aihubignore", content: "!schema.sql\nprivate/" },
  ]);
  expect(rules.isIgnored("schema.sql")).toBe(false);
  expect(rules.isIgnored("private/plan.md")).toBe(true);
});

test("installed packages and git's own files are always left out", () => {
  const rules = new IgnoreRules([{ path: ".gitignore", content: "!node_modules" }]);
  expect(rules.isIgnored("web/node_modules/a/index.js")).toBe(true);
  expect(rules.isIgnored(".git/config")).toBe(true);
});

test.each([
  ["many times two stars between slashes", `${"**/".repeat(40)}x`, `${"a/".repeat(80)}a`],
  ["many stars in a name", `${"*a".repeat(200)}b`, "a".repeat(250)],
  ["stars and two stars in turn", `${"**/*a*a".repeat(60)}b`, `${"aaaa/".repeat(50)}aaaa`],
  ["many sets", `${"*[!b]".repeat(100)}c`, "a".repeat(250)],
  ["folders that may be none, before a star", `${"**/".repeat(1_000)}x*`, `${"a/".repeat(30)}a`],
])("a hostile rule costs no more than its length times the path's: %s", (_, rule, path) => {
  const rules = new IgnoreRules([{ path: ".gitignore", content: rule }]);
  expect(rules.isIgnored(path)).toBe(false);
  expect(rules.work).toBeLessThanOrEqual(
    2 *
      (rule.length + 1) *
      path.split("/").reduce((sum, _name, at, all) => {
        return sum + all.slice(0, at + 1).join("/").length;
      }, 1),
  );
});

test("any rule and path cost at most the product of their lengths", () => {
  fc.assert(
    fc.property(content, anyPath, (text, path) => {
      const rules = new IgnoreRules([{ path: ".gitignore", content: text }]);
      rules.isIgnored(path);
      const depth = path.split("/").length;
      expect(rules.work).toBeLessThanOrEqual(depth * (text.length * 2 + 5) * (path.length * 2 + 5));
    }),
    { numRuns: 2_000 },
  );
});

test("the file that costs most is refused and named; the rules of the others go on", () => {
  const hostile = "*a*a*a*a*a*a*c*b\n".repeat(2_000);
  const rules = new IgnoreRules(
    [
      { path: ".gitignore", content: "*.log" },
      { path: "vendor/.gitignore", content: hostile },
    ],
    1_000_000,
  );
  for (let index = 0; index < 100; index += 1) {
    rules.isIgnored(`vendor/aaaaaaaaaaaaaaaaa${index}b`);
  }
  expect(rules.refused).toEqual([{ path: "vendor/.gitignore", reason: "tooMuchWork" }]);
  expect(rules.isIgnored("vendor/other.c")).toBe(true);
  expect(rules.isIgnored("src/app.ts")).toBe(false);
  expect(rules.isIgnored("src/app.log")).toBe(true);
  expect(rules.work).toBeLessThan(2_100_000);
});

test("below a file that is too large, or has an endless rule, everything counts as ignored", () => {
  const rules = new IgnoreRules([
    { path: "a/.gitignore", content: undefined },
    { path: "b/.aihubignore", content: `!x\n${"x".repeat(5_000)}` },
    { path: "a/deep/.gitignore", content: "!kept" },
  ]);
  expect(rules.refused).toEqual([
    { path: "a/.gitignore", reason: "tooLarge" },
    { path: "b/.aihubignore", reason: "ruleTooLong" },
  ]);
  expect(["a/x", "a/deep/kept", "b/x", "c/x"].map((path) => rules.isIgnored(path))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

/** Rules as people write them: names, endings, cases in brackets, folders below any folder, beginnings, paths. */
function manyRules(count: number): string {
  const forms = [
    (at: number) => `name${at}`,
    (at: number) => `*.e${at}`,
    (at: number) => `[Bb]uild${at}/`,
    (at: number) => `**/[Pp]ackages${at}/*`,
    (at: number) => `**/cache${at}/`,
    (at: number) => `~temp${at}*`,
    (at: number) => `/out${at}/**/*.o`,
    (at: number) => `*_i${at}.c`,
    (at: number) => `!keep${at}.e${at}`,
    (at: number) => `TestResult${at}[0-9]*.xml`,
  ];
  return Array.from({ length: count }, (_, at) => forms[at % forms.length]?.(at) ?? "").join("\n");
}

test("ten thousand rules cost at most twenty units a path, and none is refused for the number of paths", () => {
  const rules = new IgnoreRules([{ path: ".gitignore", content: manyRules(10_000) }]);
  const asked = Array.from(
    { length: 60_000 },
    (_, at) => `src/area${at % 50}/part${at % 700}/file${at}.ts`,
  );
  expect(asked.filter((path) => rules.isIgnored(path))).toEqual([]);
  expect(rules.work / asked.length).toBeLessThanOrEqual(20);
  expect(rules.refused).toEqual([]);
  expect(
    [
      "a/name0",
      "a/b.e1",
      "BUILD2/x",
      "packages3/x",
      "a/packages3/x",
      "b/cache4/x",
      "~temp5.x",
      "out6/a/b.o",
      "a_i7.c",
      "keep8.e8",
      "testresult91.xml",
      "testresult9x1.xml",
    ].map((path) => rules.isIgnored(path)),
  ).toEqual([true, true, true, true, true, true, true, true, true, false, true, false]);
});

test("rules that cost as much as two thousand units a path are used for any number of paths", () => {
  const dear = Array.from({ length: 20 }, (_, at) => `*a*b${at}*c*`).join("\n");
  const rules = new IgnoreRules([{ path: ".gitignore", content: dear }], 100_000);
  for (let at = 0; at < 5_000; at += 1) {
    rules.isIgnored(`source${at}.ts`);
  }
  expect(rules.refused).toEqual([]);
  expect(rules.work).toBeGreaterThan(100_000);
});

test("rules that fill a file are read in work that grows with its size", () => {
  const rules = new IgnoreRules([{ path: ".gitignore", content: "a\n".repeat(200_000) }]);
  expect(rules.isIgnored("b/a")).toBe(true);
  expect(rules.work).toBeLessThan(10);
});
