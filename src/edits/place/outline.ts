import { indentWidth, isBlank } from "../fileLines.ts";
import { scanCode } from "./codeScan.ts";
import { isAttribute, isComment, isMarkLine } from "./markLines.ts";
import { type Syntax, syntaxOf } from "./syntax.ts";

export interface CodeText {
  readonly lines: readonly string[];
  readonly indent: readonly number[];
  readonly depth: readonly number[];
  readonly isText: readonly boolean[];
  readonly isElided: readonly boolean[];
  readonly syntax: Syntax;
  readonly unbalanced: string;
}

export interface Item {
  readonly kind: "code" | "gap";
  /** First row of the blank lines above. */
  readonly from: number;
  readonly start: number;
  readonly head: number;
  readonly end: number;
  readonly text: string;
  /** The word that declares a body or a constant. */
  readonly name: string | undefined;
  readonly runs: readonly Run[];
}

export interface Run {
  readonly start: number;
  readonly end: number;
}

const continuation =
  /^(?:[)\]}]|\{\s*(?:$|\/\/|\/\*)|(?:else|elif|elsif|elseif|except|catch|finally|rescue|ensure)\b(?!\s*[.=])|(?:end|endif|done|fi|esac|then)\b(?!\s*[(=])|(?:where|when)(?=\s+[^(=.\s]|$)|&&|\|\||[?:.]\s|=>|->|<\/)/u;
const selectorEnd = /^[^{};]*,$/u;
const loneType = /^[A-Za-z_]\w*(?:[\s*&]+[A-Za-z_]\w*)*[\s*&]*$/u;

export function codeText(
  lines: readonly string[],
  language: string,
  isElided: readonly boolean[] = [],
): CodeText {
  const scanned = scanCode(
    lines.map((line, row) => (isElided[row] === true ? "" : line)),
    language,
  );
  const isSure = scanned.unbalanced === "";
  return {
    lines,
    indent: lines.map(indentWidth),
    depth: isSure ? scanned.depth : lines.map(() => 0),
    isText: isSure ? scanned.isText : lines.map(() => false),
    isElided,
    syntax: syntaxOf(language),
    unbalanced: scanned.unbalanced,
  };
}

export function itemsOf(text: CodeText, { start, end }: Run): readonly Item[] {
  const level = levelOf(text, start, end);
  if (!level) {
    return [];
  }
  const heads = headsOf(text, { start, end }, level);
  const items: Item[] = [];
  let from = start;
  for (let index = 0; index < heads.length; index += 1) {
    const first = heads[index] ?? end;
    while (isLeading(text, heads[index], heads[index + 1])) {
      index += 1;
    }
    const head = heads[index] ?? first;
    const last = lastRow(text, head, heads[index + 1] ?? end);
    items.push(itemAt(text, { from, start: first, head, end: last }, level));
    from = last;
  }
  return items;
}

function headsOf(text: CodeText, { start, end }: Run, level: Level): readonly number[] {
  const heads: number[] = [];
  let above = "end";
  for (let row = start; row < end; row += 1) {
    const line = (text.lines[row] ?? "").trim();
    if (line === "" || (heads.length > 0 && !mayBeHead(text, row, level, above))) {
      continue;
    }
    // No statement continues after `end`; a block after a complete statement is its own item.
    const isClosed = /^end\b/u.test(above) || (line.startsWith("{") && /[;}]$/u.test(above));
    const isListed = text.syntax.hasSelectors === true && selectorEnd.test(above);
    if (!isListed && beginsItem(text, row, level, isClosed)) {
      heads.push(row);
    }
    above = line;
  }
  return heads;
}

interface Level {
  readonly indent: number;
  readonly depth: number;
}

/** The level of an item. Comments and preprocessor lines decide it only if there is no other line. */
function levelOf(text: CodeText, start: number, end: number): Level | undefined {
  const rows: number[] = [];
  for (let row = start; row < end; row += 1) {
    if (!isBlank(text.lines[row] ?? "") && text.isText[row] !== true) {
      rows.push(row);
    }
  }
  const depth = leastOf(rows, text.depth);
  const onLevel = rows.filter((row) => text.depth[row] === depth);
  const solid = onLevel.filter((row) => !isSoft(text, row));
  const indent = leastOf(solid.length > 0 ? solid : onLevel, text.indent);
  return rows.length === 0 ? undefined : { depth, indent };
}

/** The least value. Not `Math.min(...rows)`: a file has too many rows for the arguments of one call. */
function leastOf(rows: readonly number[], values: readonly number[]): number {
  return rows.reduce((least, row) => Math.min(least, values[row] ?? 0), Infinity);
}

function isSoft({ lines, syntax, isElided }: CodeText, row: number): boolean {
  const line = (lines[row] ?? "").trim();
  return (
    isElided[row] === true ||
    (syntax.hasPreprocessor === true ? line.startsWith("#") : false) ||
    isComment(line, syntax) ||
    line.startsWith("=") ||
    /^\w+:$/u.test(line)
  );
}

/** True if the row may begin an item. A CSS rule may be indented below the rule before it. */
function mayBeHead(text: CodeText, row: number, level: Level, above: string): boolean {
  return (text.syntax.hasSelectors === true && above === "}") || isOnLevel(text, row, level);
}

function isOnLevel(text: CodeText, row: number, level: Level): boolean {
  return (
    !isBlank(text.lines[row] ?? "") &&
    text.isText[row] !== true &&
    (text.indent[row] ?? 0) <= level.indent
  );
}

function beginsItem(text: CodeText, row: number, level: Level, isClosed: boolean): boolean {
  const line = (text.lines[row] ?? "").trim();
  return (
    !isBlank(line) &&
    text.isText[row] !== true &&
    text.depth[row] === level.depth &&
    (isClosed || text.isElided[row] === true || !continuation.test(line))
  );
}

function isLeading(text: CodeText, row: number | undefined, next: number | undefined): boolean {
  if (row === undefined || next === undefined || lastRow(text, row, next) !== next) {
    return false;
  }
  const isElided = text.isElided[row] === true || text.isElided[next] === true;
  return !isElided && isMarkAt(text, row, next) && !hasCode(text, row, next);
}

function hasCode({ lines, indent, depth, isText }: CodeText, row: number, next: number): boolean {
  return lines.slice(row + 1, next).some((line, index) => {
    const other = row + 1 + index;
    const isAsDeep = (indent[other] ?? 0) <= (indent[row] ?? 0) && depth[other] === depth[row];
    return isAsDeep && isText[other] !== true && continuation.test(line.trim());
  });
}

function isMarkAt({ lines, syntax }: CodeText, row: number, next: number): boolean {
  const line = (lines[row] ?? "").trim();
  if (syntax.hasPreprocessor === true) {
    const isType = loneType.test(line) && next === row + 1;
    return isType || isMarkLine(line, syntax);
  }
  return isComment(line, syntax) || isAttribute((lines[next - 1] ?? "").trim());
}

function lastRow({ lines }: CodeText, head: number, end: number): number {
  let last = end;
  while (last > head + 1 && isBlank(lines[last - 1] ?? "")) {
    last -= 1;
  }
  return last;
}

function itemAt(
  text: CodeText,
  rows: Pick<Item, "from" | "start" | "head" | "end">,
  level: Level,
): Item {
  const { head, end } = rows;
  const runs: Run[] = [];
  let open: number | undefined;
  for (let row = head + 1; row < end; row += 1) {
    if (isOwn(text, row, level)) {
      if (open !== undefined) {
        runs.push({ start: open, end: row });
      }
      open = undefined;
    } else {
      open ??= row;
    }
  }
  if (open !== undefined) {
    runs.push({ start: open, end });
  }
  const isElided = text.isElided[head] === true;
  return {
    ...rows,
    kind: isElided ? "gap" : "code",
    runs,
    ...namesOf(rowsOfKey(text, head, end), runs.length > 0),
  };
}

const keyword =
  /\b(?:class|interface|struct|enum|record|trait|namespace|module|mod|object|protocol|actor|type)\s+([\w$.]+)/u;
const receiver = /^func\s*\([^()]*\)\s*/u;
const callable = /([\w$~]+[?!]?)\s*(?:<[^()]*>)?\(/u;
const constant = /^(?:export )?(?:const|let|var|val) (\w+)\b/u;
const control =
  /^\}?\s*(?:if|for|foreach|while|switch|catch|return|else|do|try|new|case|using|lock|await|with|match|guard|when|unless|until|elif|loop|select|go|defer|impl|extension)\b/u;

function namesOf(rows: readonly string[], hasBody: boolean): Pick<Item, "text" | "name"> {
  const text = (rows[0] ?? "").trim();
  // A call with a function inside ends with a bracket, and its first argument is its name.
  const isDeclared = hasBody && !control.test(text) && !(rows.at(-1) ?? "").includes(")");
  const named = isDeclared
    ? (callable.exec(text.replace(receiver, "")) ?? keyword.exec(text))
    : constant.exec(text);
  return { text, name: named?.[1] };
}

/** A selector list becomes one row: several rules may share the first selector. */
function rowsOfKey({ lines, syntax }: CodeText, head: number, end: number): readonly string[] {
  const rows = lines.slice(head, end);
  const last =
    syntax.hasSelectors === true ? rows.findIndex((line) => !selectorEnd.test(line.trim())) : 0;
  const selectors = rows.slice(0, last + 1).map((line) => line.trim());
  return last > 0 ? [selectors.join(" "), ...rows.slice(last + 1)] : rows;
}

function isOwn(text: CodeText, row: number, level: Level): boolean {
  const line = text.lines[row] ?? "";
  if (isBlank(line) || text.isText[row] === true || text.isElided[row] === true) {
    return false;
  }
  const closers = /^[)\]}\s]*/u.exec(line)?.[0].replaceAll(/\s/gu, "").length ?? 0;
  return (
    (text.indent[row] ?? 0) <= level.indent &&
    (text.depth[row] ?? 0) - closers <= level.depth &&
    (!isComment(line.trim(), text.syntax) || closers > 0)
  );
}
