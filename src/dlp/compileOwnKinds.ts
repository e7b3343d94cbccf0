import { maxOwnKinds, type OwnKind, ownKindSchema } from "../shared/guarded/ownKinds.ts";
import { ownKindsInUse } from "../shared/guarded/ownKindsInUse.ts";
import { useFinders } from "./findersInUse.ts";
import { costOf, OwnFinder } from "./own/ownFinder.ts";
import { PatternError } from "./own/parsePattern.ts";

/** Makes the connected hub's own kinds apply here. A kind that this version cannot read is left to the hub. */
export function compileOwnKinds(): void {
  const kinds = ownKindsInUse().slice(0, maxOwnKinds).flatMap(readKind);
  useFinders(kinds.filter(isUsable).map((kind) => new OwnFinder(kind)));
}

function readKind(given: unknown): readonly OwnKind[] {
  const parsed = ownKindSchema.safeParse(given);
  return parsed.success ? [parsed.data] : [];
}

/** A hub may be newer, or not ours, so the cost is checked again. */
function isUsable(kind: OwnKind): boolean {
  try {
    return costOf(kind) !== undefined;
  } catch (error) {
    if (error instanceof PatternError) {
      return false;
    }
    throw error;
  }
}
