import { countInvisible } from "../../context/invisibleCharacters.ts";

export const taintCauses = ["toolServer", "webPage", "hiddenText"] as const;

export type TaintCause = (typeof taintCauses)[number];

/**
 * Records that text of unknown intent has entered the conversation. Tool calls and commands that are not plain then
 * need the person, whatever the level or rules, until the person lifts it.
 */
export class Taint {
  #cause: TaintCause | undefined;
  /** Accepted by the person: tools of servers, and texts. */
  readonly #accepted = new Set<string>();
  #pending: string[] = [];

  /** `cause` is the earlier taint of a continued run. */
  constructor(cause?: TaintCause) {
    this.#cause = cause;
  }

  get cause(): TaintCause | undefined {
    return this.#cause;
  }

  /** A taint from another place: a result within a helper, or another window. */
  hold(cause: TaintCause): void {
    this.#cause ??= cause;
  }

  /** The taint stays; acceptances were for one run. */
  beginRun(): void {
    this.#accepted.clear();
  }

  /** True if it taints the run. */
  noteServerResult(tool: string): boolean {
    return this.#note("toolServer", `tool ${tool}`);
  }

  /** True if it taints the run. */
  notePage(site: string): boolean {
    return this.#note("webPage", `site ${site}`);
  }

  /** True if it taints the run. */
  noteText(text: string): boolean {
    return countInvisible(text) > 0 && this.#note("hiddenText", `text ${text}`);
  }

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
