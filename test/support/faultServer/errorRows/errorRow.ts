import type { FailureKind } from "../../../../src/shared/failures/failure.ts";

/** An error answer of a gateway. */
export interface ErrorRow {
  readonly name: string;
  readonly status: number;
  /** JSON unless it is a string. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly kind: FailureKind;
  /**
   * Recognised only by its status or headers: inside an answer with status 200 it means nothing.
   */
  readonly needsStatus?: true;
}

export const nested = (error: unknown): unknown => ({ error });
