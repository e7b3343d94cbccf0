import type { DlpKind } from "../shared/sensitiveKinds.ts";
import type { Context } from "./context.ts";
import type { Doubt } from "./finding.ts";

/** What a candidate is held to be. */
export interface Judgement {
  readonly kind: Exclude<DlpKind, "email">;
  /** What makes it less than certain. */
  readonly doubt: Doubt | undefined;
  /** Characters in front of the digits that belong to it, such as `+` or `(`. */
  readonly prefix: number;
  /** How near the word that says so stands; infinite if the form alone says it. */
  readonly distance: number;
  /** The form alone makes it certain. */
  readonly isFormal: boolean;
}

/** Certain by its form, or by the words around where these are given. */
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

/** What speaks against a value that has the form alone. */
export function doubtIn(context: Context): Doubt {
  return context.isOther ? "otherwise" : "unnamed";
}
