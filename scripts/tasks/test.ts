import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { newestEditor, oldestEditor } from "../editors/serverEditor.ts";
import { root } from "../paths.ts";
import { build } from "./build.ts";
import { testsOfChanges } from "./changedTests.ts";
import { check } from "./check.ts";
import { packageRelease } from "./release.ts";
import { proofParts, type TestPart, testParts } from "./testParts.ts";
import { TestRun } from "./testRun.ts";

/** Folders of editors, databases and hubs, in the temporary folder at one time. */
const neededMb = 2_000;

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
  if (await tests.step("build", buildPackage)) {
    await Promise.all([tests.part(testParts.editor), inOrder(tests, testParts.rules)]);
  }
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
  if (await tests.step("build", buildPackage)) {
    await inOrder(tests, chosen);
  }
  tests.report();
}

/** `test:e2e [--editor 1.104] [filter…]`: the packaged extension in the newest or oldest editor. */
export async function testEndToEnd(args: readonly string[]): Promise<void> {
  const { isOldest, filters } = editorChoice(args);
  const named = proofParts.find(({ name }) => name === "oldest-editor");
  const part: TestPart = isOldest && named ? named : testParts.editor;
  console.log(`Editor: VS Code ${(isOldest ? oldestEditor : newestEditor).codeVersion}`);
  const tests = new TestRun();
  const chosen =
    filters.length > 0 ? { ...part, env: { ...part.env, AI_HUB_TIER: "all" }, filters } : part;
  if (await tests.step("build", buildPackage)) {
    await tests.part(chosen);
  }
  tests.report();
}

async function inOrder(
  tests: TestRun,
  parts: readonly TestPart[],
  vitestArguments: readonly string[] = [],
): Promise<void> {
  for (const part of parts) {
    await tests.part(part, vitestArguments);
  }
}

async function buildPackage(): Promise<void> {
  requireSpace();
  takeCheckout();
  await build();
  await packageRelease();
}

/** Throws while another run tests what this one would build anew. */
function takeCheckout(): void {
  const file = join(root, "test-results", "run.pid");
  const other = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  if (other > 0 && isAlive(other)) {
    throw new Error(`Process ${other} tests this checkout. Wait for it, or test in another clone.`);
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, String(process.pid));
  process.on("exit", () => rmSync(file, { force: true }));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Throws if the temporary folder cannot take the folders of the tests. */
function requireSpace(): void {
  const { bavail, bsize } = statfsSync(tmpdir());
  const freeMb = Math.floor((bavail * bsize) / 2 ** 20);
  if (freeMb < neededMb) {
    throw new Error(
      `${tmpdir()} has ${freeMb} MB free; the tests need ${neededMb}. Free some space, or set TMPDIR to another folder.`,
    );
  }
}

/** Runs some test files, after a build if one of them looks at what is built. */
async function testFiles(files: readonly string[], options: readonly string[]): Promise<void> {
  process.env["AI_HUB_TIER"] ??= "all";
  const parts = [...testParts.rules, testParts.editor].flatMap((part: TestPart) => {
    const filters = files.filter((file) => file.startsWith(`test/${part.projects[0]}/`));
    return filters.length > 0 ? [{ ...part, filters }] : [];
  });
  if (parts.length === 0) {
    throw new Error("No test file was found for this");
  }
  const tests = new TestRun();
  const isReady =
    parts.every(({ name }) => name === "unit") || (await tests.step("build", buildPackage));
  if (isReady) {
    await inOrder(tests, parts, options);
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
