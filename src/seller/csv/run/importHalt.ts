import type { SellerError, SellerErrorKind } from "../../client/sellerError.ts";
import type { WriteEnd } from "../../write/journaledWrite.ts";

/** Failures that every row would meet: the run pauses until a person resumes it. */
const haltingKinds: ReadonlySet<SellerErrorKind> = new Set([
  "noCredentials",
  "credentials",
  "secretStore",
  "mismatch",
  "address",
  "redirected",
  "notThePortal",
  "unreachable",
  "insecure",
  "blockedPort",
  "unauthorized",
  "forbidden",
]);

/** Failures that may concern a single row only: its record, or a filter on its text. */
const rowKinds: ReadonlySet<SellerErrorKind> = new Set(["forbidden", "notThePortal", "redirected"]);

export function isHalting({ kind }: SellerError): boolean {
  return haltingKinds.has(kind);
}

export interface HaltingRow {
  readonly line: number;
  readonly error: SellerError;
  readonly outcome: WriteEnd["outcome"];
}

export class ImportHalt {
  readonly #lines = new Set<number>();
  readonly #kinds = new Set<SellerErrorKind>();
  #by: HaltingRow | undefined;

  get by(): HaltingRow | undefined {
    return this.#by;
  }

  get ofRow(): HaltingRow | undefined {
    return this.#by && isOfRow(this.#by) ? this.#by : undefined;
  }

  /**
   * True if the person is asked about the row: not for a refusal that the person skips, and only for the first of
   * several failures at once.
   */
  waits(row: HaltingRow): boolean {
    if (isOfRow(row) && this.#kinds.has(row.error.kind)) {
      return false;
    }
    this.#by ??= row;
    return true;
  }

  clear(): void {
    this.#by = undefined;
  }

  skip({ line, error }: HaltingRow, which: "row" | "alike"): void {
    if (which === "row") {
      this.#lines.add(line);
    } else {
      this.#kinds.add(error.kind);
    }
  }

  isSkipped(row: HaltingRow): boolean {
    const { line, error } = row;
    return isOfRow(row) && (this.#lines.has(line) || this.#kinds.has(error.kind));
  }
}

/** True if the failure is the row's own: a write that was not sent, for example without a token, is not. */
function isOfRow({ error, outcome }: HaltingRow): boolean {
  return outcome !== "notDone" && rowKinds.has(error.kind);
}
