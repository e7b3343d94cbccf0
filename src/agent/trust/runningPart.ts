import * as z from "zod/mini";

import { parseJson } from "../../shared/base/json.ts";
import { partRunOnCommand } from "../../shared/guarded/guardedFiles.ts";

/** Keys of a `package.json` that a package manager, a hook of Git or a tool runs or loads. */
const scriptKeys = [
  "scripts",
  "husky",
  "simple-git-hooks",
  "lint-staged",
  "pnpm",
  "packageManager",
  "gypfile",
  "eslintConfig",
  "prettier",
  "stylelint",
  "jest",
  "babel",
  "ava",
  "mocha",
  "nyc",
  "c8",
] as const;
/** Keys that only describe a project, in manifests of Cargo, Python, Composer and Deno. */
const describing = new Set(
  (
    "name version description authors maintainers license readme keywords categories classifiers homepage repository " +
    "documentation support funding time"
  ).split(" "),
);
const describedSections = new Set(["package", "workspace.package", "project", "tool.poetry"]);
const objectSchema = z.record(z.string(), z.unknown());

/** An address, a path of a package beside the project, or a checksum. */
const source =
  /\b[a-z][a-z\d+.-]{0,20}:\/\/[^\s"',)\]}]+|\bgit@[^\s"',)\]}]+|\b(?:file|link|portal|path):[^\s"',)\]}]+|\b(?:sha\d+|h1|md5)[-:=][\w+/=]+|\b[\da-f]{32,}\b/giu;
/** Registries that package managers use by default. */
const usualSource =
  /^(?:registry\+|sparse\+)?https:\/\/(?:github\.com\/rust-lang\/crates\.io-index|index\.crates\.io|rubygems\.org|pypi\.org\/simple|registry\.npmjs\.org|repo\.packagist\.org)\/?$/iu;
const shellLine = /^#!\s*\S*(?:\/|\s)(?:ba|da|z|k|fi)?sh\b/u;

/**
 * Whether a change affects the parts that run in a build, test or install: scripts of a `package.json`, addresses and
 * checksums of a lock file. `before` is undefined for a new file.
 */
export function changesWhatRuns(path: string, before: string | undefined, after: string): boolean {
  if (before === after) {
    return false;
  }
  switch (partRunOnCommand(path)) {
    case undefined:
      return false;
    case "script":
      return isScript(after);
    case "scripts":
      return changesScripts(before, after);
    case "manifest":
      return before === undefined || manifestPart(before) !== manifestPart(after);
    case "sources":
      return addsSources(before ?? "", after);
    default:
      return true;
  }
}

/** Begins with `#!`. */
export function isScript(text: string): boolean {
  return text.startsWith("#!");
}

export function isShellScript(text: string): boolean {
  return shellLine.test(text.slice(0, 200));
}

function changesScripts(before: string | undefined, after: string): boolean {
  const now = scriptsOf(after);
  return now === undefined || now !== (before === undefined ? scriptsOf("{}") : scriptsOf(before));
}

function scriptsOf(text: string): string | undefined {
  const data = objectOf(text);
  return data && JSON.stringify(scriptKeys.map((key) => data[key] ?? null));
}

function manifestPart(text: string): string {
  const data = objectOf(text);
  return data
    ? JSON.stringify(Object.entries(data).filter(([key]) => !describing.has(key)))
    : tomlPart(text);
}

/** Works by lines, so a file with multi-line strings counts as a whole. */
function tomlPart(text: string): string {
  if (/"""|'''/u.test(text)) {
    return text;
  }
  let section = "";
  return text
    .split(/\r?\n/u)
    .filter((line) => {
      const [, head] = /^\s*\[+\s*([^\]]*?)\s*\]+/u.exec(line) ?? [];
      section = head ?? section;
      return !isDescription(line, section);
    })
    .join("\n");
}

function isDescription(line: string, section: string): boolean {
  const [, key] = /^\s*([\w-]+)\s*=\s*(?:"[^"\\]*"|\[[^[\]]*\])\s*(?:#.*)?$/u.exec(line) ?? [];
  return (
    /^\s*(?:#.*)?$/u.test(line) ||
    (key !== undefined && describedSections.has(section) && describing.has(key))
  );
}

function addsSources(before: string, after: string): boolean {
  if (after.includes("\0")) {
    return true;
  }
  const known = new Set(before.match(source));
  return (after.match(source) ?? []).some((one) => !known.has(one) && !usualSource.test(one));
}

function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  return objectSchema.safeParse(parseJson(text.replace(/^\u{FEFF}/u, ""))).data;
}
