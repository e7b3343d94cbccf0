import type { Columns } from "./columns.ts";
import {
  type Context,
  contextIn,
  contextOfColumn,
  type Subject,
  type WordsAround,
  wordsAround,
} from "./context.ts";
import { type DigitGroups, endOfGroupBefore } from "./digitGroups.ts";
import { isInBase64, isInPath } from "./surroundings.ts";

/** Digits that may be sensitive data, with their notation and their surroundings. */
export class Candidate {
  readonly text: string;
  readonly groups: DigitGroups;
  /** Where the previous finding ended. */
  readonly #previousEnd: number;
  readonly #columns: Columns;
  #isEmbedded: boolean | undefined;
  #words: WordsAround | undefined;
  /** The end for which `#words` was read. */
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

  /** Digits alone, with no separator. */
  get isBare(): boolean {
    return this.groups.count === 1;
  }

  /** Whether a group of digits that is no finding stands directly before. */
  followsGroup(): boolean {
    const before = endOfGroupBefore(this.text, this.groups.start);
    return before >= 0 && before !== this.#previousEnd;
  }

  /** Whether its groups may be a part of a longer row of groups. */
  isInRow(): boolean {
    return !this.isBare && this.groups.isInRow(this.#previousEnd);
  }

  /** Whether the name or word directly before names this kind; column names do not count. */
  isNamed(kind: Subject): boolean {
    return contextIn(this.#wordsAround(), kind).isNamed;
  }

  /** Whether it is a piece of a path or of base64, where bare digits are at most a reference. */
  isEmbedded(): boolean {
    this.#isEmbedded ??=
      this.isBare &&
      (isInPath(this.text, this.groups.start) ||
        isInBase64(this.text, this.groups.start, this.groups.end));
    return this.#isEmbedded;
  }

  /**
   * The context from the words around, or else from the column name; inside a path only the name
   * directly before counts.
   */
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
