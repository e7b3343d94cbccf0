import type { AskedAct } from "./agentEvents.ts";

/** Answers a question about an act; `callId` is that of the call that it is drawn at. */
type Ask<A> = (asked: AskedAct, signal: AbortSignal, callId: string) => Promise<A>;

interface NamedCall {
  readonly id: string;
  readonly call: { readonly name: string };
}

/** What becomes of a call; `asked` if there is a card for it. */
interface Prepared {
  readonly answer: string;
  readonly asked?: AskedAct;
}

/** The tools whose calls share a card. */
const editing: ReadonlySet<string> = new Set(["edit_file", "write_file", "apply_patch"]);

/**
 * One card for neighbouring edits of one step, with the paths and the differences of all. Each edit is prepared again when
 * its turn comes, and is made unasked only if it is byte for byte what the card showed; else it gets a card of its own.
 */
export class SharedCards<A, C extends NamedCall> {
  readonly #calls: readonly C[];
  readonly #prepare: (call: C) => Promise<Prepared>;
  readonly #ask: Ask<A>;
  readonly #decided = new Map<string, { readonly shown: string; readonly answer: A }>();

  constructor(
    calls: readonly C[],
    /** Prepares a call as it would be now; changes nothing. */
    prepare: (call: C) => Promise<Prepared>,
    ask: Ask<A>,
  ) {
    this.#calls = calls;
    this.#prepare = prepare;
    this.#ask = ask;
  }

  async ask(asked: AskedAct, signal: AbortSignal, callId: string): Promise<A> {
    const decided = this.#decided.get(callId);
    if (decided?.shown === bytesOf(asked)) {
      return decided.answer;
    }
    const others = isShared(asked) ? await this.#following(asked, callId) : [];
    const all = [asked, ...others.map((other) => other.asked)];
    const answer = await this.#ask(others.length === 0 ? asked : together(all), signal, callId);
    for (const { id, asked: other } of others) {
      this.#decided.set(id, { shown: bytesOf(other), answer });
    }
    return answer;
  }

  /** An edit of a file that is on the card already rests on what the first edit leaves: it comes later. */
  async #following(
    first: AskedAct,
    callId: string,
  ): Promise<readonly { readonly id: string; readonly asked: AskedAct }[]> {
    const at = this.#calls.findIndex(({ id }) => id === callId);
    const paths = new Set(first.paths);
    const others: { id: string; asked: AskedAct }[] = [];
    if (!editing.has(this.#calls[at]?.call.name ?? "")) {
      return others;
    }
    for (const one of this.#calls.slice(at + 1)) {
      const isEdit = editing.has(one.call.name);
      const { asked } = isEdit ? await this.#prepare(one) : {};
      if (!asked || !isShared(asked) || asked.paths.some((path) => paths.has(path))) {
        break;
      }
      others.push({ id: one.id, asked });
      for (const path of asked.paths) {
        paths.add(path);
      }
    }
    return others;
  }
}

/** An edit about which a card says nothing special: what needs a warning has a card of its own. */
function isShared({ act, alwaysAsks, saves = [], findings = [], taint }: AskedAct): boolean {
  return (
    act === "edit" &&
    alwaysAsks !== true &&
    saves.length + findings.length === 0 &&
    taint === undefined
  );
}

function together(all: readonly AskedAct[]): AskedAct {
  return {
    act: "edit",
    paths: all.flatMap(({ paths }) => paths),
    title: all.map(({ title }) => title).join("; "),
    detail: all.map(({ detail }) => detail).join("\n"),
    ...(all.some(({ notUndoable }) => notUndoable) && { notUndoable: true as const }),
  };
}

function bytesOf(asked: AskedAct): string {
  return JSON.stringify(asked);
}
