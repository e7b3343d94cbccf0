import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { root } from "../paths.ts";
import { failuresIn, testReportSchema } from "./testReport.ts";

/** The newest fixes up to this commit are undone. */
const lastCommit = "48eca0df";
const count = 40;
/** The product without its tests and documents. */
const product = ["src", "l10n", "package.nls.json", "package.nls.pt-br.json"];
const folder = join(root, "test", "undoneFixes");
const table = join(folder, "README.md");

interface Outcome {
  readonly fix: Fix;
  /** The first test of `npm test` that fails; empty if none does. */
  readonly inTest: string;
  /** The same with the tests of `npm run proof`. */
  readonly inAll: string;
}

interface Fix {
  readonly commit: string;
  readonly subject: string;
  /** The present files of the tests that came with it. */
  readonly tests: readonly string[];
  /** The tests that have the name of a source that it changed. */
  readonly namesakes: readonly string[];
}

/**
 * `npm run test:fixes [-- <commit> …]`: undoes the product's half of each of the last 40 fixes, one at a time in a
 * work tree of its own. Runs the tests that came with it, then those that have the name of a source that it changed.
 * Each result replaces its row of `test/undoneFixes/README.md`; rows of fixes that are not among the 40 go.
 * A fix whose lines have changed since needs a patch by hand, `test/undoneFixes/patches/<commit>.patch`, best without
 * context (`git diff -U0`) and with a removed line in each hunk.
 */
export function testFixes(args: readonly string[]): void {
  const tree = mkdtempSync(join(tmpdir(), "ai-hub-fixes-"));
  git(root, "worktree", "add", "--detach", "--force", tree, "HEAD");
  symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
  try {
    const all = fixes();
    const chosen = all.filter(
      ({ commit }) => args.length === 0 || args.some((name) => commit.startsWith(name)),
    );
    const outcomes = chosen.map((fix) => {
      const outcome = tryWithout(fix, tree);
      writeOutcome(outcome, all);
      return outcome;
    });
    const missed = outcomes.filter(({ inAll }) => inAll === "").length;
    console.log(`${outcomes.length - missed} passed, ${missed} failed`);
    process.exitCode = missed > 0 ? 1 : 0;
  } finally {
    git(root, "worktree", "remove", "--force", tree);
    rmSync(tree, { recursive: true, force: true });
  }
}

function fixes(): readonly Fix[] {
  const range = ["-n60", "--grep=^fix", lastCommit, "--", "src"];
  const log = git(root, "log", "--abbrev=8", "--format=%h %s", ...range);
  return lines(log)
    .map((line) => {
      const [commit = "", ...words] = line.split(" ");
      const changed = (below: string): readonly string[] =>
        lines(git(root, "diff", "--name-only", `${commit}^`, commit, "--", below));
      const tests = presentFiles(commit, changed("test"));
      const namesakes = testsNamed(changed("src")).filter((file) => !tests.includes(file));
      return { commit, subject: words.join(" "), tests, namesakes };
    })
    .filter(({ tests, namesakes }) => tests.length + namesakes.length > 0)
    .slice(0, count);
}

/**
 * The test files of today that have one of these names, or a sentence that the fix added to a test: a test may have
 * moved to another file or into the other tier.
 */
function presentFiles(commit: string, files: readonly string[]): readonly string[] {
  const added = git(root, "diff", "-U0", `${commit}^`, commit, "--", "test");
  const sentences = Array.from(
    added.matchAll(/^\+.*\("([^"\\$]{20,})"/gmu),
    ([, found = ""]) => `"${found}"`,
  );
  const named = testsNamed(files.filter((file) => file.endsWith(".test.ts")));
  return testFiles().filter((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return named.includes(file) || sentences.some((sentence) => text.includes(sentence));
  });
}

function testsNamed(files: readonly string[]): readonly string[] {
  const names = files.map(nameOf);
  return testFiles().filter((file) => names.includes(nameOf(file)));
}

/** A test and its source have the same. */
function nameOf(file: string): string {
  return basename(file).replace(/(?:\.test|\.proof)?\.tsx?$/u, "");
}

function testFiles(): readonly string[] {
  return lines(git(root, "ls-files", "test")).filter((file) => /\.(?:test|proof)\.ts$/u.test(file));
}

function tryWithout(fix: Fix, tree: string): Outcome {
  git(tree, "reset", "--hard", "--quiet", "HEAD");
  const refusal = undo(fix.commit, tree);
  const failure = (tier: string): string =>
    firstFailure(fix.tests, tree, tier) || firstFailure(fix.namesakes, tree, tier);
  const inTest = refusal === "" ? failure("test") : "";
  const inAll = refusal === "" && inTest === "" ? failure("all") : inTest;
  console.log(`${fix.commit} ${fix.subject}\n    ${refusal || inAll || "No test fails."}`);
  return { fix, inTest, inAll };
}

