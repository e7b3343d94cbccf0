import { expect, test } from "vitest";

import { SellerError } from "../../../../src/seller/client/sellerError.ts";
import { ImportRun } from "../../../../src/seller/csv/run/importRunner.ts";
import {
  importLogLine,
  LineStates,
  readImportLog,
} from "../../../../src/seller/csv/run/lineStates.ts";
import type { WriteEnd } from "../../../../src/seller/write/journaledWrite.ts";
import { HastyClock, source, written } from "./importedRows.ts";

/** Runs rows over the log of earlier runs. */
async function runOver(
  log: { text: string },
  {
    isIdempotent,
    write,
    onPause = () => undefined,
  }: {
    readonly isIdempotent: boolean;
    readonly write: (line: number) => WriteEnd;
    readonly onPause?: (run: ImportRun) => void;
  },
): Promise<ImportRun> {
  const states = new LineStates();
  readImportLog(log.text.split("\n"), states);
  const run: ImportRun = new ImportRun({
    rows: source([true, true]),
    write: ({ row }) => Promise.resolve(write(row.line)),
    isIdempotent,
    states,
    note: (line, state) => Promise.resolve(void (log.text += importLogLine(line, state))),
    onFailed: () => Promise.resolve(),
    onProgress: () => {
      if (run.isPaused) {
        queueMicrotask(() => onPause(run));
      }
    },
    clock: new HastyClock(),
    concurrency: 1,
  });
  await run.run();
  return run;
}

test.each([
  ["which must not be repeated is unknown", false, { done: 1, unknown: 1, failed: 0 }],
  ["which may be repeated is a failed row", true, { done: 1, unknown: 0, failed: 1 }],
] as const)(
  "a write with a complaint %s, and no later run sends it",
  async (_, isIdempotent, progress) => {
    const log = { text: "" };
    const sent: number[] = [];
    const write = (line: number): WriteEnd => {
      sent.push(line);
      return line === 2 ? { outcome: "complaint", error: new SellerError("complaint") } : written;
    };
    const first = await runOver(log, { isIdempotent, write });
    expect(first.progress).toMatchObject(progress);
    const second = await runOver(log, { isIdempotent, write });
    expect(second.progress).toMatchObject(progress);
    expect(sent).toEqual([2, 3]);
  },
);

test("a refusal of the token is no refusal of the row: it cannot be skipped, and a later run takes it up", async () => {
  const log = { text: "" };
  const notDone: WriteEnd = {
    outcome: "notDone",
    error: new SellerError("forbidden", { notSent: true }),
  };
  const refusals: unknown[] = [];
  const first = await runOver(log, {
    isIdempotent: false,
    write: (line) => (line === 2 ? written : notDone),
    onPause: (run) => {
      refusals.push(run.refusal);
      run.cancel();
    },
  });
  expect(refusals).toEqual([undefined]);
  expect(first.progress).toMatchObject({ done: 1, failed: 0, unknown: 0 });
  const second = await runOver(log, { isIdempotent: false, write: () => written });
  expect(second.progress).toMatchObject({ done: 2, failed: 0, unknown: 0 });
});
