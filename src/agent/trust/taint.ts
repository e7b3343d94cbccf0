import { countInvisible } from "../../context/invisibleCharacters.ts";

/** Why a run is tainted: a tool server answered, or a text has characters that only a model reads. */
export type TaintCause = "toolServer" | "hiddenText";

/**
 * Whether text of unknown intent has entered a run, or one before it in the same conversation. Then tool calls and
 * commands that are not plain need the person again, whatever the level or a rule says, until the person lets the run go
 * on as before.
 */
export class Taint {
  #cause: TaintCause | undefined;
  /** What the person has seen and accepted: tools of servers, and texts. */
  readonly #accepted = new Set<string>();
  #pending: string[] = [];

  /** `cause` is what a run that goes on was tainted with. */
  constructor(cause?: TaintCause) {
    this.#cause = cause;
  }

  get cause(): TaintCause | undefined {
    return this.#cause;
  }

  /** What tainted before, in a place that is no more: a result within a helper, or another window. */
  hold(cause: TaintCause): void {
    this.#cause ??= cause;
  }

  /** The conversation's next run begins. What tainted holds; what was accepted, was for one run. */
  beginRun(): void {
    this.#accepted.clear();
  }

  /** Notes the result of a tool of a server; returns whether it taints the run. */
  noteServerResult(tool: string): boolean {
    return this.#note("toolServer", `tool ${tool}`);
  }

  /** Notes any text that a model will read; returns whether it taints the run. */
  noteText(text: string): boolean {
    return countInvisible(text) > 0 && this.#note("hiddenText", `text ${text}`);
  }

  /** The person lets the run go on as before. The same text, or a result of the same tool, taints it no more. */
  goOnAsBefore(): void {
    for (const source of this.#pending) {
      this.#accepted.add(source);
    }
    this.#pending = [];
    this.#cause = undefined;
  }

  #note(cause: TaintCause, source: string): boolean {
    if (this.#accepted.has(source) || this.#pending.includes(source)) {
      return false;
    }
    this.#pending.push(source);
    const isNew = this.#cause === undefined;
    this.#cause ??= cause;
    return isNew;
  }
}
