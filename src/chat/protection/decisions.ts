/** What a person decided about one value in one conversation. */
export type Decision = "allow" | "mask" | "remove";

/** Where decisions are kept, by conversation and then by the value's keyed hash; never a value. */
export interface DecisionMemory {
  read(conversationId: string): Readonly<Record<string, Decision>>;
  write(conversationId: string, decisions: Readonly<Record<string, Decision>>): void;
}

export interface DecisionsDeps {
  readonly memory: DecisionMemory;
  /** A keyed hash as text, the same for the same value on this machine. */
  readonly hash: (value: string) => Promise<string>;
}

/** Most decisions of one conversation that are kept; the oldest go first. */
const maxDecisions = 20_000;
/** Beyond this many values at once the decision to mask is kept as one for all that nobody decided about. */
const maxSingleMasks = 1000;
/** Stands for every value that nobody decided about. */
export const everyOther = "*";
const maxKnownIds = 20_000;

/** What was decided about values, by conversation. */
export class Decisions {
  readonly #deps: DecisionsDeps;
  readonly #ids = new Map<string, string>();

  constructor(deps: DecisionsDeps) {
    this.#deps = deps;
  }

  /** By what each value is known without telling it. */
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

  /** By id; `everyOther` is decided about too if so many values were masked at once. */
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
    const kept = [...all].slice(-maxDecisions);
    this.#deps.memory.write(conversationId, Object.fromEntries(kept));
  }
}
