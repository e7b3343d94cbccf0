import type { SellerError } from "../../../seller/client/sellerError.ts";
import { problemText } from "../../../seller/contract/problems.ts";
import type { CheckedRow } from "../../../seller/csv/check/rowCheck.ts";
import { failedRow, failedRowsHeader } from "../../../seller/csv/read/csvWriter.ts";
import type { SeenAfter } from "../../../seller/csv/run/complainedRows.ts";
import type { SellerWords } from "../sellerWords.ts";
import type { ChosenFile } from "./importPlan.ts";
import type { ImportRecord } from "./importStorage.ts";

interface FailedRowsOf {
  readonly words: SellerWords;
  readonly file: ChosenFile;
  readonly record: ImportRecord;
}

export async function addFailedRow(
  { words, file: { header, plan }, record }: FailedRowsOf,
  { row, errors }: CheckedRow,
  {
    error,
    seen,
  }: { readonly error: SellerError | undefined; readonly seen: SeenAfter | undefined },
): Promise<void> {
  const { delimiter } = plan.format;
  const reason = error
    ? [words.failure(error), seen ? words.seenAfter(seen) : ""].join(" ").trim()
    : errors.map((problem) => problemText(problem, words.language)).join(" ");
  const start = record.hasFailed ? "" : failedRowsHeader(header, delimiter);
  await record.addFailed(start + failedRow(header, row.cells, { reason, delimiter }));
}
