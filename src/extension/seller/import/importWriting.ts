import type { SellerError } from "../../../seller/client/sellerError.ts";
import { sellerCall } from "../../../seller/contract/calls.ts";
import { problemText } from "../../../seller/contract/problems.ts";
import { checkedRows } from "../../../seller/csv/checkFile.ts";
import { effectOf } from "../../../seller/csv/comparison.ts";
import { failedRow, failedRowsHeader } from "../../../seller/csv/csvWriter.ts";
import { ImportRun, type ValidRow } from "../../../seller/csv/importRunner.ts";
import type { CheckedRow } from "../../../seller/csv/rowCheck.ts";
import { CurrentRecords } from "../../../seller/write/currentRecords.ts";
import { fieldChanges } from "../../../seller/write/fieldChanges.ts";
import { journaledWrite, type WriteEnd } from "../../../seller/write/journaledWrite.ts";
import type { Clock } from "../../../shared/clock.ts";
import type { JournalStore } from "../journalStore.ts";
import type { ProfileDesk } from "../sellerDesks.ts";
import type { SellerWords } from "../sellerWords.ts";
import type { CheckedFile } from "./importChecking.ts";
import type { ChosenFile } from "./importPlan.ts";
import type { ImportRecord } from "./importStorage.ts";
import { portalNow } from "./portalNow.ts";

export interface WritingDeps {
  readonly journal: JournalStore;
  readonly words: SellerWords;
  readonly clock: Clock;
  readonly newId: () => string;
}

interface Writing {
  readonly file: ChosenFile;
  readonly desk: ProfileDesk;
  readonly record: ImportRecord;
  /** For the journal: the portal's records before the import. */
  readonly before: CurrentRecords;
}

const never = new AbortController().signal;

/**
 * A run over a checked file; each row is noted in the record and in the journal. Rejects with the
 * `SellerError` if the portal's records can no longer be read: the run would write more rows than
 * the person confirmed.
 */
export async function startWriting(
  deps: WritingDeps,
  {
    file,
    checked,
    record,
    withUnchanged,
  }: {
    readonly file: ChosenFile;
    readonly checked: CheckedFile;
    readonly record: ImportRecord;
    /** Whether rows that change nothing are written, too. */
    readonly withUnchanged: boolean;
  },
  onProgress: () => void,
): Promise<ImportRun> {
  const { input, plan } = file;
  const { desk, rowPlan } = checked;
  const now = await portalNow(desk.client, plan.call, never);
  if (!now.ok && now.error && checked.compared && !withUnchanged) {
    throw now.error;
  }
  // Without the records, the journal has no old values, and no row is left out as unchanged.
  const before = now.ok ? now.records : new CurrentRecords(plan.call, []);
  const comparedAt = deps.clock.now();
  const writing: Writing = { file, desk, record, before };
  return new ImportRun({
    rows: checkedRows(input.read(), plan.format, rowPlan),
    write: (row) => writeRow(deps, writing, row),
    passesOver: (row) => {
      if (checked.preview.isLeftOut(row.row.line)) {
        return "leftOut";
      }
      const compared = { current: before, now: comparedAt };
      const isSame = !withUnchanged && effectOf(plan.call, row.input, compared) === "same";
      return isSame ? "unchanged" : undefined;
    },
    isIdempotent: sellerCall(plan.call).isIdempotent,
    states: record.states,
    note: (line, state) => record.note(line, state),
    onFailed: (row, error) => addFailed(deps, writing, row, error),
    onProgress,
    clock: deps.clock,
  });
}

async function writeRow(
  { journal, clock, newId }: WritingDeps,
  { file, desk, before }: Writing,
  { row, input }: ValidRow,
): Promise<WriteEnd> {
  const { call } = file.plan;
  const { client, environment } = desk;
  return await journaledWrite(
    { client, environment, journal: (entry) => journal.append(entry), clock, newId },
    {
      request: client.prepare(call, input),
      changes: fieldChanges(call, input, before.matching(input)),
      source: "csv",
      origin: `${file.input.name}:${row.line}`,
    },
    { signal: never },
  );
}

async function addFailed(
  { words }: WritingDeps,
  { file, record }: Writing,
  { row, errors }: CheckedRow,
  error: SellerError | undefined,
): Promise<void> {
  const { header, plan } = file;
  const { delimiter } = plan.format;
  const reason = error
    ? words.failure(error)
    : errors.map((problem) => problemText(problem, words.language)).join(" ");
  const start = record.hasFailed ? "" : failedRowsHeader(header, delimiter);
  await record.addFailed(start + failedRow(header, row.cells, { reason, delimiter }));
}
