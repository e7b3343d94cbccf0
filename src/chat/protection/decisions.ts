export type Decision = "allow" | "mask" | "remove";

export interface DecisionMemory {
  read(conversationId: string): Readonly<Record<string, Decision>>;
  write(conversationId: string, decisions: Readonly<Record<string, Decision>>): void;
}

export interface DecisionsDeps {
  readonly memory: DecisionMemory;
  readonly hash: (value: string) => Promise<string>;
}

const maxDecisions = 20_000;
const maxSingleMasks = 1000;
/** The id for every undecided value. */
export const everyOther = "*";
const maxKnownIds = 20_000;

export class Decisions {
  readonly #deps: DecisionsDeps;
  readonly #ids = new Map<string, string>();

  constructor(deps: DecisionsDeps) {
    this.#deps = deps;
  }

  /** Ids are keyed hashes, which do not reveal the value. */
  async idsOf(values: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    const entries = Array.from(
      values,
      async (value) => [value, this.#ids.get(value) ?? (await this.#deps.hash(value))] as const,
    );
    const ids = new Map(await Promise.all(entries));
    if (this.#ids.size + ids.size > maxKnownIds) {
      this.#ids.clear();
    }
    for (const [value, id] of ids) {
      this.#ids.set(value, id);
    }
    return ids;
  }

  /** Includes `everyOther` if many values were masked at once. */
  of(conversationId: string | undefined): ReadonlyMap<string, Decision> {
    return new Map(
      conversationId === undefined ? [] : Object.entries(this.#deps.memory.read(conversationId)),
    );
  }

  decide(conversationId: string, ids: readonly string[], decision: Decision): void {
    const all = new Map(this.of(conversationId));
    const isForAll = decision === "mask" && ids.length > maxSingleMasks;
    for (const id of isForAll ? [everyOther] : ids) {
      all.delete(id);
      all.set(id, decision);
    }
    this.#deps.memory.write(conversationId, Object.fromEntries(bounded(all)));
  }
}

/** True if the value would be sent without the decision. */
export function isHiding(decision: Decision): boolean {
  return decision !== "allow";
}

/**
 * Drops the oldest decisions: a dropped permission only leads to another question, and `everyOther` covers dropped
 * masks.
 */
function bounded(all: ReadonlyMap<string, Decision>): ReadonlyMap<string, Decision> {
  let excess = all.size - maxDecisions;
  if (excess <= 0) {
    return all;
  }
  const kept = new Map(all);
  for (const [id, decision] of all) {
    if (excess > 0 && !isHiding(decision)) {
      kept.delete(id);
      excess -= 1;
    }
  }
  return excess <= 0 ? kept : new Map([...[...kept].slice(excess + 1), [everyOther, "mask"]]);
}
