import { spawnSync } from "node:child_process";

import { findBrowser, findPageBrowser } from "../browser.ts";
import { installServerEditor } from "../editors/installServerEditor.ts";
import { newestEditor, oldestEditor } from "../editors/serverEditor.ts";
import { findPostgres, postgresPackage } from "../postgres.ts";
import {
  browserPackages,
  pageBrowserPackages,
  preferPackages,
  requirePackages,
  sandboxPackages,
  shellPackages,
} from "../systemPackages.ts";
import { build } from "./build.ts";
import { check } from "./check.ts";
import { packageExtension } from "./package.ts";
import { TestRun } from "./testRun.ts";

/**
 * Runs all tests that this machine can run. `AI_HUB_REQUIRE_ALL=1`: a skipped test is a failure.
 */
export async function testAll(): Promise<void> {
  const tests = new TestRun();
  await tests.step(check);
  await build();
  await packageExtension();
  await tests.canDo("the hub on PostgreSQL", requirePostgres);
  await tests.canDo("plain commands in three shells", requireShells);
  await tests.canDo("commands in a sandbox", async () =>
    requirePackages(sandboxPackages, "the sandbox of commands"),
  );
  await tests.vitest(["unit", "integration"]);
  if (await tests.canDo("the page in a browser", requireBrowser)) {
    await tests.vitest(["webview"]);
    if (await tests.canDo("the extension in an editor", () => installServerEditor(newestEditor))) {
      await tests.vitest(["e2e"]);
    }
  } else {
    tests.skip("the extension in an editor", "it needs the browser too");
  }
  tests.report();
}

/** Proofs that look at the editor itself. The others are taken in the newest one alone, unless a filter names them. */
const inEveryEditor = ["--exclude", "test/e2e/specs/newest/**"] as const;

/** `test:e2e [--editor 1.104] [filter…]`: the packaged extension in the newest or oldest editor. */
export async function testEndToEnd(args: readonly string[]): Promise<void> {
  const { isOldest, filters } = editorChoice(args);
  const tests = new TestRun();
  await requireBrowser();
  const editor = isOldest ? oldestEditor : newestEditor;
  await installServerEditor(editor);
  await build();
  await packageExtension();
  console.log(`Editor: VS Code ${editor.codeVersion}`);
  await tests.vitest(["e2e"], {
    filters: isOldest && filters.length === 0 ? inEveryEditor : filters,
    env: { AI_HUB_E2E_EDITOR: isOldest ? "oldest" : "newest" },
  });
  tests.report();
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

async function requirePostgres(): Promise<void> {
  if (findPostgres() === undefined) {
    await requirePackages([postgresPackage], "the tests on PostgreSQL");
  }
  if (findPostgres() === undefined) {
    throw new Error("no PostgreSQL was found on this machine");
  }
}

async function requireShells(): Promise<void> {
  await requirePackages(shellPackages, "trying plain commands in their shells");
  const missing = shellPackages.filter((name) => spawnSync(name, ["-c", "true"]).error);
  if (missing.length > 0) {
    throw new Error(`not found: ${missing.join(", ")}`);
  }
}

async function requireBrowser(): Promise<void> {
  if (findBrowser() === undefined) {
    await requirePackages(browserPackages, "the tests in a browser");
  }
  if (findBrowser() === undefined) {
    throw new Error("no Chromium, Chrome or Edge was found; AI_HUB_CHROMIUM may name one");
  }
  if (process.env["AI_HUB_CHROMIUM"] === undefined && findPageBrowser() === findBrowser()) {
    await preferPackages(pageBrowserPackages, "opening pages faster");
  }
}
