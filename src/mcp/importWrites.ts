import { failureText } from "../seller/chatTools/failureText.ts";
import { problemText } from "../seller/contract/problems.ts";
import type { ImportProfile } from "../seller/csv/check/importProfile.ts";
import type { CheckedRow } from "../seller/csv/check/rowCheck.ts";
import type { SeenAfter } from "../seller/csv/run/complainedRows.ts";
import type { ImportProgress } from "../seller/csv/run/importDeps.ts";
import { ImportRun } from "../seller/csv/run/importRunner.ts";
import { importSteps } from "../seller/csv/run/importSteps.ts";
import { LineStates } from "../seller/csv/run/lineStates.ts";
import type { CurrentRecords } from "../seller/write/currentRecords.ts";
import type { SellerAccess, SellerDesk } from "../seller/write/sellerAccess.ts";
import { systemClock } from "../shared/base/clock.ts";
import { visibleText } from "../shared/text/visibleText.ts";

export interface PreparedImport {
  readonly desk: SellerDesk;
  readonly profile: ImportProfile;
  readonly rows: () => AsyncIterable<CheckedRow>;
  readonly before: CurrentRecords;
  readonly records: number;
  readonly now: number;
}

export interface WriteDeps {
  readonly access: SellerAccess;
  readonly say: (line: string) => void;
}

export interface WrittenRows extends ImportProgress {
  readonly isWhole: boolean;
  readonly notSeen: readonly number[];
}

/** The number of refused rows after which the import stops, because all are probably refused. */
const maxRefusedRows = 20;
/** The number before any row was written: one bad row at the start must not block the others on every run. */
const maxRefusedFirst = 3;

export async function writeRows(
  { profile: { call }, rows, before, now, desk }: PreparedImport,
  name: string,
  { access, say }: WriteDeps,
): Promise<WrittenRows> {
  const goOn = goOnAfterRefusals(say);
  const { isUnchanged, ...steps } = importSteps({
    client: desk.client,
    environment: desk.environment,
    journal: (entry) => access.journal(entry),
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    call,
    rows,
    before,
    comparedAt: now,
    name,
    // Marks writes by tools and programs, from which their price limits count.
    source: "mcp",
    batch: crypto.randomUUID(),
  });
  const run: ImportRun = new ImportRun({
    ...steps,
    passesOver: (row) => (isUnchanged(row) ? "unchanged" : undefined),
    states: new LineStates(),
    note: () => Promise.resolve(),
    onFailed: (row, error, seen) =>
      Promise.resolve(error && say(`${lineOf(row)} ${failureText(error)}${seenText(seen)}`)),
    onProgress: () => goOn(run),
  });
  const end = await run.run().catch(() => {
    say("The import broke off: the journal cannot be written. Nothing is sent without it.");
    return "cancelled";
  });
  return { ...run.progress, isWhole: end === "finished", notSeen: run.notSeen };
}

function seenText(seen: SeenAfter | undefined): string {
  switch (seen) {
    case "notThere":
      return " A reading afterwards does not show the values.";
    case "notRead":
      return " The portal's present values could not be read afterwards.";
    case "cancelled":
      return " What the portal has now was not read afterwards, because the import stopped.";
    default:
      return "";
  }
}

/**
 * Decides after refusals, where the editor would ask: the program stops, and the next run resumes. A single refused
 * row must not block the later rows on every run.
 */
function goOnAfterRefusals(say: WriteDeps["say"]): (run: ImportRun) => void {
  let refusedRows = 0;
  return (run) => {
    if (!run.haltedBy || !run.isPaused) {
      return;
    }
    const { refusedRow } = run;
    const { done, accepted } = run.progress;
    const most = done + accepted > 0 ? maxRefusedRows : maxRefusedFirst;
    if (refusedRow && refusedRows < most) {
      refusedRows += 1;
      run.skip("row");
    } else {
      const line = refusedRow ? `Line ${refusedRow.line}: ` : "";
      say(`${line}${failureText(run.haltedBy)}`);
      run.cancel();
    }
  };
}

export function lineOf({ row, errors }: CheckedRow): string {
  const texts = errors.map((error) => {
    const text = problemText(error, "en");
    return error.path === "" ? text : `${error.path}: ${text}`;
  });
  return visibleText(`Line ${row.line}: ${texts.join(" ")}`);
}
