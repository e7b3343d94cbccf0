import { type Mutable, objectOf, type Slot, wholeSlot } from "./slot.ts";

/** Fields that a client sends back unchanged, and names of the format itself. */
const unread =
  /(?:^|_)(?:ids?|type|role|name|model|object|status|signature|data|b64|b64_json|logprobs)$|^encrypted_/u;

/** Files in an answer. */
const ofFile = /^data:|^[\w+/=-]{1000,}$/u;

/**
 * The texts in a part of an answer, except those that `taken` has: also in fields that a vendor added later. Arguments
 * of a tool may be an object.
 */
export function otherTexts(part: unknown, taken: readonly Slot[] = []): readonly Slot[] {
  if (!isHolder(part)) {
    return [];
  }
  return Object.entries(part).flatMap(([name, value]): readonly Slot[] => {
    if (unread.test(name)) {
      return [];
    }
    if (typeof value === "string") {
      const isTaken = taken.some((slot) => slot.holder === part && slot.name === name);
      return value === "" || isTaken || ofFile.test(value)
        ? []
        : [wholeSlot(part, name, name === "arguments")];
    }
    const isInput = name === "arguments" || name === "input";
    return isInput && Object.keys(objectOf(value) ?? {}).length > 0
      ? [wholeSlot(part, name, true)]
      : otherTexts(value, taken);
  });
}

/** An object or a list, whose texts have the names "0", "1" … */
function isHolder(value: unknown): value is Mutable {
  return typeof value === "object" && value !== null;
}
