import type { DlpKind } from "./kinds.ts";

/** A value in a text. Offsets are UTF-16 units of that text. */
export interface Finding {
  readonly kind: DlpKind;
  readonly start: number;
  readonly end: number;
  /** Possible: it has the form, but nothing around says so, or it is a number for trying out; never a reason to block. */
  readonly certainty: "certain" | "possible";
}
