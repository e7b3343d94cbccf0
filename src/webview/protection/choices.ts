import type { SensitiveChoices } from "../../shared/calls/protectionCalls.ts";
import { isMaskedUnasked, type SensitiveValue } from "../../shared/guarded/protection.ts";

export type Ticks = ReadonlyMap<string, boolean>;

/** A value may be in several places; the surest finding counts. */
export function firstTicks(values: readonly SensitiveValue[]): Ticks {
  const ticks = new Map<string, boolean>();
  for (const value of values) {
    const { id, decision } = value;
    const isTicked = decision === undefined ? isMaskedUnasked(value) : decision !== "allow";
    ticks.set(id, isTicked || ticks.get(id) === true);
  }
  return ticks;
}

/** The decisions of the ticks; unchanged earlier decisions stay. */
export function choicesOf(values: readonly SensitiveValue[], ticks: Ticks): SensitiveChoices {
  const before = firstTicks(values);
  const choices = new Map<string, "mask" | "allow">();
  for (const { id, decision } of values) {
    const isTicked = ticks.get(id) === true;
    if (decision === undefined || isTicked !== before.get(id)) {
      choices.set(id, isTicked ? "mask" : "allow");
    }
  }
  return Array.from(choices, ([id, decision]) => ({ id, decision }));
}
