import type { Doubt } from "../../shared/guarded/doubts.ts";
import type { DlpKind } from "../../shared/guarded/sensitiveKinds.ts";
import type { Context } from "./context.ts";

export interface Judgement {
  readonly kind: Exclude<DlpKind, "email">;
  /** Why it is only possible. */
  readonly doubt: Doubt | undefined;
  /** Characters before the digits that belong to it, such as `+` or `(`. */
  readonly prefix: number;
  /** Characters to the word that names it; infinite if the form is enough. */
  readonly distance: number;
  /** The form alone makes it certain. */
  readonly isFormal: boolean;
}

/** Certain by `context`, or by form without it. */
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

/** The form is right, but the context does not name the kind. */
export function doubtIn(context: Context): Doubt {
  return context.isOther ? "otherwise" : "unnamed";
}
