import * as z from "zod/mini";

import { parseJson } from "../../shared/base/json.ts";
import { partRunOnCommand } from "../../shared/guarded/guardedFiles.ts";

/** What a package manager, a hook of Git or a tool of the project runs of a `package.json`, or loads as code. */
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
/** What only describes a project in the manifests of Cargo, Python, Composer and Deno. */
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
/** The registries that package managers use by themselves, without a path to a package. */
const usualSource =
  /^(?:registry\+|sparse\+)?https:\/\/(?:github\.com\/rust-lang\/crates\.io-index|index\.crates\.io|rubygems\.org|pypi\.org\/simple|registry\.npmjs\.org|repo\.packagist\.org)\/?$/iu;
const shellLine = /^#!\s*\S*(?:\/|\s)(?:ba|da|z|k|fi)?sh\b/u;

/**
 * Whether what runs of a file when somebody builds, tests or installs is another after a change: of a `package.json` its
 * scripts, not its version; of a lock file new addresses and checksums. `before` is undefined for a new file.
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

/** Whether a file begins with the line by which the system starts a script. */
export function isScript(text: string): boolean {
  return text.startsWith("#!");
}

/** The same, with a shell that runs it: its name need not say so. */
export function isShellScript(text: string): boolean {
  return shellLine.test(text.slice(0, 200));
}

function changesScripts(before: string | undefined, after: string): boolean {
  const now = scriptsOf(after);
  return now === undefined || now !== (before === undefined ? scriptsOf("{}") : scriptsOf(before));
}

/** The parts as text; undefined for what is no object of JSON. */
function scriptsOf(text: string): string | undefined {
  const data = objectOf(text);
  return data && JSON.stringify(scriptKeys.map((key) => data[key] ?? null));
}

/** A manifest without what only describes the project; all of it where it cannot be read. */
function manifestPart(text: string): string {
  const data = objectOf(text);
  return data
    ? JSON.stringify(Object.entries(data).filter(([key]) => !describing.has(key)))
    : tomlPart(text);
}

/** By its lines: a text of several lines could hide what a line is, so a file that has one counts as a whole. */
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
