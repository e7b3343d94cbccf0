import type { Clock } from "../../../shared/base/clock.ts";
import type { SellerError } from "../../client/sellerError.ts";
import type { WriteEnd } from "../../write/journaledWrite.ts";
import type { CheckedRow, ValidRow } from "../check/rowCheck.ts";
import type { ReadBack, SeenAfter } from "./complainedRows.ts";
import type { LineStates, RowState } from "./lineStates.ts";

export interface ImportDeps {
  /** The rows; every reading gives the same ones. */
  readonly rows: AsyncIterable<CheckedRow>;
  readonly write: (row: ValidRow) => Promise<WriteEnd>;
  readonly passesOver?: (row: ValidRow) => "unchanged" | "leftOut" | undefined;
  /** A row may be repeated after a failure with an unknown outcome. */
  readonly isIdempotent: boolean;
  /** States of an earlier run, which this run updates. */
  readonly states: LineStates;
  readonly note: (line: number, state: RowState) => Promise<void>;
  /** Called for a row that this run will not write. `seen`: the record in a reading after a complaint. */
  readonly onFailed: (
    row: CheckedRow,
    error: SellerError | undefined,
    seen?: SeenAfter,
  ) => Promise<void>;
  /** Decides about accepted rows and complaints. Without it, complaints that must not be repeated stay unknown. */
  readonly readBack?: ReadBack;
  readonly rowsAgain?: () => AsyncIterable<CheckedRow>;
  /** Called if a reading shows an accepted row, or no longer shows a written one. */
  readonly onSeen?: (row: ValidRow, isSeen: boolean) => Promise<void>;
  readonly onProgress: () => void;
  readonly clock: Clock;
  readonly concurrency?: number;
}

export interface ImportProgress {
  readonly done: number;
  readonly failed: number;
  readonly unknown: number;
  readonly invalid: number;
  readonly unchanged: number;
  readonly leftOut: number;
  readonly complained: number;
  readonly accepted: number;
}
