import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import { type IgnoreFile, IgnoreRules } from "../../../src/context/ignoreRules.ts";

const files: readonly IgnoreFile[] = [
  {
    folder: "",
    content:
      "# comment\n*.log\n!keep.log\n/dist\nbuild/\ndocs/**/*.tmp\n\\!odd\nspace\\ name\nout/\n!out/kept\n",
  },
  { folder: "packages/web", content: "*.js\n!main.js\n/local\n" },
  { folder: "packages", content: "!special.log\n" },
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
  const folder = mkdtempSync(join(tmpdir(), "ignore-rules-"));
  try {
    execFileSync("git", ["init", "-q", folder]);
    for (const file of files) {
      mkdirSync(join(folder, file.folder), { recursive: true });
      writeFileSync(join(folder, file.folder, ".gitignore"), file.content);
    }
    for (const path of paths) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), "");
    }
    const listed = execFileSync(
      "git",
      ["-C", folder, "ls-files", "--others", "--exclude-standard", "-z"],
      { encoding: "utf8" },
    ).split("\0");
    const rules = new IgnoreRules(files);
    expect(paths.filter((path) => !rules.isIgnored(path)).toSorted()).toEqual(
      paths.filter((path) => listed.includes(path)).toSorted(),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("our own file in the same folder has the last word", () => {
  const rules = new IgnoreRules([
    { folder: "", content: "generated/\n*.sql" },
    { folder: "", content: "!schema.sql\nprivate/" },
  ]);
  expect(rules.isIgnored("schema.sql")).toBe(false);
  expect(rules.isIgnored("private/plan.md")).toBe(true);
});

test("installed packages and git's own files are always left out", () => {
  const rules = new IgnoreRules([{ folder: "", content: "!node_modules" }]);
  expect(rules.isIgnored("web/node_modules/a/index.js")).toBe(true);
  expect(rules.isIgnored(".git/config")).toBe(true);
});
