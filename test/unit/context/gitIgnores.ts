import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import * as fc from "fast-check";
import { afterAll, beforeAll } from "vitest";

import { type IgnoreFile, IgnoreRules } from "../../../src/context/ignoreRules.ts";

let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ignore-rules-"));
  execFileSync("git", ["init", "-q", folder]);
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The paths that git ignores, which need not exist; upper and lower case are the same as in our own rules. */
export function ignoredByGit(
  rules: readonly IgnoreFile[],
  asked: readonly string[],
): readonly string[] {
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

export function ignoredByUs(
  rules: readonly IgnoreFile[],
  asked: readonly string[],
): readonly string[] {
  const own = new IgnoreRules(rules);
  return asked.filter((path) => own.isIgnored(path));
}

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
export const content = fc
  .array(line, { minLength: 1, maxLength: 4 })
  .map((lines) => lines.join("\n"));
const segment = fc
  .array(fc.constantFrom("a", "b", "c", "B", "é", ".", "-", "]", "*", " ", "x"), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(""))
  .filter((name) => name !== "." && name !== "..");
export const anyPath = fc
  .array(segment, { minLength: 1, maxLength: 4 })
  .map((segments) => segments.join("/"));
