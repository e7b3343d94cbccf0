import { availableParallelism } from "node:os";

import { defineConfig } from "vitest/config";

/** Two on the two processors of the CI's machine, for which vitest's own choice is one. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

/** One project per kind of test; test/README.md says what each needs. */
// oxlint-disable-next-line import/no-default-export -- vitest reads the default export
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/unit/**/*.test.ts"],
          // Each file in a thread of its own, which starts in half the time of a process.
          pool: "threads",
          testTimeout: 60_000,
          maxWorkers,
        },
      },
      {
        test: {
          name: "integration",
          include: ["test/integration/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers,
        },
      },
      {
        test: {
          name: "webview",
          include: ["test/webview/**/*.test.ts"],
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Each has a browser of its own.
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/specs/**/*.test.ts"],
          expect: { poll: { timeout: 20_000, interval: 100 } },
          testTimeout: 180_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
