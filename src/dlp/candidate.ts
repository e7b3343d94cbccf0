import { type Context, contextOf } from "./context.ts";
import { type DigitGroups, isDigit } from "./digitGroups.ts";
import { canBegin, canEnd, isInBase64, isInPath } from "./surroundings.ts";

/** Digits that could be data: what they are, how they are written and where they stand. */
export class Candidate {
  readonly text: string;
  readonly groups: DigitGroups;
  /** Where the finding before this one ended. */
  readonly #previousEnd: number;
  #canBegin: boolean | undefined;
  #isEmbedded: boolean | undefined;

  constructor(text: string, groups: DigitGroups, previousEnd: number) {
    this.text = text;
    this.groups = groups;
    this.#previousEnd = previousEnd;
  }

  get digits(): string {
    return this.groups.digits;
  }

  get shape(): string {
    return this.groups.shape;
  }

  /** Digits alone, with no separator. */
  get isBare(): boolean {
    return this.digits.length === this.groups.end - this.groups.start;
  }

  /** Whether it is delimited as a number of its own. */
  isWhole(): boolean {
    this.#canBegin ??= canBegin(this.text, this.groups.start);
    return this.#canBegin && canEnd(this.text, this.groups.end);
  }

  /** Whether its groups may be a part of a longer row of groups. */
  isInRow(): boolean {
    const { start } = this.groups;
    const continuesSomething =
      this.text.charAt(start - 1) === " " &&
      isDigit(this.text.charCodeAt(start - 2)) &&
      start - 1 !== this.#previousEnd;
    return !this.isBare && (this.groups.isContinued() || continuesSomething);
  }

  /** Whether it is a piece of a path or of base64, where digits alone are a reference at most. */
  isEmbedded(): boolean {
    this.#isEmbedded ??=
      this.isBare &&
      (isInPath(this.text, this.groups.start) ||
        isInBase64(this.text, this.groups.start, this.groups.end));
    return this.#isEmbedded;
  }

  /** What the words around say; inside a path only the name directly before counts. */
  context(kind: "cpf" | "cnpj" | "card" | "phone"): Context {
    const context = contextOf(this.text, this.groups.start, this.groups.end, kind);
    return this.isEmbedded() && !context.isNamed ? { ...context, isLikely: false } : context;
  }
}
