import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { root } from "../paths.ts";
import { run } from "../run.ts";
import type { Requirement } from "./requirements.ts";
import type { TestPart } from "./testParts.ts";
import {
  countTests,
  failuresIn,
  slowestFiles,
  type TestReport,
  testReportSchema,
} from "./testReport.ts";

/** Runs parts of the tests one by one or side by side, and adds up their results. */
export class TestRun {
  readonly #startedAt = performance.now();
  readonly #lines: string[] = [];
  readonly #skips = new Map<string, string>();
  readonly #reports: TestReport[] = [];
  readonly #requirements = new Map<Requirement, Promise<boolean>>();

  /** Runs something that is not a test; returns whether it passed. A failure fails the run. */
  async step(name: string, task: () => Promise<void>): Promise<boolean> {
    let hasPassed = true;
    await this.#timed(name, async () => {
      try {
        await task();
      } catch (error) {
        console.error(error instanceof Error ? error.message : error);
        process.exitCode = 1;
        hasPassed = false;
      }
      return hasPassed ? "passed" : "failed";
    });
    return hasPassed;
  }

  /** Runs a part if the machine has what it needs. A failure fails the run, and later parts still run. */
  async part(part: TestPart, vitestArguments: readonly string[] = []): Promise<void> {
    for (const requirement of part.uses ?? []) {
      await this.#has(requirement);
    }
    for (const requirement of part.needs ?? []) {
      if (!(await this.#has(requirement))) {
        this.#lines.push(`${part.name}: skipped`);
        return;
      }
    }
    await this.#timed(part.name, () => this.#vitest(part, vitestArguments));
  }

  /**
   * Prints the parts with their times, the slowest files, failures (whose own report may be thousands of lines
   * above), skipped parts and, as the last line, the sum.
   */
  report(): void {
    const files = this.#reports.flatMap(({ testResults }) => testResults);
    const { passed, failed, skipped } = countTests(this.#reports);
    const isAnythingSkipped = this.#skips.size > 0 || skipped > 0;
    const isAllRequired = process.env["AI_HUB_REQUIRE_ALL"] === "1" && isAnythingSkipped;
    const lines = [
      "",
      "Slowest files:",
      ...slowestFiles(files, { root, count: 10 }),
      ...this.#reports.flatMap((report) => failuresIn(report, root)),
      ...Array.from(this.#skips, ([tests, why]) => `Skipped: ${tests}. Why: ${why}`),
      ...(isAllRequired ? ["AI_HUB_REQUIRE_ALL=1 is set, and something was skipped."] : []),
      ...this.#lines,
      `all: ${duration(this.#startedAt)}`,
      `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`,
    ];
    console.log(lines.join("\n"));
    if (isAllRequired) {
      process.exitCode = 1;
    }
  }

  /** Asks once for each requirement, also when several parts need it. */
  async #has(requirement: Requirement): Promise<boolean> {
    const known = this.#requirements.get(requirement);
    if (known) {
      return known;
    }
    const asked = requirement.prepare().then(
      () => true,
      (error: unknown) => {
        this.#skips.set(requirement.tests, error instanceof Error ? error.message : String(error));
        return false;
      },
    );
    this.#requirements.set(requirement, asked);
    return asked;
  }

  async #vitest(part: TestPart, vitestArguments: readonly string[]): Promise<string> {
    const outputFile = join(root, "test-results", `${part.name}.json`);
    rmSync(outputFile, { force: true });
    const projects = part.projects.flatMap((project) => ["--project", project]);
    const args = [
      "run",
      ...projects,
      "--passWithNoTests",
      ...(part.filters ?? []),
      ...vitestArguments,
    ];
    let hasPassed = true;
    try {
      await run("vitest", args, { cwd: root, env: { ...part.env, AI_HUB_REPORT: outputFile } });
    } catch {
      // vitest has printed the failure.
      process.exitCode = 1;
      hasPassed = false;
    }
    if (!existsSync(outputFile)) {
      return hasPassed ? "no tests" : "failed";
    }
    const report = testReportSchema.parse(JSON.parse(readFileSync(outputFile, "utf8")));
    this.#reports.push(report);
    const { passed, failed } = countTests([report]);
    return failed > 0 || !hasPassed ? `${passed} passed, ${failed} failed` : `${passed} passed`;
  }

  async #timed(name: string, task: () => Promise<string>): Promise<void> {
    const startedAt = performance.now();
    const line = `${name}: ${await task()} in ${duration(startedAt)}`;
    this.#lines.push(line);
    console.log(`\n${line}\n`);
  }
}

function duration(startedAt: number): string {
  return `${Math.round((performance.now() - startedAt) / 1_000)} s`;
}
