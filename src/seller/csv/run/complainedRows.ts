import type { SellerError } from "../../client/sellerError.ts";
import type { CheckedRow, ValidRow } from "../check/rowCheck.ts";
import type { LineStates } from "./lineStates.ts";

/** What a reading after the last row shows of a row whose write was answered with a complaint. */
export type SeenAfter = "there" | "notThere" | "notRead" | "cancelled";

/** Reads the portal's records again. Undefined if they cannot be read. */
export type ReadBack = (signal: AbortSignal) => Promise<LastReading | undefined>;

/** Of rows beside the portal's records after the last one was written. */
export interface LastReading {
  readonly isThere: (row: ValidRow) => boolean | Promise<boolean>;
  /** Whether the portal forgot a row that it had confirmed; absent where that cannot be seen. */
  readonly isForgotten?: ((row: ValidRow) => boolean) | undefined;
}

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
    reading: LastReading | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<ComplainedRow & { readonly seen: SeenAfter }> {
    const notSeen = signal.aborted ? "cancelled" : "notRead";
    for (const one of this.#rows.splice(0)) {
      const found = reading && ((await seen(reading, one.row)) ? "there" : "notThere");
      yield { ...one, seen: found ?? notSeen };
    }
  }
}

/** Reads the file again: the accepted rows, each with whether the reading shows its values, and the forgotten ones. */
export async function* acceptedRows(
  rows: AsyncIterable<CheckedRow> | Iterable<CheckedRow>,
  states: LineStates,
  reading: LastReading,
): AsyncGenerator<{ readonly row: ValidRow; readonly isSeen: boolean }> {
  for await (const row of rows) {
    const state = states.get(row.row.line);
    if (row.input === undefined || (state !== "accepted" && state !== "done")) {
      continue;
    }
    const valid: ValidRow = { ...row, input: row.input };
    if (state === "accepted") {
      yield { row: valid, isSeen: await seen(reading, valid) };
    } else if (reading.isForgotten?.(valid) === true) {
      yield { row: valid, isSeen: false };
    }
  }
}

/** A row whose record cannot be read is not seen. */
async function seen({ isThere }: LastReading, row: ValidRow): Promise<boolean> {
  try {
    return await isThere(row);
  } catch {
    return false;
  }
}
