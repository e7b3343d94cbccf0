import type { Context } from "./context.ts";
import type { DlpKind } from "./kinds.ts";

/** What a candidate is held to be. */
export interface Judgement {
  readonly kind: Exclude<DlpKind, "email">;
  readonly certainty: "certain" | "possible";
  /** Characters in front of the digits that belong to it, such as `+` or `(`. */
  readonly prefix: number;
  /** How near the word that says so stands; infinite if the form alone says it. */
  readonly distance: number;
}

export function found(
  kind: Judgement["kind"],
  certainty: Judgement["certainty"],
  context?: Context,
): Judgement {
  return { kind, certainty, prefix: 0, distance: context?.distance ?? Number.POSITIVE_INFINITY };
}

export function foundIf(condition: boolean, judgement: Judgement): Judgement | undefined {
  return condition ? judgement : undefined;
}
