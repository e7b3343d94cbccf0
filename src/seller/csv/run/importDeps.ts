import type { Clock } from "../../../shared/base/clock.ts";
import type { SellerError } from "../../client/sellerError.ts";
import type { WriteEnd } from "../../write/journaledWrite.ts";
import type { CheckedRow, ValidRow } from "../check/rowCheck.ts";
import type { ReadBack, SeenAfter } from "./complainedRows.ts";
import type { LineStates, RowState } from "./lineStates.ts";

export interface ImportDeps {
  /** The file's rows, checked again; the same file gives the same results. */
  readonly rows: AsyncIterable<CheckedRow>;
  /** One attempt at one row. */
  readonly write: (row: ValidRow) => Promise<WriteEnd>;
  /** Why this run does not send a row: it would change nothing, or the person left it out. */
  readonly passesOver?: (row: ValidRow) => "unchanged" | "leftOut" | undefined;
  /** Whether a row may be repeated after a failure with an unknown outcome. */
  readonly isIdempotent: boolean;
  /** The states of an earlier run; this run updates them. */
  readonly states: LineStates;
  /** Resolves when the state is stored. */
  readonly note: (line: number, state: RowState) => Promise<void>;
  /**
   * Called for a row that this run has not written and will not write. `seen`: what a reading shows of it after the
   * portal's complaint.
   */
  readonly onFailed: (
    row: CheckedRow,
    error: SellerError | undefined,
    seen?: SeenAfter,
  ) => Promise<void>;
  /**
   * Decides about rows that were accepted, or answered with a complaint, when all others are written; absent where the
   * portal cannot be read. Rows with a complaint that must not be repeated stay unknown.
   */
  readonly readBack?: ReadBack;
  /** The rows once more, for the reading at the end. */
  readonly rowsAgain?: () => AsyncIterable<CheckedRow>;
  /** Called for an accepted row that a reading shows, and for a written one that it no longer shows. */
  readonly onSeen?: (row: ValidRow, isSeen: boolean) => Promise<void>;
  readonly onProgress: () => void;
  readonly clock: Clock;
  /** Rows in progress at the same time. */
  readonly concurrency?: number;
}

export interface ImportProgress {
  readonly done: number;
  readonly failed: number;
  readonly unknown: number;
  readonly invalid: number;
  readonly unchanged: number;
  readonly leftOut: number;
  /** Rows that are there although the portal complained. */
  readonly complained: number;
  /** Rows that the portal took, and that nothing shows yet. */
  readonly accepted: number;
}
