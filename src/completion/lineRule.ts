import { closersWanted } from "./brackets.ts";
import { type OuterCloser, outerClosers, readClosers } from "./closers.ts";
import { type Cursor, indentOf, looseLine, nextText, type TextLines } from "./textLines.ts";

export interface LineRule {
  readonly isSeveral: boolean;
  readonly maxTokens: number;
  readonly stop: readonly string[];
  /** A later line with less indentation ends the answer. */
  readonly leastIndent: number;
  /** True if a line with exactly this indentation also ends the answer, because the cursor's line opens the block. */
  readonly opensBlock: boolean;
  readonly maxLines: number;
  readonly below: string | undefined;
  readonly outer: readonly (readonly OuterCloser[])[];
}

const [oneLineTokens, severalTokens] = [48, 160];
const opener = /(?:[{([:]|=>|\b(?:do|then|begin))\s*$/u;
const similarInRow = 3;
/** The longest token, for a server that exceeds `maxTokens`; tokens of indentation are long. */
const unitsPerToken = 40;
const openingFence = /^\s*(?:`{3,}|~{3,})[^\n]*\n/u;
const fenceBegun = /^\s*(?:`{1,2}$|~{1,2}$|`{3,}[^\n]*$|~{3,}[^\n]*$)/u;

/** The rule for an answer's lines: several lines only if a block is open and has no content yet. */
export function lineRuleAt(lines: TextLines, cursor: Cursor, maxLines: number): LineRule {
  const line = lines.at(cursor.line);
  const before = line.slice(0, cursor.column);
  const isAbove = isAtStart(line, before);
  const isBlank = line.trim() === "" || isAbove;
  const opensBlock = !isBlank && opener.test(before);
  const below = nextText(lines, cursor.line + (isAbove ? 0 : 1));
  const indent = isBlank ? indentOf(before) : indentOf(line);
  const isFree = below === undefined || indentOf(below) <= indent;
  const isSeveral = maxLines > 1 && (isBlank || opensBlock) && isFree;
  return {
    isSeveral,
    maxTokens: isSeveral ? severalTokens : oneLineTokens,
    stop: isSeveral ? [] : ["\n"],
    leastIndent: indent,
    opensBlock,
    maxLines: isSeveral ? maxLines : 1,
    below,
    outer: outerClosers(before, line.slice(cursor.column), closersWanted(lines, cursor)),
  };
}

/** True at the start of a line with text: the answer then comes before that text. */
function isAtStart(line: string, before: string): boolean {
  return before.trim() === "" && /^\s*\w/u.test(line);
}

/** Cuts an answer at its end while it streams; the rest is neither shown nor paid. */
export class AnswerCutter {
  readonly #rule: LineRule;
  #text = "";
  #isOver = false;

  constructor(rule: LineRule) {
    this.#rule = rule;
  }

  get text(): string {
    return this.#text;
  }

  get wholeLines(): string {
    const end = this.#text.lastIndexOf("\n");
    return this.#isOver ? this.#text : this.#text.slice(0, Math.max(0, end));
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  push(piece: string): boolean {
    if (!this.#isOver) {
      // The next piece may begin with the second half of CRLF.
      const text = (this.#text + piece).replaceAll(/\r\n|\r(?!$)/gu, "\n");
      this.#text = text.replace(openingFence, "");
      if (this.#text.length > this.#rule.maxTokens * unitsPerToken) {
        this.#text = this.wholeLines;
        this.#isOver = true;
        return true;
      }
      if (fenceBegun.test(this.#text)) {
        return false;
      }
      const end = this.#endOf(this.#text);
      if (end >= 0) {
        this.#text = this.#text.slice(0, end);
        this.#isOver = true;
      }
    }
    return this.#isOver;
  }

  end(): void {
    this.#text = this.#text.replace(/\r$/u, "");
    this.#isOver = true;
  }

  #endOf(text: string): number {
    const surplus = this.#rule.outer.map((one) => readClosers(text, one).surplus);
    const line = this.#endByLines(text);
    const ends = [surplus.includes(-1) ? -1 : Math.max(...surplus), line].filter((end) => end >= 0);
    return ends.length === 0 ? -1 : Math.min(...ends);
  }

  #endByLines(text: string): number {
    const { maxLines, isSeveral } = this.#rule;
    const lines = text.split("\n");
    const isLeading = isSeveral && lines[0]?.trim() === "";
    let start = 0;
    for (const [index, line] of lines.entries()) {
      const isWhole = index < lines.length - 1;
      if (index >= maxLines + (isLeading ? 1 : 0)) {
        return start - 1;
      }
      const end = index === 0 ? -1 : this.#endAt(lines, index, start, isWhole);
      if (end >= 0) {
        return end;
      }
      start += line.length + 1;
    }
    return -1;
  }

  #endAt(lines: readonly string[], index: number, start: number, isWhole: boolean): number {
    const { leastIndent, opensBlock } = this.#rule;
    const line = lines[index] ?? "";
    const indent = indentOf(line);
    if (line.trim() === "" || (indent >= leastIndent && !isWhole)) {
      return -1;
    }
    const isCloser = /^\s*(?:[)\]}]|end\b)/u.test(line);
    const isAtEdge = opensBlock && indent === leastIndent;
    if (indent < leastIndent || (isAtEdge && !isCloser) || this.#isRepeated(lines, index)) {
      return start - 1;
    }
    return isAtEdge ? start + line.length : -1;
  }

  /** True for a line that is already below the cursor, or repeats the lines before it. */
  #isRepeated(lines: readonly string[], index: number): boolean {
    const { below, outer } = this.#rule;
    const line = (lines[index] ?? "").trim();
    const isWanted = outer.some((one) => one.length > 0) && /^[)\]}]/u.test(line);
    return (looseLine(line) === looseLine(below ?? "") && !isWanted) || isThirdAlike(lines, index);
  }
}

/** This line and the two before differ only in digits and quoted text. */
function isThirdAlike(lines: readonly string[], index: number): boolean {
  const group = lines.slice(Math.max(0, index - similarInRow + 1), index + 1).map(bare);
  return group.length === similarInRow && new Set(group).size === 1 && (group[0] ?? "").length > 3;
}

function bare(line: string): string {
  return line.trim().replaceAll(/\d+/gu, "0");
}
