import type { SellerEnvironment } from "../../../seller/client/environment.ts";
import type { takeImportLock } from "../../../seller/csv/run/importLock.ts";
import type { LineStates, RowState } from "../../../seller/csv/run/lineStates.ts";

export interface ImportRecord {
  readonly states: LineStates;
  note(line: number, state: RowState): Promise<void>;
  addFailed(text: string): Promise<void>;
  readonly hasFailed: boolean;
  failedRows(): AsyncIterable<Uint8Array>;
  /** Closes the state. With `isOver` nothing is left to resume, so only the failed rows are stored. */
  close(isOver: boolean): Promise<void>;
}

export interface ImportStorage {
  /** Locks the environment: no other import may write into it. Rejects if the lock cannot be written. */
  lock(
    environment: Pick<SellerEnvironment, "baseUrl" | "codigoSeller">,
    file: string,
  ): ReturnType<typeof takeImportLock>;
  open(id: string): Promise<ImportRecord>;
  earlier(id: string): Promise<number>;
  hash(): { update(data: Uint8Array | string): void; digest(): string };
}

export type TidyAfter = (work: "read" | "write") => void;