/** Takes the fix off the work tree; returns why that fails, or nothing. */
function undo(commit: string, tree: string): string {
  const ownPatch = join(folder, "patches", `${commit}.patch`);
  const patch = existsSync(ownPatch)
    ? readFileSync(ownPatch, "utf8")
    : git(tree, "diff", commit, `${commit}^`, "--", ...product);
  // Without context first: an edited comment beside a fix does not matter to a patch by hand.
  const comesOff = [["--index", "--unidiff-zero"], ["--3way"]].some(
    (how) => spawnSync("git", ["apply", ...how, "-"], { cwd: tree, input: patch }).status === 0,
  );
  return comesOff ? "" : `It does not come off: write patches/${basename(ownPatch)}.`;
}

/** The name of the first test of a tier that fails; empty if all pass. Most tests need no build, and run first. */
function firstFailure(tests: readonly string[], tree: string, tier: string): string {
  const files = tests.filter((file) => tier === "all" || file.endsWith(".test.ts"));
  const env = { ...process.env, AI_HUB_TIER: tier };
  return (
    failureWithoutBuild(files.filter(isWithoutBuild), tree, env) ||
    failureWithBuild(files, tree, env)
  );
}

function isWithoutBuild(file: string): boolean {
  const isOfSources = /^test\/(?:unit|integration)\//u.test(file);
  return isOfSources && !/\bdist\b|packageBuild/u.test(readFileSync(join(root, file), "utf8"));
}

function failureWithoutBuild(
  files: readonly string[],
  tree: string,
  env: NodeJS.ProcessEnv,
): string {
  if (files.length === 0) {
    return "";
  }
  const report = join(tree, "test-results", "undone.json");
  rmSync(report, { force: true });
  spawnSync("node", [join(root, "node_modules/vitest/vitest.mjs"), "run", "--bail=1", ...files], {
    cwd: tree,
    env: { ...env, AI_HUB_REPORT: report },
  });
  const results = testReportSchema.parse(JSON.parse(readFileSync(report, "utf8")));
  return firstOf(failuresIn(results, tree).join("\n"));
}

function failureWithBuild(files: readonly string[], tree: string, env: NodeJS.ProcessEnv): string {
  if (files.every(isWithoutBuild)) {
    return "";
  }
  const { stdout } = spawnSync("node", ["scripts/bootstrap.mjs", "test", ...files], {
    cwd: tree,
    encoding: "utf8",
    env,
    maxBuffer: 1 << 28,
  });
  return firstOf(stdout);
}

/** The file and name of a test. After the first failure vitest counts whole files as failed that it did not finish. */
function firstOf(output: string): string {
  return /^Failed: (.+ > .+)$/mu.exec(output)?.[1] ?? "";
}

/** Writes the row of a fix into the table; the others keep what the last run of them found. */
function writeOutcome({ fix, inTest, inAll }: Outcome, all: readonly Fix[]): void {
  const known = new Map(
    lines(readFileSync(table, "utf8")).map((line) => {
      const [, commit = "", , inTests = "", test = ""] = ` ${line}`
        .split(" |")
        .map((cell) => cell.trim());
      return [commit, [inTests, test]];
    }),
  );
  known.set(fix.commit, [inTest === "" ? "no" : "yes", inAll]);
  const rows = all.flatMap(({ commit, subject }) => {
    const results = known.get(commit);
    return results ? [[commit, subject, ...results]] : [];
  });
  writeFileSync(table, tableOf(rows));
}

function tableOf(rows: readonly (readonly string[])[]): string {
  const inTests = rows.filter(([, , isInTest]) => isInTest === "yes").length;
  const noticed = rows.filter(([, , , test]) => test !== "").length;
  const last = git(root, "log", "-n1", "--abbrev=8", "--format=%h", "--", "src").trim();
  return `# Fixes that were undone

\`npm run test:fixes\` undid the product's half of ${rows.length} fixes, the last of them in ${last}, one at a time. It ran
the tests that came with each, then those that have the name of a source that it changed. \`npm test\` fails for
${inTests} of them, with \`npm run proof\` for ${noticed}.

| fix | subject | \`npm test\` fails | first test that fails |
| --- | --- | --- | --- |
${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}
`;
}

function git(cwd: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, {
    cwd,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) {
    throw new Error(`git ${args.join(" ")} failed: ${stderr}`);
  }
  return stdout;
}

function lines(text: string): readonly string[] {
  return text.split("\n").filter((line) => line !== "");
}
