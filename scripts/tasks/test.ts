import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { findBrowser } from "../browser.ts";
import { newestEditor, oldestEditor } from "../editors/codeServer.ts";
import { root } from "../paths.ts";
import { run } from "../run.ts";
import { browserPackages, ensurePackages } from "../systemPackages.ts";
import { build } from "./build.ts";
import { check } from "./check.ts";
import { packageExtension } from "./package.ts";

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface Skip {
  readonly what: string;
  readonly why: string;
}

/** Everything that this machine can run. `AI_HUB_REQUIRE_ALL=1` makes anything skipped a failure. */
export async function testAll(): Promise<void> {
  await check();
  await build();
  await packageExtension();
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  const skips: Skip[] = [];
  await vitest(["unit", "integration"], counts);
  const noBrowser = await whyNoBrowser();
  if (noBrowser === undefined) {
    await vitest(["webview"], counts);
    await testEditor(counts, skips);
  } else {
    skips.push({ what: "the page in a browser and the extension in an editor", why: noBrowser });
  }
  report(counts, skips);
}

/** `test:e2e [--editor 1.104] [filter…]`: the packaged extension in the newest or the oldest editor. */
export async function testEndToEnd(args: readonly string[]): Promise<void> {
  const index = args.indexOf("--editor");
  const isOldest = index !== -1 && (args[index + 1] ?? "").startsWith("1.104");
  const filters = index === -1 ? args : args.toSpliced(index, 2);
  const noBrowser = await whyNoBrowser();
  if (noBrowser !== undefined) {
    throw new Error(noBrowser);
  }
  await build();
  await packageExtension();
  const { version } = await (isOldest ? oldestEditor() : newestEditor());
  console.log(`Editor: VS Code ${version}`);
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  await vitest(["e2e"], counts, {
    filters,
    env: { AI_HUB_EDITOR: isOldest ? "oldest" : "newest" },
  });
  report(counts, []);
}

async function testEditor(counts: Counts, skips: Skip[]): Promise<void> {
  try {
    await newestEditor();
  } catch (error) {
    skips.push({ what: "the extension in an editor", why: String(error) });
    return;
  }
  await vitest(["e2e"], counts);
}

async function whyNoBrowser(): Promise<string | undefined> {
  const missing = findBrowser() === undefined ? await ensurePackages(browserPackages) : [];
  return findBrowser() === undefined
    ? `no Chromium, Chrome or Edge was found${missing.length > 0 ? ` (Debian: apt install ${missing.join(" ")})` : ""}`
    : undefined;
}

async function vitest(
  projects: readonly string[],
  counts: Counts,
  options: {
    readonly filters?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<void> {
  const outputFile = join(root, "test-results", `${projects.join("-")}.json`);
  rmSync(outputFile, { force: true });
  const failure = await run(
    "vitest",
    [
      "run",
      ...projects.flatMap((project) => ["--project", project]),
      ...["--reporter=default", "--reporter=json", `--outputFile.json=${outputFile}`],
      ...(options.filters ?? []),
    ],
    { cwd: root, ...(options.env && { env: options.env }) },
  ).catch((error: unknown) => error);
  const result = JSON.parse(readFileSync(outputFile, "utf8")) as {
    readonly numPassedTests: number;
    readonly numFailedTests: number;
    readonly numPendingTests: number;
  };
  counts.passed += result.numPassedTests;
  counts.failed += result.numFailedTests;
  counts.skipped += result.numPendingTests;
  if (failure !== undefined) {
    process.exitCode = 1;
  }
}

function report(counts: Counts, skips: readonly Skip[]): void {
  for (const { what, why } of skips) {
    console.log(`Skipped: ${what}, because ${why}`);
  }
  const { passed, failed, skipped } = counts;
  if (process.env["AI_HUB_REQUIRE_ALL"] === "1" && (skips.length > 0 || skipped > 0)) {
    console.log("AI_HUB_REQUIRE_ALL=1 is set, and something was skipped.");
    process.exitCode = 1;
  }
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
}
