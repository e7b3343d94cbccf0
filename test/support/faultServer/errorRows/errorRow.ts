import type { FailureKind } from "../../../../src/shared/failure.ts";

/** One way in which a gateway says that it will not answer. */
export interface ErrorRow {
  readonly name: string;
  readonly status: number;
  /** JSON unless it is a string. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly kind: FailureKind;
  /** Only its status or headers tell: it means nothing inside an answer with status 200. */
  readonly needsStatus?: true;
}

export const nested = (error: unknown): unknown => ({ error });
