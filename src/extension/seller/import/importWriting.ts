import type { SellerEnvironment } from "../../../seller/client/environment.ts";
import { SellerError } from "../../../seller/client/sellerError.ts";
import { sellerCall } from "../../../seller/contract/calls.ts";
import { checkedRows } from "../../../seller/csv/checkFile.ts";
import { effectOf } from "../../../seller/csv/comparison.ts";
import { ImportRun } from "../../../seller/csv/importRunner.ts";
import type { RowState } from "../../../seller/csv/lineStates.ts";
import { portalNow } from "../../../seller/csv/portalNow.ts";
import { readBackOf } from "../../../seller/csv/readBack.ts";
import type { CheckedRow, ValidRow } from "../../../seller/csv/rowCheck.ts";
import { CurrentRecords } from "../../../seller/write/currentRecords.ts";
import { fieldChanges } from "../../../seller/write/fieldChanges.ts";
import {
  type JournaledWrite,
  journaledWrite,
  type Noted,
  noteSeen,
  type WriteEnd,
} from "../../../seller/write/journaledWrite.ts";
import type { JournalEntry } from "../../../seller/write/journalEntry.ts";
import type { Clock } from "../../../shared/clock.ts";
import type { JournalStore } from "../journalStore.ts";
import type { ProfileDesk } from "../sellerDesks.ts";
import type { SellerWords } from "../sellerWords.ts";
import { addFailedRow } from "./failedRows.ts";
import type { CheckedFile } from "./importChecking.ts";
import type { ChosenFile } from "./importPlan.ts";
import type { ImportRecord, ImportStorage, TidyAfter } from "./importStorage.ts";

export interface ImportWritingDeps extends WritingDeps {
  readonly storage: ImportStorage;
}

interface WritingDeps {
  readonly journal: JournalStore;
  readonly words: SellerWords;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly tidyAfter: TidyAfter;
}

interface Writing {
  readonly file: ChosenFile;
  readonly desk: ProfileDesk;
  readonly record: ImportRecord;
  readonly batch: string;
  /** For the journal: the portal's records before the import. */
  readonly before: CurrentRecords;
  /** Where the journal has the accepted rows of this run. */
  readonly noted: Map<number, Noted>;
}

interface ToWrite {
  readonly file: ChosenFile;
  readonly checked: CheckedFile;
  /** Whether rows that change nothing are written, too. */
  readonly withUnchanged: boolean;
}

const never = new AbortController().signal;
/** States of rows that were sent, by this run or by an earlier one of the same import. */
const writtenStates: ReadonlySet<RowState> = new Set([
  "done",
  "failed",
  "unknown",
  "complained",
  "accepted",
]);

/** What the journal's entry of a row's write has. */
export interface RowWrite {
  readonly origin: string;
  readonly environment: Pick<SellerEnvironment, "name" | "kind" | "codigoSeller">;
  /** Epoch milliseconds before which no write was this import's. */
  readonly since: number;
}

/** The writing of a checked file, from its record on the disk to its end. */
export class ImportWriting {
  readonly #deps: ImportWritingDeps;
  readonly #toWrite: ToWrite;
  #run: ImportRun | undefined;
  #record: ImportRecord | undefined;
  readonly #stopped = new AbortController();
  #looking = new AbortController();
  readonly #startedAt: number;
  /** Under this id the journal has the writes of this run. */
  readonly batch: string;

  constructor(deps: ImportWritingDeps, toWrite: ToWrite) {
    this.#deps = deps;
    this.#startedAt = deps.clock.now();
    this.#toWrite = toWrite;
    this.batch = deps.newId();
  }

  /** Undefined before the first row is written. */
  get current(): ImportRun | undefined {
    return this.#run;
  }

  get hasFailedRows(): boolean {
    return this.#record?.hasFailed === true;
  }

