import { globSync } from "node:fs";

import { newestEditor, oldestEditor } from "../editors/serverEditor.ts";
import { root } from "../paths.ts";
import { build } from "./build.ts";
import { testsOfChanges } from "./changedTests.ts";
import { check } from "./check.ts";
import { packageExtension } from "./package.ts";
import { proofParts, type TestPart, testParts } from "./testParts.ts";
import { TestRun } from "./testRun.ts";

/**
 * `npm test`: all that should be known of a change, in about ten minutes. With filters (parts of file names, of
 * both tiers) or `--changed [revision]` some files of it. `AI_HUB_REQUIRE_ALL=1`: a skipped test is a failure.
 */
export async function test(args: readonly string[]): Promise<void> {
  const [first, ...others] = args;
  if (first === "--changed") {
    const { files, notes } = await testsOfChanges(others[0] ?? "HEAD");
    console.log(notes.join("\n"));
    await testFiles(files, []);
  } else if (first !== undefined) {
    const filters = args.filter((argument) => !argument.startsWith("-"));
    const files = testFileNames().filter((file) => filters.some((filter) => file.includes(filter)));
    await testFiles(
      files,
      args.filter((argument) => argument.startsWith("-")),
    );
  } else {
    await testAll();
  }
}

async function testAll(): Promise<void> {
  const tests = new TestRun();
  await tests.step("check", check);
  await tests.step("build", buildPackage);
  await Promise.all([tests.part(testParts.editor), inOrder(tests, testParts.rules)]);
  tests.report();
}

/** `npm run proof [-- --ci | <part> …]`: all that `npm test` leaves out, the parts of it that CI runs, or some. */
export async function prove(args: readonly string[]): Promise<void> {
  const isCi = args.includes("--ci");
  const names = args.filter((argument) => argument !== "--ci");
  const unknown = names.filter((name) => proofParts.every((part) => part.name !== name));
  if (unknown.length > 0) {
    const known = proofParts.map(({ name, minutes }) => `${name} (${minutes} min)`).join(", ");
    throw new Error(`Unknown part ${unknown.join(", ")}; there are ${known}`);
  }
  const chosen = proofParts.filter(
    ({ name, isInCi }) => (names.length === 0 || names.includes(name)) && (!isCi || isInCi),
  );
  process.env["AI_HUB_TIER"] = "proof";
  const tests = new TestRun();
  await tests.step("build", buildPackage);
  await inOrder(tests, chosen);
  tests.report();
}

/** `test:e2e [--editor 1.104] [filter…]`: the packaged extension in the newest or oldest editor. */
export async function testEndToEnd(args: readonly string[]): Promise<void> {
  const { isOldest, filters } = editorChoice(args);
  const named = proofParts.find(({ name }) => name === "oldest-editor");
  const part: TestPart = isOldest && named ? named : testParts.editor;
  console.log(`Editor: VS Code ${(isOldest ? oldestEditor : newestEditor).codeVersion}`);
  const tests = new TestRun();
  await tests.step("build", buildPackage);
  await tests.part(
    filters.length > 0 ? { ...part, env: { ...part.env, AI_HUB_TIER: "all" }, filters } : part,
  );
  tests.report();
}

async function inOrder(tests: TestRun, parts: readonly TestPart[]): Promise<void> {
  for (const part of parts) {
    await tests.part(part);
  }
}

async function buildPackage(): Promise<void> {
  await build();
  await packageExtension();
}

/** Runs some test files, after a build if one of them looks at what is built. */
async function testFiles(files: readonly string[], options: readonly string[]): Promise<void> {
  process.env["AI_HUB_TIER"] = "all";
  const parts = [...testParts.rules, testParts.editor].flatMap((part: TestPart) => {
    const filters = files.filter((file) => file.startsWith(`test/${part.projects[0]}/`));
    return filters.length > 0 ? [{ ...part, filters }] : [];
  });
  if (parts.length === 0) {
    throw new Error("No test file was found for this");
  }
  const tests = new TestRun();
  if (parts.some(({ name }) => name !== "unit")) {
    await tests.step("build", buildPackage);
  }
  for (const part of parts) {
    await tests.part(part, options);
  }
  tests.report();
}

function testFileNames(): readonly string[] {
  return globSync("test/**/*.{test,proof}.ts", { cwd: root });
}

function editorChoice(args: readonly string[]): {
  readonly isOldest: boolean;
  readonly filters: readonly string[];
} {
  const index = args.indexOf("--editor");
  if (index === -1) {
    return { isOldest: false, filters: args };
  }
  const wanted = args[index + 1] ?? "";
  const isVersion = (version: string): boolean =>
    wanted !== "" && `${version}.`.startsWith(`${wanted}.`);
  const isOldest = wanted === "oldest" || isVersion(oldestEditor.codeVersion);
  if (!isOldest && wanted !== "newest" && !isVersion(newestEditor.codeVersion)) {
    throw new Error(
      `Unknown editor "${wanted}"; there are newest (${newestEditor.codeVersion}) and oldest (${oldestEditor.codeVersion})`,
    );
  }
  return { isOldest, filters: args.toSpliced(index, 2) };
}
