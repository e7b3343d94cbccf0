import { relative } from "node:path";

import * as z from "zod/mini";

/** The fields of vitest's JSON report that we use; pending includes tests that may fail. */
export const testReportSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.optional(z.string()),
      /** In epoch milliseconds, as `endTime`. */
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

export type TestReport = z.infer<typeof testReportSchema>;

type TestFile = TestReport["testResults"][number];

export function countTests(reports: readonly TestReport[]): {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
} {
  const sum = (count: (report: TestReport) => number): number =>
    reports.reduce((total, report) => total + count(report), 0);
  return {
    passed: sum((report) => report.numPassedTests),
    failed: sum((report) => report.numFailedTests),
    skipped: sum((report) => report.numPendingTests + report.numTodoTests),
  };
}

/** The files that took longest, one a line, with their seconds. */
export function slowestFiles(
  files: readonly Pick<TestFile, "name" | "startTime" | "endTime">[],
  { root, count }: { readonly root: string; readonly count: number },
): readonly string[] {
  return files
    .map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: Math.round((endTime - startTime) / 1_000),
    }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ file, seconds }) => `${String(seconds).padStart(5)} s  ${file}`);
}

/** Each failed test, or file that could not run, with the beginning of its error. */
export function failuresIn({ testResults }: TestReport, root: string): readonly string[] {
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
