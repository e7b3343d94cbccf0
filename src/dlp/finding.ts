import type { DlpKind } from "../shared/sensitiveKinds.ts";

/**
 * What speaks against a possible value: nothing around names it, what is around names something else (an order, a
 * moment), it is published for trying things out, or its domain has an ending that is no common one.
 */
export type Doubt = "unnamed" | "otherwise" | "trial" | "ending";

/** A value in a text. Offsets are UTF-16 units of that text. */
export interface Finding {
  readonly kind: DlpKind;
  readonly start: number;
  readonly end: number;
  /** Possible: it has the form and its check digit is right, but there is a `doubt`; never a reason to block. */
  readonly certainty: "certain" | "possible";
  /** Of a possible value. */
  readonly doubt?: Doubt;
}
