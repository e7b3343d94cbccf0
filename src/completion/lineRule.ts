import { closersWanted } from "./brackets.ts";
import { type OuterCloser, outerClosers, readClosers } from "./closers.ts";
import { announcesFence, startsProse } from "./prose.ts";
import { type IndentPlace, indentPlace, type IndentStyle, reindented } from "./reindent.ts";
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
  /** The cursor's line up to the cursor. */
  readonly before: string;
  /** The last lines with text above the cursor's line, the nearest last. */
  readonly above: readonly string[];
  readonly below: string | undefined;
  /** Undefined: the answer's indentation stays as it is. */
  readonly indent: IndentPlace | undefined;
  readonly outer: readonly (readonly OuterCloser[])[];
}

const [oneLineTokens, severalTokens] = [48, 160];
const opener = /(?:[{([:]|=>|\b(?:do|then|begin))\s*$/u;
const similarInRow = 3;
/** The longest token, for a server that exceeds `maxTokens`; tokens of indentation are long. */
const unitsPerToken = 40;
const [echoedLines, lookLines, leastEcho] = [3, 20, 4];
const openingFence = /^\s*(?:`{3,}|~{3,})[^\n]*\n/u;
const announcedFence = /^[^\n`~]+\n\s*(?:`{3,}|~{3,})[^\n]*\n/u;
const fenceBegun = /^\s*(?:`{1,2}$|~{1,2}$|`{3,}[^\n]*$|~{3,}[^\n]*$)/u;

/** The rule for an answer's lines: several lines only if a block is open and has no content yet. */
export function lineRuleAt(
  lines: TextLines,
  cursor: Cursor,
  maxLines: number,
  style?: IndentStyle,
): LineRule {
  const line = lines.at(cursor.line);
  const before = line.slice(0, cursor.column);
  const isAbove = isAtStart(line, before);
  const isBlank = line.trim() === "" || isAbove;
  const opensBlock = !isBlank && opener.test(before);
  const below = nextText(lines, cursor.line + (isAbove ? 0 : 1));
  const indent = isBlank ? indentOf(before) : indentOf(line);
  const isSeveral = maxLines > 1 && (isBlank || opensBlock) && isNotDeeper(below, indent);
  return {
    isSeveral,
    maxTokens: isSeveral ? severalTokens : oneLineTokens,
    stop: isSeveral ? [] : ["\n"],
    leastIndent: indent,
    opensBlock,
    maxLines: isSeveral ? maxLines : 1,
    before,
    above: linesAbove(lines, cursor.line),
    below,
    indent: style && indentPlace(lines, cursor, style),
    outer: outerClosers(before, line.slice(cursor.column), closersWanted(lines, cursor)),
  };
}

function isNotDeeper(line: string | undefined, indent: number): boolean {
  return line === undefined || indentOf(line) <= indent;
}

function linesAbove(lines: TextLines, line: number): readonly string[] {
  const found: string[] = [];
  for (let at = line - 1; at >= Math.max(0, line - lookLines); at -= 1) {
    const text = lines.at(at).trim();
    found.unshift(...(text === "" ? [] : [text]));
    if (found.length === echoedLines) {
      break;
    }
  }
  return found;
}

/** True at the start of a line with text: the answer then comes before that text. */
function isAtStart(line: string, before: string): boolean {
  return before.trim() === "" && /^\s*\w/u.test(line);
}

/** Cuts an answer at its end while it streams; the rest is neither shown nor paid. */
export class AnswerCutter {
  readonly #rule: LineRule;
  /** The answer as it came. */
  #all = "";
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
      this.#all = (this.#all + piece).replaceAll(/\r\n|\r(?!$)/gu, "\n");
      const code = this.#withBreak(withoutEcho(withoutFenceStart(this.#all), this.#rule));
      this.#text = this.#rule.indent ? reindented(code, this.#rule.indent) : code;
      if (this.#text.length > this.#rule.maxTokens * unitsPerToken) {
        this.#text = this.wholeLines;
        this.#isOver = true;
        return true;
      }
      if (
        !fenceBegun.test(this.#text) &&
        !announcesFence(this.#all) &&
        !isEchoBegun(this.#all, this.#rule)
      ) {
        this.#cut();
      }
    }
    return this.#isOver;
  }

  end(): void {
    if (!this.#isOver) {
      this.#text = this.#text.replace(/\r$/u, "");
      this.#cut();
      this.#isOver = true;
    }
  }

  /** Adds the line break that a block in a fence lacks behind its opener. */
  #withBreak(text: string): string {
    const { isSeveral, opensBlock, leastIndent } = this.#rule;
    const lead = /^[ \t]{2,}(?=\S)|^\t(?=\S)/u.exec(text)?.[0] ?? "";
    return isSeveral && opensBlock && indentOf(lead) > leastIndent ? `\n${text}` : text;
  }

  #cut(): void {
    const end = this.#endOf(this.#text);
    if (end >= 0) {
      this.#text = this.#text.slice(0, end);
      this.#isOver = true;
    }
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
    const isBelow = looseLine(line) === looseLine(below ?? "") && !isWanted;
    // A line of closers alone is the one below only at its depth.
    const isDeeper = /^\W+$/u.test(line) && indentOf(lines[index] ?? "") > indentOf(below ?? "");
    return (isBelow && !isDeeper) || isThirdAlike(lines, index);
  }
}

function withoutFenceStart(text: string): string {
  const announced = startsProse(text) ? announcedFence.exec(text)?.[0] : undefined;
  return announced === undefined ? text.replace(openingFence, "") : text.slice(announced.length);
}

/** Drops the lines above the cursor with which an answer begins, up to the cursor's line. */
function withoutEcho(text: string, { above, before }: LineRule): string {
  const start = before.trimStart();
  const lines = text.split("\n");
  for (let count = above.length; count > 0; count -= 1) {
    const echoed = above.slice(-count);
    const ends = firstTexts(lines, count);
    const isThere =
      ends.length === count &&
      (ends.at(-1) ?? 0) < lines.length - 1 &&
      ends.every((at, index) => lines[at]?.trim() === echoed[index]);
    const rest = lines.slice((ends.at(-1) ?? 0) + 1);
    const next = (rest[0] ?? "").trimStart();
    const isOwnLine = start !== "" && (next.startsWith(start) || start.startsWith(next));
    if (isThere && (isOwnLine || isTelling(echoed.join("")))) {
      return rest.join("\n");
    }
  }
  return text;
}

/** True while an answer in the middle of a line may still be the lines above that line. */
function isEchoBegun(text: string, { above, before }: LineRule): boolean {
  const lines = text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
  const last = lines.length - 1;
  return (
    before.trim() !== "" &&
    last >= 0 &&
    above.some((_, from) =>
      lines.every((line, at) => {
        const echoed = above[from + at];
        return at < last ? line === echoed : echoed?.startsWith(line) === true;
      }),
    )
  );
}

function isTelling(text: string): boolean {
  return /\w/u.test(text) && text.length >= leastEcho;
}

/** Places of the first lines with text. */
function firstTexts(lines: readonly string[], count: number): readonly number[] {
  return lines.flatMap((line, at) => (line.trim() === "" ? [] : [at])).slice(0, count);
}

/** This line and the two before differ only in digits and quoted text. */
function isThirdAlike(lines: readonly string[], index: number): boolean {
  const group = lines.slice(Math.max(0, index - similarInRow + 1), index + 1).map(bare);
  return group.length === similarInRow && new Set(group).size === 1 && (group[0] ?? "").length > 3;
}

function bare(line: string): string {
  return line.trim().replaceAll(/\d+/gu, "0");
}
