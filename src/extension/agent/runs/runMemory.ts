import { parseRecord, recordLine, type RunRecord } from "../../../agent/run/runRecord.ts";
import { FileLedger } from "../../../agent/tools/base/fileLedger.ts";

/** Where the record of a conversation's last run is kept. */
export interface RecordStore {
  /** Undefined if there is none. */
  read(): Promise<string | undefined>;
  /** `isWhole`: the line needs none of those before it, which go. */
  write(line: string, isWhole: boolean): Promise<void>;
  remove(): Promise<void>;
}

/** What is known of the last run of a conversation, so that the next one can go on from it. */
export class RunMemory {
  readonly #store: RecordStore | undefined;
  #ledger: { readonly answerId: string; readonly ledger: FileLedger } | undefined;
  #last: RunRecord | undefined;
  /** What this window wrote last. */
  #saved: RunRecord | undefined;
  #isForgotten = false;
  #writing: Promise<void> = Promise.resolve();

  /** Without a store it holds as long as the window. */
  constructor(store: RecordStore | undefined) {
    this.#store = store;
  }

  /** Reads the record anew, because another window may have gone on. A record that cannot be read counts as absent. */
  async load(): Promise<RunRecord | undefined> {
    if (this.#store) {
      const text = await this.#store.read().catch(() => undefined);
      this.#last = text === undefined ? undefined : parseRecord(text);
      this.#saved = undefined;
    }
    return this.#last;
  }

  /** What the run of an answer read and wrote; a run that goes on in another window begins with nothing. */
  ledgerOf(answerId: string): FileLedger {
    if (this.#ledger?.answerId !== answerId) {
      this.#ledger = { answerId, ledger: new FileLedger() };
    }
    return this.#ledger.ledger;
  }

  /** What cannot be written is missed after a reload only: the run goes on. */
  save(record: RunRecord): void {
    if (this.#isForgotten) {
      return;
    }
    this.#last = record;
    this.#writing = this.#write(record, this.#writing);
  }

  /** Resolves when what was saved is written. */
  flush(): Promise<void> {
    return this.#writing;
  }

  /** From now on nothing is kept: a run that still works, or is just being stopped, would write the record anew. */
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
      // The next line must not depend on this one.
      this.#saved = undefined;
    });
  }
}
