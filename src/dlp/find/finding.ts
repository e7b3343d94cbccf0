import type { Doubt } from "../../shared/guarded/doubts.ts";
import type { DlpKind } from "../../shared/guarded/sensitiveKinds.ts";

/** Offsets are UTF-16 units. */
export interface Finding {
  readonly kind: DlpKind;
  readonly start: number;
  readonly end: number;
  /** Possible: form and check digit are right, but there is a `doubt`. It never blocks. */
  readonly certainty: "certain" | "possible";
  /** Only for a possible value. */
  readonly doubt?: Doubt;
}
