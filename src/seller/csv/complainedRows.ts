import type { SellerError } from "../client/sellerError.ts";
import type { LineStates } from "./lineStates.ts";
import type { CheckedRow, ValidRow } from "./rowCheck.ts";

/** What a reading after the last row shows of a row whose write was answered with a complaint. */
export type SeenAfter = "there" | "notThere" | "notRead" | "cancelled";

/** Reads the portal's records again; tells of a row whether they have its values. Undefined if they cannot be read. */
export type ReadBack = (signal: AbortSignal) => Promise<IsThere | undefined>;

export type IsThere = (row: ValidRow) => boolean | Promise<boolean>;

export interface ComplainedRow {
  readonly row: ValidRow;
  readonly error: SellerError;
}

/** More rows are not kept: a portal that complains about so many is not asked about each. */
const maxRows = 5_000;

/** The rows of one run that were answered with a complaint, until one reading decides about all of them. */
export class ComplainedRows {
  readonly #rows: ComplainedRow[] = [];

  /** False if there is no room. */
  add(row: ComplainedRow): boolean {
    const hasRoom = this.#rows.length < maxRows;
    if (hasRoom) {
      this.#rows.push(row);
    }
    return hasRoom;
  }

  get count(): number {
    return this.#rows.length;
  }

  /** Takes all rows, each with what the reading shows of it. */
  async *judged(
    isThere: IsThere | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<ComplainedRow & { readonly seen: SeenAfter }> {
    const notSeen = signal.aborted ? "cancelled" : "notRead";
    for (const one of this.#rows.splice(0)) {
      const found = isThere && ((await seen(isThere, one.row)) ? "there" : "notThere");
      yield { ...one, seen: found ?? notSeen };
    }
  }
}

/** Reads the file again: the accepted rows, each with whether the reading shows its values. */
export async function* acceptedRows(
  rows: AsyncIterable<CheckedRow> | Iterable<CheckedRow>,
  states: LineStates,
  isThere: IsThere,
): AsyncGenerator<{ readonly row: ValidRow; readonly isSeen: boolean }> {
  for await (const row of rows) {
    if (row.input !== undefined && states.get(row.row.line) === "accepted") {
      const valid: ValidRow = { ...row, input: row.input };
      yield { row: valid, isSeen: await seen(isThere, valid) };
    }
  }
}

/** A row whose record cannot be read is not seen. */
async function seen(isThere: IsThere, row: ValidRow): Promise<boolean> {
  try {
    return await isThere(row);
  } catch {
    return false;
  }
}
