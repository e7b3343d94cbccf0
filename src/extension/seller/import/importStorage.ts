import type { LineStates, RowState } from "../../../seller/csv/lineStates.ts";

/** What is kept of one import, so that it can go on after a crash. */
export interface ImportRecord {
  /** What an earlier run that did not end has done; kept up to date by its user. */
  readonly states: LineStates;
  /** Resolves when it is kept. */
  note(line: number, state: RowState): Promise<void>;
  /** Adds to the file of failed rows; the first call makes it. */
  addFailed(text: string): Promise<void>;
  readonly hasFailed: boolean;
  failedRows(): AsyncIterable<Uint8Array>;
  /** Ends the run: with `isOver` nothing is left to go on with, only the failed rows stay. */
  close(isOver: boolean): Promise<void>;
}

export interface ImportStorage {
  /** The record of an import, by a fingerprint of its file and its plan. */
  open(id: string): Promise<ImportRecord>;
  /** How many rows an earlier run with this fingerprint has dealt with. */
  earlier(id: string): Promise<number>;
  /** Makes a fingerprint, piece by piece. */
  hash(): { update(data: Uint8Array | string): void; digest(): string };
}
