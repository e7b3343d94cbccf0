import type { Doubt } from "../shared/doubts.ts";
import type { DlpKind } from "../shared/sensitiveKinds.ts";
import type { Context } from "./context.ts";

/** The reading of a candidate. */
export interface Judgement {
  readonly kind: Exclude<DlpKind, "email">;
  /** The reason why it is only possible. */
  readonly doubt: Doubt | undefined;
  /** Characters in front of the digits that belong to it, such as `+` or `(`. */
  readonly prefix: number;
  /** Characters to the word that names it; infinite if the form alone is enough. */
  readonly distance: number;
  /** The form alone makes it certain. */
  readonly isFormal: boolean;
}

/** Certain by its form, or by its context if one is given. */
export function certain(kind: Judgement["kind"], context?: Context): Judgement {
  return {
    kind,
    doubt: undefined,
    prefix: 0,
    distance: context?.distance ?? Number.POSITIVE_INFINITY,
    isFormal: context === undefined,
  };
}

export function possible(kind: Judgement["kind"], doubt: Doubt): Judgement {
  return { kind, doubt, prefix: 0, distance: Number.POSITIVE_INFINITY, isFormal: false };
}

/** The doubt about a value with the right form but without a context that names it. */
export function doubtIn(context: Context): Doubt {
  return context.isOther ? "otherwise" : "unnamed";
}
