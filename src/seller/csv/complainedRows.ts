import type { SellerError } from "../client/sellerError.ts";
import type { ValidRow } from "./rowCheck.ts";

/** What a reading after the last row shows of a row whose write was answered with a complaint. */
export type SeenAfter = "there" | "notThere" | "notRead" | "cancelled";

/** Reads the portal's records again; tells of a row whether they have its values. Undefined if they cannot be read. */
export type ReadBack = (signal: AbortSignal) => Promise<((row: ValidRow) => boolean) | undefined>;

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

  /** Takes all rows, each with what is seen of it; reads only if there are any and nobody cancelled. */
  async judged(
    readBack: ReadBack | undefined,
    signal: AbortSignal,
  ): Promise<readonly (ComplainedRow & { readonly seen: SeenAfter })[]> {
    const rows = this.#rows.splice(0);
    const isAsked = rows.length > 0 && !signal.aborted;
    const isThere = isAsked ? await readBack?.(signal).catch(() => undefined) : undefined;
    const notSeen = signal.aborted ? "cancelled" : "notRead";
    return rows.map((one) => {
      const found = isThere?.(one.row) === true ? "there" : "notThere";
      return { ...one, seen: isThere ? found : notSeen };
    });
  }
}
