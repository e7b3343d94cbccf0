import type { SellerError } from "../../client/sellerError.ts";
import type { CheckedRow, ValidRow } from "../check/rowCheck.ts";
import type { LineStates } from "./lineStates.ts";

export type SeenAfter = "there" | "notThere" | "notRead" | "cancelled";

export type ReadBack = (signal: AbortSignal) => Promise<LastReading | undefined>;

export interface LastReading {
  readonly isThere: (row: ValidRow) => boolean | Promise<boolean>;
  /** True if the portal lost a row that it had confirmed. */
  readonly isForgotten?: ((row: ValidRow) => boolean) | undefined;
}

export interface ComplainedRow {
  readonly row: ValidRow;
  readonly error: SellerError;
}

/** After more complaints, the portal is not asked about each row. */
const maxRows = 5_000;

export class ComplainedRows {
  readonly #rows: ComplainedRow[] = [];

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

/** Reads the file again for accepted and forgotten rows. */
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

/** The record of a row as seen. A record that cannot be read counts as not seen. */
async function seen({ isThere }: LastReading, row: ValidRow): Promise<boolean> {
  try {
    return await isThere(row);
  } catch {
    return false;
  }
}
