import * as fc from "fast-check";
import { expect, test } from "vitest";

import { type IgnoreFile, IgnoreRules } from "../../../src/context/ignoreRules.ts";
import { anyPath, content, ignoredByGit, ignoredByUs } from "./gitIgnores.ts";

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

test("leaves out what git leaves out: nested files, negation, folders", () => {
  expect(ignoredByUs(files, paths)).toEqual(ignoredByGit(files, paths));
});

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

test("two hundred generated rules in one file ignore the generated paths that git ignores", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(anyPath, { minLength: 40, maxLength: 40 }),
      fc.array(content, { minLength: 80, maxLength: 80 }),
      (asked, contents) => {
        // Rules that match everything would hide the others.
        const lines = contents
          .flatMap((text) => text.split("\n"))
          .filter((text) => text.length > 4);
        const rules = [{ path: ".gitignore", content: lines.join("\n") }];
        const free = asked.filter((path) => path !== "a" && path !== "a/b");
        expect(ignoredByUs(rules, free)).toEqual(ignoredByGit(rules, free));
      },
    ),
    { numRuns: 50 },
  );
}, 60_000);

/** Forms of the rules that large public ignore files are made of. */
const largeFile = [
  [
    "[Dd]ebug",
    "[Rr]elease",
    "[Rr]eleases",
    "x64",
    "x86",
    "[Ww][Ii][Nn]32",
    "[Aa][Rr][Mm]64",
    "bld",
  ].map((name) => `${name}/`),
  ["[Bb]in/", "[Oo]bj/", "[Ll]og/", "[Ll]ogs/", ".vs/", "Generated\\ Files/", "[Tt]est[Rr]esult*/"],
  [
    "[Bb]uild[Ll]og.*",
    "*.VisualState.xml",
    "TestResult.xml",
    "nunit-*.xml",
    "*_i.c",
    "*_p.c",
    "*_h.h",
  ],
  [
    "*.ilk",
    "*.meta",
    "*.obj",
    "*.iobj",
    "*.[Pp]ublish.xml",
    "*.pubxml",
    "*.tmp_proj",
    "*_wpftmp.csproj",
  ],
  ["*.[Cc]ache", "!?*.[Cc]ache/", "~$*", "*~", "*.dbmdl", "*.jfm", "*.pfx", "$tf/", "_ReSharper*/"],
  [
    "**/[Pp]ackages/*",
    "!**/[Pp]ackages/build/",
    "#!**/[Pp]ackages/repositories.config",
    "*.nuget.props",
  ],
  [
    "*- [Bb]ackup.rdl",
    "*- [Bb]ackup ([0-9]).rdl",
    "*- [Bb]ackup ([0-9][0-9]).rdl",
    "FakesAssemblies/",
  ],
  ["**/*.HTMLClient/GeneratedArtifacts", "**/*.DesktopClient/ModelManifest.xml", "_Pvt_Extensions"],
  [
    ".vscode/*",
    "!.vscode/settings.json",
    "*.code-workspace",
    ".mfractor/",
    "*.sln.iml",
    "AppPackages/",
  ],
  ["MigrationBackup/", "Backup*/", "UpgradeLog*.htm", "*.rptproj.rsuser", "_NCrunch_*", "*.mm.*"],
].flat();

test("the forms of large public ignore files mean what they mean to git", () => {
  const names = largeFile.flatMap((rule) => {
    const plain = rule
      .replace(/^[#!]*/u, "")
      .replaceAll(/\[(.)(.)?[^\]]*\]/gu, "$1")
      .replaceAll("\\", "");
    const one = plain.replaceAll("**/", "a/").replaceAll(/[*?]/gu, "q").replace(/\/$/u, "");
    return [
      one,
      `src/${one}`,
      `src/${one}/file.cs`,
      `${one}x`,
      one.toLowerCase(),
      `b/${one.slice(1)}`,
    ];
  });
  const asked = [...new Set(names)].filter((name) => !/[#]|\/\//u.test(name));
  const rules = [{ path: ".gitignore", content: largeFile.join("\r\n") }];
  expect(ignoredByUs(rules, asked)).toEqual(ignoredByGit(rules, asked));
});

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
