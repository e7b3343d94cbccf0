/** Runs an npm script: `tasks.ts <name> [arguments]`; started by bootstrap.mjs on our own Node. */
import { root } from "./paths.ts";
import { run } from "./run.ts";
import { bench } from "./tasks/bench.ts";
import { build } from "./tasks/build.ts";
import { check } from "./tasks/check.ts";
import { testConformance } from "./tasks/conformance.ts";
import { runAgent, runHub, runSearch } from "./tasks/hub.ts";
import { writeManifest } from "./tasks/manifest.ts";
import { packageRelease } from "./tasks/release.ts";
import { start } from "./tasks/start.ts";
import { prove, test, testEndToEnd } from "./tasks/test.ts";
import { testFixes } from "./tasks/undoneFixes.ts";

const [name = "", ...args] = process.argv.slice(2);

const vitest = (...projects: string[]): Promise<void> =>
  run("vitest", ["run", ...projects.flatMap((project) => ["--project", project]), ...args], {
    cwd: root,
  });

const tasks: Readonly<Record<string, () => Promise<unknown>>> = {
  start: () => start(args),
  test: () => test(args),
  proof: () => prove(args),
  build: () => build(args),
  watch: () => build(["--watch"]),
  check,
  "test:unit": () => vitest("unit", "unit-isolated"),
  "test:integration": async () => {
    await build();
    await packageRelease();
    await vitest("integration", "integration-isolated");
  },
  "test:webview": async () => {
    await build();
    await vitest("webview");
  },
  "test:e2e": () => testEndToEnd(args),
  "test:fixes": () => Promise.resolve(testFixes(args)),
  conformance: () => testConformance(args),
  bench: () => bench(args),
  package: async () => {
    await build();
    await packageRelease();
  },
  hub: () => runHub(args),
  agent: () => runAgent(args),
  search: () => runSearch(args),
  manifest: writeManifest,
};

const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
if (!task) {
  console.error(`Unknown task "${name}". Known: ${Object.keys(tasks).join(", ")}`);
  process.exit(2);
}
try {
  await task();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
