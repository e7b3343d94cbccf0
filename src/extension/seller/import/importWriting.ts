import type { SellerEnvironment } from "../../../seller/client/environment.ts";
import { SellerError } from "../../../seller/client/sellerError.ts";
import { sellerCall } from "../../../seller/contract/calls.ts";
import { checkedRows } from "../../../seller/csv/check/checkFile.ts";
import type { CheckedRow } from "../../../seller/csv/check/rowCheck.ts";
import { portalNow } from "../../../seller/csv/columns/portalNow.ts";
import { ImportRun } from "../../../seller/csv/run/importRunner.ts";
import { importSteps, originOf } from "../../../seller/csv/run/importSteps.ts";
import type { RowState } from "../../../seller/csv/run/lineStates.ts";
import { CurrentRecords } from "../../../seller/write/currentRecords.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import type { JournalStore } from "../journalStore.ts";
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

interface ToWrite {
  readonly file: ChosenFile;
  readonly checked: CheckedFile;
  readonly withUnchanged: boolean;
}

const writtenStates: ReadonlySet<RowState> = new Set([
  "done",
  "failed",
  "unknown",
  "complained",
  "accepted",
]);

export interface RowWrite {
  readonly origin: string;
  readonly environment: Pick<SellerEnvironment, "name" | "kind" | "codigoSeller">;
  /** No write before this time (epoch milliseconds) belongs to this import. */
  readonly since: number;
}

export class ImportWriting {
  readonly #deps: ImportWritingDeps;
  readonly #toWrite: ToWrite;
  #run: ImportRun | undefined;
  #record: ImportRecord | undefined;
  readonly #stopped = new AbortController();
  #looking = new AbortController();
  readonly #startedAt: number;
  readonly batch: string;

  constructor(deps: ImportWritingDeps, toWrite: ToWrite) {
    this.#deps = deps;
    this.#startedAt = deps.clock.now();
    this.#toWrite = toWrite;
    this.batch = deps.newId();
  }

  get current(): ImportRun | undefined {
    return this.#run;
  }

  get hasFailedRows(): boolean {
    return this.#record?.hasFailed === true;
  }

  get failedRows(): FailedRows | undefined {
    const name = this.#toWrite.file.input.name.replace(/(?:\.[^.]*)?$/u, "-failed.csv");
    return this.#record?.hasFailed === true
      ? { name, content: this.#record.failedRows() }
      : undefined;
  }

  /** May return the write of an earlier run. */
  writeOf(line: number): RowWrite {
    const { file, checked } = this.#toWrite;
    const state = this.#record?.states.get(line);
    const isOver = state !== undefined && writtenStates.has(state);
    return {
      origin: originOf(file.input, line),
      environment: checked.desk.environment,
      since: isOver ? 0 : this.#startedAt,
    };
  }

  /** Rows in progress finish; a reading ends at once. */
  stop(): void {
    this.#stopped.abort();
    this.#looking.abort();
    this.#run?.cancel();
  }

  async lookAgain(): Promise<string | undefined> {
    this.#looking = new AbortController();
    const { signal } = this.#looking;
    const isRead = await this.#run?.lookBack(signal).catch(() => false);
    return isRead === false && !signal.aborted ? this.#deps.words.seenAfter("notRead") : undefined;
  }

  /** The promise never rejects. */
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

export interface FailedRows {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
}

interface WritingEnd {
  /** `checked`: the import was stopped before the first row. */
  readonly stage: "finished" | "cancelled" | "checked";
  readonly message?: string;
}

interface Start extends ToWrite {
  readonly record: ImportRecord;
  readonly batch: string;
  readonly signal: AbortSignal;
}

/**
 * Undefined if stopped early. Rejects if the portal's records can no longer be read: the run would write more rows than
 * the person confirmed.
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
  // Without the records, the journal has no old values, and no row counts as unchanged.
  const before = now.ok ? now.records : new CurrentRecords(plan.call, []);
  const { isUnchanged, write, ...steps } = importSteps({
    client: desk.client,
    environment: desk.environment,
    journal: (entry) => deps.journal.append(entry),
    clock: deps.clock,
    newId: deps.newId,
    call: plan.call,
    rows: () => tidied(checkedRows(input.read(), plan.format, rowPlan), deps),
    before,
    comparedAt: deps.clock.now(),
    name: input.name,
    source: "csv",
    batch,
    subjectOf: input.subjectOf,
    onRecord,
  });
  return new ImportRun({
    ...steps,
    write: (row) => write(row).finally(() => deps.tidyAfter("write")),
    passesOver: (row) => {
      if (checked.preview.isLeftOut(row.row.line)) {
        return "leftOut";
      }
      return !withUnchanged && isUnchanged(row) ? "unchanged" : undefined;
    },
    states: record.states,
    note: (line, state) => record.note(line, state),
    onFailed: (row, error, seen) =>
      addFailedRow({ words: deps.words, file, record }, row, { error, seen }),
    onProgress,
  });
}

/** Prompts to collect garbage after rows, including skipped ones. */
async function* tidied(
  rows: AsyncIterable<CheckedRow>,
  { tidyAfter }: Pick<WritingDeps, "tidyAfter">,
): AsyncGenerator<CheckedRow> {
  for await (const row of rows) {
    tidyAfter("read");
    yield row;
  }
}
