import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { root } from "../paths.ts";

/** The fixes before this commit are undone: with it the tests were divided into two tiers. */
const lastCommit = "006cbf79";
const count = 40;
/** The product without its tests and documents. */
const product = ["src", "l10n", "package.nls.json", "package.nls.pt-br.json"];
const folder = join(root, "test", "undoneFixes");

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
}

/**
 * `npm run test:fixes [-- <commit> …]`: undoes the product's half of each of the last 40 fixes, one at a time in a
 * work tree of its own, and runs the tests that came with it. Writes `test/undoneFixes/README.md` after a whole run.
 * A fix whose lines have changed since needs a patch by hand, `test/undoneFixes/patches/<commit>.patch`, best without
 * context (`git diff -U0`) and with a removed line in each hunk.
 */
export function testFixes(args: readonly string[]): void {
  const tree = mkdtempSync(join(tmpdir(), "ai-hub-fixes-"));
  git(root, "worktree", "add", "--detach", "--force", tree, "HEAD");
  symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
  try {
    const chosen = fixes().filter(
      ({ commit }) => args.length === 0 || args.some((name) => commit.startsWith(name)),
    );
    const outcomes = chosen.map((fix) => tryWithout(fix, tree));
    if (args.length === 0) {
      writeFileSync(join(folder, "README.md"), tableOf(outcomes));
    }
    const missed = outcomes.filter(({ inAll }) => inAll === "").length;
    console.log(`${outcomes.length - missed} passed, ${missed} failed`);
    process.exitCode = missed > 0 ? 1 : 0;
  } finally {
    git(root, "worktree", "remove", "--force", tree);
    rmSync(tree, { recursive: true, force: true });
  }
}

function fixes(): readonly Fix[] {
  const log = git(root, "log", "-n60", "--format=%h %s", "--grep=^fix", lastCommit, "--", "src");
  return lines(log)
    .map((line) => {
      const [commit = "", ...words] = line.split(" ");
      const changed = lines(git(root, "diff", "--name-only", `${commit}^`, commit, "--", "test"));
      return { commit, subject: words.join(" "), tests: presentFiles(commit, changed) };
    })
    .filter(({ tests }) => tests.length > 0)
    .slice(0, count);
}

/**
 * The test files of today that have one of these names, or a sentence that the fix added to a test: a test may have
 * moved to another file or into the other tier.
 */
function presentFiles(commit: string, files: readonly string[]): readonly string[] {
  const names = files
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => basename(file, ".test.ts"));
  const added = git(root, "diff", "-U0", `${commit}^`, commit, "--", ...files);
  const sentences = Array.from(
    added.matchAll(/^\+.*\("([^"\\$]{20,})"/gmu),
    ([, found = ""]) => found,
  );
  return lines(git(root, "ls-files", "test")).filter((file) => {
    const name = /([^/]+)\.(?:test|proof)\.ts$/u.exec(file)?.[1];
    if (name === undefined) {
      return false;
    }
    const text = readFileSync(join(root, file), "utf8");
    return names.includes(name) || sentences.some((sentence) => text.includes(`"${sentence}"`));
  });
}

function tryWithout(fix: Fix, tree: string): Outcome {
  git(tree, "reset", "--hard", "--quiet", "HEAD");
  const refusal = undo(fix.commit, tree);
  const inTest = refusal === "" ? firstFailure(fix, tree, "test") : "";
  const inAll = refusal === "" && inTest === "" ? firstFailure(fix, tree, "all") : inTest;
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

/** The name of the first test of a tier that fails; empty if all pass. */
function firstFailure(fix: Fix, tree: string, tier: string): string {
  const files = fix.tests.filter((file) => tier === "all" || file.endsWith(".test.ts"));
  if (files.length === 0) {
    return "";
  }
  const { stdout } = spawnSync("node", ["scripts/bootstrap.mjs", "test", ...files], {
    cwd: tree,
    encoding: "utf8",
    env: { ...process.env, AI_HUB_TIER: tier },
    maxBuffer: 1 << 28,
  });
  return /^Failed: (.+)$/mu.exec(stdout)?.[1] ?? "";
}

function tableOf(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(
    ({ fix: { commit, subject }, inTest, inAll }) =>
      `| ${commit} | ${subject} | ${inTest === "" ? "no" : "yes"} | ${inAll} |`,
  );
  const noticed = (tier: "inTest" | "inAll"): number =>
    outcomes.filter((outcome) => outcome[tier] !== "").length;
  return `# Fixes that were undone

\`npm run test:fixes\` undid the product's half of ${outcomes.length} fixes in ${git(root, "rev-parse", "--short", "HEAD").trim()}, one at a time, and ran
the tests that came with each. \`npm test\` fails for ${noticed("inTest")} of them, with \`npm run proof\` for ${noticed("inAll")}.

| fix | subject | \`npm test\` fails | first test that fails |
| --- | --- | --- | --- |
${rows.join("\n")}
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
