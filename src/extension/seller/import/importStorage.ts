import type { SellerEnvironment } from "../../../seller/client/environment.ts";
import type { takeImportLock } from "../../../seller/csv/run/importLock.ts";
import type { LineStates, RowState } from "../../../seller/csv/run/lineStates.ts";

/** The record of one import, so that it can continue after a crash. */
export interface ImportRecord {
  /** The rows that an earlier, unfinished run handled; the caller keeps it up to date. */
  readonly states: LineStates;
  /** Resolves when the state is saved. */
  note(line: number, state: RowState): Promise<void>;
  /** Adds to the file of failed rows; the first call creates it. */
  addFailed(text: string): Promise<void>;
  readonly hasFailed: boolean;
  failedRows(): AsyncIterable<Uint8Array>;
  /** Ends the run. With `isOver` nothing is left to resume: only the failed rows are kept. */
  close(isOver: boolean): Promise<void>;
}

export interface ImportStorage {
  /** Takes the lock of an environment, where no other import may write meanwhile; rejects if it cannot be written. */
  lock(
    environment: Pick<SellerEnvironment, "baseUrl" | "codigoSeller">,
    file: string,
  ): ReturnType<typeof takeImportLock>;
  /** The record of an import, by a fingerprint of its file and its plan. */
  open(id: string): Promise<ImportRecord>;
  /** Number of rows that an earlier run with this fingerprint handled. */
  earlier(id: string): Promise<number>;
  /** Creates a fingerprint, piece by piece. */
  hash(): { update(data: Uint8Array | string): void; digest(): string };
}

/** Called after each row or record that was read or written, so that the garbage of many rows is collected in time. */
export type TidyAfter = (work: "read" | "write") => void;
