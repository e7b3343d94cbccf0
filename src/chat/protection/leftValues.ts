import { type LeftValues, maxLeftValues } from "../../shared/guarded/leftValues.ts";
import type { FoundKind } from "../../shared/guarded/sensitiveKinds.ts";
import type { Placeholders } from "./placeholders.ts";

export interface Hiding {
  readonly kind: FoundKind;
  readonly verdict: "mask" | "remove";
}

/**
 * The values that were sent unmasked. If there are very many, lists the last, because earlier answers listed the
 * first.
 */
export function leftValuesOf(
  values: ReadonlySet<string>,
  {
    hidden,
    ids,
    placeholders,
  }: {
    readonly hidden: ReadonlyMap<string, Hiding>;
    readonly ids: ReadonlyMap<string, string>;
    readonly placeholders: Placeholders;
  },
): LeftValues {
  const all = [...values];
  const listed = all.slice(-maxLeftValues);
  const dropped = all.slice(0, -maxLeftValues);
  const masked = listed.flatMap((value) => {
    const hiding = hidden.get(value);
    const as = hiding?.verdict === "mask" ? placeholders.of(hiding.kind, value) : "";
    return hiding ? [[ids.get(value) ?? "", as] as const] : [];
  });
  const clear = listed.flatMap((value) => (hidden.has(value) ? [] : (ids.get(value) ?? "")));
  const rest = dropped.every((value) => hidden.has(value)) ? "masked" : "clear";
  return {
    masked: Object.fromEntries(masked),
    clear,
    ...(dropped.length > 0 && { rest }),
  };
}
