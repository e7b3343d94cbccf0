import type { DlpKind } from "../shared/sensitiveKinds.ts";

/**
 * The reason for doubt about a possible value: `unnamed`: its context does not name it;
 * `otherwise`: its context names another thing (an order, a time); `trial`: a published test value;
 * `ending`: its domain has an uncommon ending.
 */
export type Doubt = "unnamed" | "otherwise" | "trial" | "ending";

/** A value in a text. Offsets are UTF-16 units of that text. */
export interface Finding {
  readonly kind: DlpKind;
  readonly start: number;
  readonly end: number;
  /** Possible: form and check digit are right, but there is a `doubt`; never a reason to block. */
  readonly certainty: "certain" | "possible";
  /** Only for a possible value. */
  readonly doubt?: Doubt;
}