  /** Undefined if no row failed. */
  get failedRows(): FailedRows | undefined {
    const name = this.#toWrite.file.input.name.replace(/(?:\.[^.]*)?$/u, "-failed.csv");
    return this.#record?.hasFailed === true
      ? { name, content: this.#record.failedRows() }
      : undefined;
  }

  /** Where the journal has the write of a row. A row that this run did not write may have one of an earlier run. */
  writeOf(line: number): RowWrite {
    const { file, checked } = this.#toWrite;
    const state = this.#record?.states.get(line);
    const isOver = state !== undefined && writtenStates.has(state);
    return {
      origin: originOf(file, line),
      environment: checked.desk.environment,
      since: isOver ? 0 : this.#startedAt,
    };
  }

  /** Rows under way finish; a reading before the first row, or after the last one, ends at once. */
  stop(): void {
    this.#stopped.abort();
    this.#looking.abort();
    this.#run?.cancel();
  }

  /** Reads again whether the portal has the accepted rows; returns why it could not. */
  async lookAgain(): Promise<string | undefined> {
    this.#looking = new AbortController();
    const { signal } = this.#looking;
    const isRead = await this.#run?.lookBack(signal).catch(() => false);
    return isRead === false && !signal.aborted ? this.#deps.words.seenAfter("notRead") : undefined;
  }

  /** Ends when every row is written or the run was stopped; never rejects. */
  async run(onProgress: () => void): Promise<WritingEnd> {
    const { storage, words } = this.#deps;
    const { file, checked } = this.#toWrite;
    try {
      const lock = await storage.lock(checked.desk.profile, file.input.name);
      if (!lock.ok) {
        return { stage: "checked", message: words.importElsewhere(lock.holder) };
      }
      try {
        return await this.#write(onProgress);
      } finally {
        await lock.release();
      }
    } catch (error) {
      // The written rows are recorded: importing the file again continues with the rest.
      const message = error instanceof SellerError ? words.failure(error) : words.importBrokeOff;
      return { stage: "cancelled", message };
    }
  }

  async #write(onProgress: () => void): Promise<WritingEnd> {
    const { storage } = this.#deps;
    const { file, checked } = this.#toWrite;
    const record = await storage.open(checked.id);
    this.#record = record;
    const { signal } = this.#stopped;
    const run = await startRun(
      this.#deps,
      { ...this.#toWrite, record, batch: this.batch, signal },
      onProgress,
    );
    if (!run) {
      await record.close(false);
      return { stage: "checked" };
    }
    this.#run = run;
    const end = await run.run();
    const { unknown, accepted } = run.progress;
    const mustBeKept = !sellerCall(file.plan.call).isIdempotent && unknown + accepted > 0;
    await record.close(end === "finished" && !mustBeKept);
    return { stage: end };
  }
}

/** The rows that failed, as a file that can be imported again. */
export interface FailedRows {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
}

interface WritingEnd {
  /** `checked`: it was stopped before the first row, so nothing was written. */
  readonly stage: "finished" | "cancelled" | "checked";
  /** Why it broke off. */
  readonly message?: string;
}

interface Start extends ToWrite, Pick<Writing, "record" | "batch"> {
  /** Aborted when the person stops before the first row. */
  readonly signal: AbortSignal;
}

/**
 * A run over a checked file; each row is noted in the record and in the journal. Undefined if it was
 * stopped while the portal's records were read. Rejects with the `SellerError` if they can no longer
 * be read: the run would write more rows than the person confirmed.
 */
async function startRun(
  deps: WritingDeps,
  { file, checked, record, batch, withUnchanged, signal }: Start,
  onProgress: () => void,
): Promise<ImportRun | undefined> {
  const { input, plan } = file;
  const { desk, rowPlan } = checked;
  const onRecord = (): void => deps.tidyAfter("read");
  const now = await portalNow(desk.client, plan.call, { signal, onRecord });
  if (signal.aborted) {
    return undefined;
  }
  if (!now.ok && now.error && checked.compared && !withUnchanged) {
    throw now.error;
  }
  // Without the records, the journal has no old values, and no row is left out as unchanged.
  const before = now.ok ? now.records : new CurrentRecords(plan.call, []);
  const comparedAt = deps.clock.now();
  const writing: Writing = { file, desk, record, batch, before, noted: new Map() };
  const rows = (): AsyncIterable<CheckedRow> =>
    tidied(checkedRows(input.read(), plan.format, rowPlan), deps);
  return new ImportRun({
    rows: rows(),
    rowsAgain: rows,
    onSeen: (row) => noteRow(deps, writing, row),
    write: (row) => writeRow(deps, writing, row).finally(() => deps.tidyAfter("write")),
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
    onFailed: (row, error, seen) =>
      addFailedRow({ words: deps.words, file, record }, row, { error, seen }),
    readBack: (stopped) =>
      readBackOf(desk.client, plan.call, { signal: stopped, onRecord, clock: deps.clock }),
    onProgress,
    clock: deps.clock,
  });
}

/** Rows that an earlier run wrote, or that change nothing, leave garbage as well. */
async function* tidied(
  rows: AsyncIterable<CheckedRow>,
  { tidyAfter }: Pick<WritingDeps, "tidyAfter">,
): AsyncGenerator<CheckedRow> {
  for await (const row of rows) {
    tidyAfter("read");
    yield row;
  }
}

async function writeRow(
  { journal, clock, newId }: WritingDeps,
  writing: Writing,
  row: ValidRow,
): Promise<WriteEnd> {
  const { client, environment } = writing.desk;
  const end = await journaledWrite(
    { client, environment, journal: (entry) => journal.append(entry), clock, newId },
    journaledOf(writing, row),
    { signal: never },
  );
  if (end.outcome === "accepted") {
    writing.noted.set(row.row.line, end.noted);
  }
  return end;
}

/** A row of an earlier run has its place in the journal in that run only. */
async function noteRow({ journal }: WritingDeps, writing: Writing, row: ValidRow): Promise<void> {
  const noted = writing.noted.get(row.row.line);
  if (noted) {
    const { environment } = writing.desk;
    const deps = { environment, journal: (entry: JournalEntry) => journal.append(entry) };
    await noteSeen(deps, journaledOf(writing, row), { noted });
  }
}

function journaledOf(
  { file, desk, batch, before }: Writing,
  { row, input }: ValidRow,
): JournaledWrite {
  const { call } = file.plan;
  return {
    request: desk.client.prepare(call, input),
    changes: fieldChanges(call, input, before.matching(input)),
    source: "csv",
    batch,
    origin: originOf(file, row.line),
    ...(file.input.subjectOf && { subject: file.input.subjectOf(input) }),
  };
}

function originOf({ input }: ChosenFile, line: number): string {
  return `${input.name}:${line}`;
}
