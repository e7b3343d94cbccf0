import { type DigitGroups, endOfGroupBefore } from "../fold/digitGroups.ts";
import type { Columns } from "./columns.ts";
import {
  type Context,
  contextIn,
  contextOfColumn,
  type Subject,
  type WordsAround,
  wordsAround,
} from "./context.ts";
import { isInBase64, isInPath } from "./surroundings.ts";

export class Candidate {
  readonly text: string;
  readonly groups: DigitGroups;
  readonly #previousEnd: number;
  readonly #columns: Columns;
  #isEmbedded: boolean | undefined;
  #words: WordsAround | undefined;
  #wordsEnd = -1;

  constructor(
    text: string,
    groups: DigitGroups,
    around: { readonly previousEnd: number; readonly columns: Columns },
  ) {
    this.text = text;
    this.groups = groups;
    this.#previousEnd = around.previousEnd;
    this.#columns = around.columns;
  }

  get isBare(): boolean {
    return this.groups.count === 1;
  }

  followsGroup(): boolean {
    const before = endOfGroupBefore(this.text, this.groups.start);
    return before >= 0 && before !== this.#previousEnd;
  }

  isInRow(): boolean {
    return !this.isBare && this.groups.isInRow(this.#previousEnd);
  }

  /** True if the name or word directly before names this kind. Column names do not count. */
  isNamed(kind: Subject): boolean {
    return contextIn(this.#wordsAround(), kind).isNamed;
  }

  /** True inside a path or base64, where bare digits can at most be a reference. */
  isEmbedded(): boolean {
    this.#isEmbedded ??=
      this.isBare &&
      (isInPath(this.text, this.groups.start) ||
        isInBase64(this.text, this.groups.start, this.groups.end));
    return this.#isEmbedded;
  }

  context(kind: Subject): Context {
    const context = contextIn(this.#wordsAround(), kind);
    if (context.isNamed || context.isOther) {
      return context;
    }
    const column = this.#columns.nameAt(this.groups.start);
    if (column !== undefined) {
      const named = contextOfColumn(column, kind);
      return named.isLikely || named.isOther ? named : context;
    }
    return this.isEmbedded() ? { ...context, isLikely: false } : context;
  }

  #wordsAround(): WordsAround {
    const { start, end } = this.groups;
    if (!this.#words || this.#wordsEnd !== end) {
      this.#words = wordsAround(this.text, start, end);
      this.#wordsEnd = end;
    }
    return this.#words;
  }
}
