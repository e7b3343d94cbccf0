import { parseRecord, recordLine, type RunRecord } from "../../../agent/run/runRecord.ts";
import { FileLedger } from "../../../agent/tools/base/fileLedger.ts";

export interface RecordStore {
  read(): Promise<string | undefined>;
  /** `isWhole`: the line replaces all earlier lines. */
  write(line: string, isWhole: boolean): Promise<void>;
  remove(): Promise<void>;
}

/** The last run of a conversation, from which the next run resumes. */
export class RunMemory {
  readonly #store: RecordStore | undefined;
  #ledger: { readonly answerId: string; readonly ledger: FileLedger } | undefined;
  #last: RunRecord | undefined;
  #saved: RunRecord | undefined;
  #isForgotten = false;
  #writing: Promise<void> = Promise.resolve();

  /** Without a store the record lasts as long as the window. */
  constructor(store: RecordStore | undefined) {
    this.#store = store;
  }

  /** Rereads the record, because another window may have continued the run. An unreadable record counts as absent. */
  async load(): Promise<RunRecord | undefined> {
    if (this.#store) {
      const text = await this.#store.read().catch(() => undefined);
      this.#last = text === undefined ? undefined : parseRecord(text);
      this.#saved = undefined;
    }
    return this.#last;
  }

  /** Files that the answer's run read and wrote; empty if another window continued the run. */
  ledgerOf(answerId: string): FileLedger {
    if (this.#ledger?.answerId !== answerId) {
      this.#ledger = { answerId, ledger: new FileLedger() };
    }
    return this.#ledger.ledger;
  }

  /** A failed write matters only after a reload, so the run continues. */
  save(record: RunRecord): void {
    if (this.#isForgotten) {
      return;
    }
    this.#last = record;
    this.#writing = this.#write(record, this.#writing);
  }

  flush(): Promise<void> {
    return this.#writing;
  }

  /** Stops storing: a run that is still stopping would write the record again. */
  async forget(): Promise<void> {
    this.#isForgotten = true;
    this.#last = undefined;
    await this.#writing;
    await this.#store?.remove();
  }

  async #write(record: RunRecord, before: Promise<void>): Promise<void> {
    await before;
    const { line, isWhole } = recordLine(this.#saved, record);
    this.#saved = record;
    await this.#store?.write(line, isWhole).catch(() => {
      // The next line must not depend on the deleted record.
      this.#saved = undefined;
    });
  }
}
