import type { Doubt } from "../../shared/guarded/doubts.ts";
import type { DlpKind } from "../../shared/guarded/sensitiveKinds.ts";
import type { Context } from "./context.ts";

export interface Judgement {
  readonly kind: Exclude<DlpKind, "email" | "secret">;
  readonly doubt: Doubt | undefined;
  readonly prefix: number;
  readonly distance: number;
  readonly isFormal: boolean;
}

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

/** The doubt if the form is right, but the context does not name the kind. */
export function doubtIn(context: Context): Doubt {
  return context.isOther ? "otherwise" : "unnamed";
}
