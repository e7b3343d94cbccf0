import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

type TestOptions = NonNullable<TestProjectInlineConfiguration["test"]>;

/** At least two: with two processors, as in CI, vitest itself would choose one. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

/** `npm test` runs the files `*.test.ts`, `npm run proof` the files `*.proof.ts`, a filter both. */
const tiers: Readonly<Record<string, readonly string[]>> = {
  proof: ["proof"],
  all: ["test", "proof"],
};
const suffixes = tiers[process.env["AI_HUB_TIER"] ?? ""] ?? ["test"];

/** Vitest itself would wait one second, which a busy machine needs for less. */
const patient: TestOptions["expect"] = { poll: { timeout: 20_000 } };

/** One project per kind of test; test/README.md says what each needs. */
// oxlint-disable-next-line import/no-default-export -- vitest reads the default export
export default defineConfig({
  test: {
    reporters: [
      // Without the summary that moves: two runs share a terminal.
      ["default", { summary: false }],
      ...jsonReport(process.env["AI_HUB_REPORT"]),
    ],
    projects: [
      ...sharedAndIsolated("unit", { pool: "threads", expect: patient, testTimeout: 120_000 }),
      ...sharedAndIsolated("integration", {
        expect: patient,
        testTimeout: 120_000,
        hookTimeout: 120_000,
      }),
      {
        test: {
          name: "webview",
          include: filesIn("test/webview"),
          expect: patient,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          setupFiles: "test/support/pages/setup.ts",
          // The files of a worker share its browser, and the pages of it.
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: "e2e",
          include: filesIn("test/e2e/specs"),
          expect: { poll: { timeout: 40_000, interval: 100 } },
          testTimeout: 180_000,
          hookTimeout: 300_000,
          // The files of a worker share an editor, which the environment ends.
          environment: "./test/e2e/editorEnvironment.ts",
          isolate: false,
          maxWorkers: 2,
        },
      },
    ],
  },
});

/**
 * Two projects for the tests in `test/<folder>`: files that mock a module have modules of their own, all others
 * of a worker share theirs, which saves two thirds of the time.
 */
function sharedAndIsolated(
  folder: string,
  options: TestOptions,
): readonly TestProjectInlineConfiguration[] {
  const globalSetup = "test/support/runFolder.ts";
  const files = globSync(filesIn(`test/${folder}`));
  const mocking = files.filter((file) =>
    /\bvi\.(mock|doMock|resetModules)\(/u.test(readFileSync(file, "utf8")),
  );
  return [
    {
      test: {
        ...options,
        globalSetup,
        name: folder,
        include: filesIn(`test/${folder}`),
        exclude: mocking,
        isolate: false,
        maxWorkers,
      },
    },
    { test: { ...options, globalSetup, name: `${folder}-isolated`, include: mocking, maxWorkers } },
  ];
}

/** The results for `npm test`; a run by hand names no file. */
function jsonReport(outputFile: string | undefined): ["json", { outputFile: string }][] {
  return outputFile === undefined ? [] : [["json", { outputFile }]];
}

function filesIn(folder: string): string[] {
  return suffixes.map((suffix) => `${folder}/**/*.${suffix}.ts`);
}
