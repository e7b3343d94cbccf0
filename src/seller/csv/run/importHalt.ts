import type { SellerError, SellerErrorKind } from "../../client/sellerError.ts";
import type { WriteEnd } from "../../write/journaledWrite.ts";

/**
 * Failures that every row would meet: the run pauses until a person resolves the cause and resumes.
 */
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

/** Of these, refusals that may concern one row only: its record, or a filter on its text. */
const rowKinds: ReadonlySet<SellerErrorKind> = new Set(["forbidden", "notThePortal", "redirected"]);

export function isHalting({ kind }: SellerError): boolean {
  return haltingKinds.has(kind);
}

/** A row's failure that pauses the run. */
export interface HaltingRow {
  readonly line: number;
  readonly error: SellerError;
  readonly outcome: WriteEnd["outcome"];
}

/** The failure because of which an import waits, and the refusals that the person skips. */
export class ImportHalt {
  readonly #lines = new Set<number>();
  readonly #kinds = new Set<SellerErrorKind>();
  #by: HaltingRow | undefined;

  get by(): HaltingRow | undefined {
    return this.#by;
  }

  /** The failure, if it may concern its row only. */
  get ofRow(): HaltingRow | undefined {
    return this.#by && isOfRow(this.#by) ? this.#by : undefined;
  }

  /**
   * Whether the run has to wait for the person: not for what is skipped. Of several rows at once,
   * the first is asked about; the others ask after it.
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

/** A write that was not sent, for example for want of a token, says nothing about its row. */
function isOfRow({ error, outcome }: HaltingRow): boolean {
  return outcome !== "notDone" && rowKinds.has(error.kind);
}
