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
  const slots: Slot[] = [];
  // No recursion: an answer may be nested thousands of levels deep.
  const waiting: Entry[] = [];
  addEntries(waiting, part);
  for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
    const { holder, name, value } = entry;
    const isInput = name === "arguments" || name === "input";
    if (unread.test(name)) {
      continue;
    }
    if (typeof value === "string") {
      const isTaken = taken.some((slot) => slot.holder === holder && slot.name === name);
      if (value !== "" && !isTaken && !ofFile.test(value)) {
        slots.push(wholeSlot(holder, name, name === "arguments"));
      }
    } else if (isInput && Object.keys(objectOf(value) ?? {}).length > 0) {
      slots.push(wholeSlot(holder, name, true));
    } else {
      addEntries(waiting, value);
    }
  }
  return slots;
}

interface Entry {
  readonly holder: Mutable;
  readonly name: string;
  readonly value: unknown;
}

/** The last entry first, so that the first is the next to be taken. */
function addEntries(waiting: Entry[], holder: unknown): void {
  if (isHolder(holder)) {
    for (const [name, value] of Object.entries(holder).toReversed()) {
      waiting.push({ holder, name, value });
    }
  }
}

/** An object or a list, whose texts have the names "0", "1" … */
function isHolder(value: unknown): value is Mutable {
  return typeof value === "object" && value !== null;
}
