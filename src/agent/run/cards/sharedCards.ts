import type { Approval, AskedAct, AskPerson } from "./agentEvents.ts";

interface NamedCall {
  readonly id: string;
  readonly call: { readonly name: string };
}

interface Prepared {
  readonly answer: string;
  readonly asked?: AskedAct;
}

const editing: ReadonlySet<string> = new Set(["edit_file", "write_file", "apply_patch"]);

/**
 * One card for neighbouring edits of a step. Each edit is prepared again before it runs; its approval counts only if it
 * equals the card byte for byte.
 */
export class SharedCards<C extends NamedCall> {
  readonly #calls: readonly C[];
  readonly #prepare: (call: C) => Promise<Prepared>;
  readonly #ask: AskPerson;
  readonly #decided = new Map<string, { readonly shown: string; readonly answer: Approval }>();

  constructor(calls: readonly C[], prepare: (call: C) => Promise<Prepared>, ask: AskPerson) {
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
    const answerAt = (index: number): Approval =>
      typeof answer === "string" ? answer : (answer[index] ?? "rejected");
    for (const [index, { id, asked: other }] of others.entries()) {
      this.#decided.set(id, { shown: bytesOf(other), answer: answerAt(index + 1) });
    }
    return answerAt(0);
  }

  /**
   * Undefined if no shared card had the call. A refusal holds even if the call needs no card any more, because the
   * person may have changed the level.
   */
  decided(callId: string): Approval | undefined {
    return this.#decided.get(callId)?.answer;
  }

  /**
   * A second edit of a file depends on the first edit, so it does not join. An edit that an earlier card decided and
   * that did not change needs no new decision.
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
