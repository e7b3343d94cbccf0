import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";

import * as z from "zod/mini";

import { root } from "../paths.ts";
import { run } from "../run.ts";
import { slowestFiles } from "./slowestFiles.ts";

interface VitestOptions {
  readonly filters?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The fields of vitest's JSON report that we add up; pending includes tests that may fail. */
const reportSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.optional(z.string()),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.nullish(z.array(z.string())),
        }),
      ),
    }),
  ),
});

type Report = z.infer<typeof reportSchema>;

/** Runs vitest several times, adds up the results and collects what was skipped. */
export class TestRun {
  readonly #skips: string[] = [];
  readonly #failures: string[] = [];
  #passed = 0;
  #failed = 0;
  #skipped = 0;

  /** Runs projects. A failure is remembered, so that later projects run too. */
  async vitest(
    projects: readonly string[],
    { filters = [], env }: VitestOptions = {},
  ): Promise<void> {
    const outputFile = join(root, "test-results", `${projects.join("-")}.json`);
    rmSync(outputFile, { force: true });
    const args = [
      "run",
      ...projects.flatMap((project) => ["--project", project]),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${outputFile}`,
      ...filters,
    ];
    try {
      await run("vitest", args, { cwd: root, ...(env && { env }) });
    } catch {
      // vitest has printed the failure.
      process.exitCode = 1;
    }
    if (existsSync(outputFile)) {
      const result = reportSchema.parse(JSON.parse(readFileSync(outputFile, "utf8")));
      this.#passed += result.numPassedTests;
      this.#failed += result.numFailedTests;
      this.#skipped += result.numPendingTests + result.numTodoTests;
      this.#failures.push(...failuresIn(result));
      console.log(`Slowest files of ${projects.join(" and ")}:`);
      console.log(slowestFiles(result.testResults, { root, count: 8 }).join("\n"));
    }
  }

  /** Runs a step that is not a test; a failure fails the run, but later steps run too. */
  async step(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    }
  }

  /** Prepares something that a machine may lack; if so, returns false and reports it as skipped. */
  async canDo(what: string, prepare: () => Promise<unknown>): Promise<boolean> {
    try {
      await prepare();
      return true;
    } catch (error) {
      this.skip(what, error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  skip(what: string, why: string): void {
    this.#skips.push(`Skipped: ${what}. Why: ${why}`);
  }

  /**
   * Prints the skipped parts, what failed (its own report may be thousands of lines above) and, as
   * the last line, the sum.
   */
  report(): void {
    for (const failure of this.#failures) {
      console.log(failure);
    }
    for (const line of this.#skips) {
      console.log(line);
    }
    const isAnythingSkipped = this.#skips.length > 0 || this.#skipped > 0;
    if (process.env["AI_HUB_REQUIRE_ALL"] === "1" && isAnythingSkipped) {
      console.log("AI_HUB_REQUIRE_ALL=1 is set, and something was skipped.");
      process.exitCode = 1;
    }
    const skipped = this.#skipped > 0 ? `, ${this.#skipped} skipped` : "";
    console.log(`${this.#passed} passed, ${this.#failed} failed${skipped}`);
  }
}

/** Each failed test, or file that could not run, with the beginning of its error. */
function failuresIn({ testResults }: Report): readonly string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0) {
      return status === "failed" ? [failureLine(file, message ?? "")] : [];
    }
    return failed.map(({ fullName, failureMessages }) =>
      failureLine(`${file} > ${fullName}`, failureMessages?.join("\n") ?? ""),
    );
  });
}

function failureLine(what: string, error: string): string {
  const lines = error
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, 6)
    .map((line) => `    ${line.slice(0, 300)}`);
  return [`Failed: ${what}`, ...lines].join("\n");
}
