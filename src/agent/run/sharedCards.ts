import type { Approval, AskedAct, AskPerson } from "./agentEvents.ts";

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
 * One card for neighbouring edits of one step, with the paths and the differences of all; the person decides about all
 * together, or leaves some out. Each edit is prepared again when its turn comes, and its answer holds only if it is byte
 * for byte what the card showed; else it is asked about again.
 */
export class SharedCards<C extends NamedCall> {
  readonly #calls: readonly C[];
  readonly #prepare: (call: C) => Promise<Prepared>;
  readonly #ask: AskPerson;
  readonly #decided = new Map<string, { readonly shown: string; readonly answer: Approval }>();

  constructor(
    calls: readonly C[],
    /** Prepares a call as it would be now; changes nothing. */
    prepare: (call: C) => Promise<Prepared>,
    ask: AskPerson,
  ) {
    this.#calls = calls;
    this.#prepare = prepare;
    this.#ask = ask;
  }

  async ask(asked: AskedAct, signal: AbortSignal, callId: string): Promise<Approval> {
    const decided = this.#decided.get(callId);
    if (decided?.shown === bytesOf(asked)) {
      return decided.answer;
    }
    const others = isShared(asked) ? await this.#following(asked, callId) : [];
    const all = [asked, ...others.map((other) => other.asked)];
    const answer = await this.#ask(others.length === 0 ? asked : together(all), signal, callId);
    // A part without an answer of its own is not approved.
    const answerAt = (index: number): Approval =>
      typeof answer === "string" ? answer : (answer[index] ?? "rejected");
    for (const [index, { id, asked: other }] of others.entries()) {
      this.#decided.set(id, { shown: bytesOf(other), answer: answerAt(index + 1) });
    }
    return answerAt(0);
  }

  /**
   * What the person decided about a call on a card of its neighbours; undefined if no such card had it. A refusal holds
   * even where the call needs no card any more: the person may have changed the level meanwhile.
   */
  decided(callId: string): Approval | undefined {
    return this.#decided.get(callId)?.answer;
  }

  /**
   * The edits behind the first that join its card. An edit of a file that is on the card already rests on what the first
   * edit leaves: it comes later. An edit that an earlier card decided, and that is still the same, is not asked about again.
   */
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
      if (this.#decided.get(one.id)?.shown !== bytesOf(asked)) {
        others.push({ id: one.id, asked });
      }
      for (const path of asked.paths) {
        paths.add(path);
      }
    }
    return others;
  }
}

/** An edit about which a card says nothing special: what needs a warning has a card of its own. */
function isShared(asked: AskedAct): boolean {
  const { act, alwaysAsks, saves = [], links = [], findings = [], taint } = asked;
  return (
    act === "edit" &&
    alwaysAsks !== true &&
    saves.length + links.length + findings.length === 0 &&
    taint === undefined
  );
}

function together(all: readonly AskedAct[]): AskedAct {
  return {
    act: "edit",
    paths: all.flatMap(({ paths }) => paths),
    title: all.map(({ title }) => title).join("; "),
    detail: all.map(({ detail }) => detail).join("\n"),
    files: all.flatMap(({ files = [] }) => files),
    parts: all.map(({ paths, title, detail, files = [] }) => ({ paths, title, detail, files })),
    ...(all.some(({ notUndoable }) => notUndoable) && { notUndoable: true as const }),
  };
}

function bytesOf(asked: AskedAct): string {
  return JSON.stringify(asked);
}
