import { openBrackets } from "./brackets.ts";
import { type Cursor, indentOf, lastText, type TextLines } from "./textLines.ts";

export interface IndentStyle {
  readonly insertSpaces: boolean;
  readonly tabSize: number;
}

export interface IndentPlace {
  /** The cursor's line up to the cursor. */
  readonly before: string;
  readonly style: IndentStyle;
  /** True if a bracket opens the cursor's block: only a closer can then be indented less than the block. */
  readonly isInBrackets: boolean;
  /** True if the line above opens a block and is not indented less than the cursor. */
  readonly isTooFlat: boolean;
}

interface Unit {
  readonly sign: " " | "\t";
  readonly width: number;
  /** True if the answer keeps the indentation of the cursor's line and only its own blocks have another unit. */
  readonly isFromBase: boolean;
}

const widths: readonly Pick<Unit, "sign" | "width">[] = [
  { sign: "\t", width: 1 },
  ...[2, 4, 3, 8].map((width) => ({ sign: " " as const, width })),
];
const otherUnits: readonly Unit[] = widths.flatMap((unit) =>
  [false, true].map((isFromBase) => ({ ...unit, isFromBase })),
);
const lookLines = 200;
const opensBlock = /[{[:]\s*$/u;
const opensBracket = /[{([]\s*$/u;

export function indentPlace(lines: TextLines, cursor: Cursor, style: IndentStyle): IndentPlace {
  const before = lines.at(cursor.line).slice(0, cursor.column);
  const above = lastText(lines, cursor.line) ?? "";
  return {
    before,
    style,
    isInBrackets: opensBracket.test(bare(openerOf(lines, cursor))),
    isTooFlat: opensBlock.test(bare(above)) && indentOf(above) >= indentOf(before),
  };
}

/** The line that opens the cursor's block: its own, or the nearest one above that is indented less. */
function openerOf(lines: TextLines, { line, column }: Cursor): string {
  const before = lines.at(line).slice(0, column);
  if (opensBlock.test(before)) {
    return before;
  }
  for (let at = line - 1; at >= Math.max(0, line - lookLines); at -= 1) {
    const above = lines.at(at);
    if (above.trim() !== "" && indentOf(above) < indentOf(before)) {
      return above;
    }
  }
  return "";
}

/**
 * Changes an answer's indentation to the document's unit, if each of its blocks shows another unit: the line behind an
 * opener is one unit deeper, and the line behind a statement of the cursor's block is as deep as that block.
 */
export function reindented(text: string, place: IndentPlace): string {
  const { before, style } = place;
  const [first = "", ...rest] = text.split("\n");
  const isBlank = before.trim() === "";
  const ownLead = isBlank && first.trim() !== "" ? leadOf(first) : "";
  const own: Unit = style.insertSpaces
    ? { sign: " ", width: Math.max(1, style.tabSize), isFromBase: false }
    : { sign: "\t", width: 1, isFromBase: false };
  const answer = { first: before + first.slice(ownLead.length), ownLead, rest };
  if (isLeaving(answer, own, place)) {
    return text;
  }
  const unit = [own, ...otherUnits].find((one) => fits(answer, one, own, place));
  return unit === undefined
    ? text
    : [
        first.slice(place.isTooFlat ? 0 : ownLead.length),
        ...rest.map((line) => withUnit(line, unit, own, leadOf(before))),
      ].join("\n");
}

interface AnswerLines {
  /** The cursor's line with the answer's first line. */
  readonly first: string;
  /** Blanks with which the first line begins, if there are only blanks before the cursor. */
  readonly ownLead: string;
  readonly rest: readonly string[];
}

/** Where no bracket is open, a line that is indented less may follow the cursor's block. */
function isLeaving({ first, rest }: AnswerLines, own: Unit, place: IndentPlace): boolean {
  const base = leadOf(place.before);
  const depths = rest.filter(isText).map((line) => depthOf(leadOf(line), own, own, base));
  const [next] = depths;
  return (
    !place.isInBrackets &&
    !opensBlock.test(bare(first)) &&
    next !== undefined &&
    next < (depthOf(base, own, own, base) ?? 0) &&
    depths.every((depth) => depth !== undefined)
  );
}

interface DeepLine {
  readonly line: string;
  readonly depth: number;
}

function fits(answer: AnswerLines, unit: Unit, own: Unit, place: IndentPlace): boolean {
  const base = leadOf(place.before);
  const depth = depthOf(base, own, own, base);
  const isFirstFit = answer.ownLead === "" || depthOf(answer.ownLead, unit, own, base) === depth;
  const lines = deepLines(answer, unit, own, base);
  if (depth === undefined || !isFirstFit || lines === undefined) {
    return false;
  }
  const isOwn = unit === own || deepLines(answer, own, own, base) !== undefined;
  const marks = [
    ...(answer.ownLead === "" ? [] : [true]),
    ...closerMarks(lines),
    ...lines.flatMap((_, at) => lineMark(lines, at, { base, isOwn }) ?? []),
  ];
  const isInside = !place.isInBrackets || staysInside(lines, depth);
  return isInside && marks.length > 0 && marks.every(Boolean);
}

/** The cursor's line and the answer's others; undefined if the unit divides the blanks of one of them not. */
function deepLines(
  { first, rest }: AnswerLines,
  unit: Unit,
  own: Unit,
  base: string,
): readonly DeepLine[] | undefined {
  const all = [
    { line: first, depth: depthOf(base, own, own, base) },
    ...rest.filter(isText).map((line) => ({ line, depth: depthOf(leadOf(line), unit, own, base) })),
  ];
  const lines = all.flatMap(({ line, depth }) => (depth === undefined ? [] : [{ line, depth }]));
  return lines.length === all.length ? lines : undefined;
}

/** Whether each line that begins with a closer is as deep as the line that ends with its opener. */
function closerMarks(lines: readonly DeepLine[]): readonly boolean[] {
  const open: number[] = [];
  return lines.flatMap(({ line, depth }) => {
    const opened = isCloser(line) ? open.pop() : undefined;
    if (opensBracket.test(bare(line))) {
      open.push(depth);
    }
    return opened === undefined ? [] : [opened === depth];
  });
}

/** Whether a line has the depth that the line above it asks for; undefined if that one asks for none. */
function lineMark(
  lines: readonly DeepLine[],
  at: number,
  { base, isOwn }: { readonly base: string; readonly isOwn: boolean },
): boolean | undefined {
  const [above, here] = [lines[at - 1], lines[at]];
  if (!above || !here || isCloser(here.line)) {
    return undefined;
  }
  const deeper = here.depth - above.depth;
  if (opensBlock.test(bare(above.line))) {
    return deeper === 1;
  }
  if (at === 1 && isShownBy(lines, base)) {
    return deeper === 0;
  }
  const continues = at === 1 && /^\s*[^\w\s@#$"'<]/u.test(here.line);
  return isOwn || !continues ? undefined : deeper === 1 || deeper === 2;
}

/** True if only a closer, and what follows it, is indented less than the block. */
function staysInside(lines: readonly DeepLine[], least: number): boolean {
  const end = lines.findIndex(({ depth }) => depth < least);
  return end < 0 || isCloser(lines[end]?.line ?? "");
}

/** True if the answer's second line must be as deep as its first: that one is whole, and nothing continues it. */
function isShownBy(lines: readonly DeepLine[], base: string): boolean {
  const [first = "", second = "", third = ""] = lines.map(({ line }) => line);
  const isWhole = /[;},]$|^\s*(?:\/\/|#)/u.test(bare(first)) || leadOf(second) === leadOf(third);
  const isNext = /^\s*[\w@#$"'<]/u.test(second) && openBrackets(first).wanted === "";
  // Nothing continues a statement with less indentation.
  return (isWhole && isNext) || /^\s*\{/u.test(second) || indentOf(second) < indentOf(base);
}

/** Without a comment behind the code. */
function bare(line: string): string {
  return line.replace(/(?<=\S)\s+(?:#|\/\/).*$/u, "").trimEnd();
}

/** How many units deep a line is; undefined if the unit does not divide its blanks. */
function depthOf(lead: string, unit: Unit, own: Unit, base: string): number | undefined {
  const isInner = unit.isFromBase && lead.startsWith(base);
  if (unit.isFromBase && !isInner) {
    return depthOf(lead, own, own, base);
  }
  const blanks = isInner ? lead.slice(base.length) : lead;
  const outer = isInner ? base.length / own.width : 0;
  const depth = outer + blanks.length / unit.width;
  return blanks === unit.sign.repeat(blanks.length) && Number.isInteger(depth) ? depth : undefined;
}

function withUnit(line: string, unit: Unit, own: Unit, base: string): string {
  const lead = leadOf(line);
  const depth = depthOf(lead, unit, own, base) ?? 0;
  return isText(line) ? own.sign.repeat(depth * own.width) + line.slice(lead.length) : line;
}

export function leadOf(line: string): string {
  return /^[ \t]*/u.exec(line)?.[0] ?? "";
}

function isText(line: string): boolean {
  return line.trim() !== "";
}

function isCloser(line: string): boolean {
  return /^\s*(?:[)\]}]|end\b)/u.test(line);
}
