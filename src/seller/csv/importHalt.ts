import type { SellerError, SellerErrorKind } from "../client/sellerError.ts";

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
    return this.#by && rowKinds.has(this.#by.error.kind) ? this.#by : undefined;
  }

  /**
   * Whether the run has to wait for the person: not for what is skipped. Of several rows at once,
   * the first is asked about; the others ask after it.
   */
  waits(line: number, error: SellerError): boolean {
    if (this.#kinds.has(error.kind)) {
      return false;
    }
    this.#by ??= { line, error };
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

  isSkipped(line: number, { kind }: SellerError): boolean {
    return this.#lines.has(line) || this.#kinds.has(kind);
  }
}
