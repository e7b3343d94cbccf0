import { isElision } from "../elision.ts";
import { letters, shifted, usesTabs, withStyle } from "../indentation.ts";
import { likeItems, type Pair } from "./likeItems.ts";
import { mergeScope } from "./mergeItems.ts";
import { type CodeText, codeText, type Item, itemsOf, type Run } from "./outline.ts";

const maxLevels = 12;

/**
 * Places a block by items whose first line or name occurs once in the file. Undefined if another reading is possible.
 */
export function placeItems(
  lines: readonly string[],
  code: readonly string[],
  language: string,
): readonly string[] | undefined {
  const file = codeText(lines, language);
  const block = blockText(file, code, language);
  if (!block) {
    return undefined;
  }
  const items = itemsOf(block, rowsOf(block));
  if (beginsFile(file, block) && items.length > 1) {
    return isWholeFile(file, items) ? block.lines : undefined;
  }
  const scope = scopeOf(file, items);
  if (!scope) {
    return undefined;
  }
  const own = items.find((item) => likeItems(scope.items, item).length > 0);
  const [old] = own ? likeItems(scope.items, own) : [];
  const fitted = own && old ? shiftedTo(block, file, { old, own }, language) : block;
  const merged = mergeScope({ file, block: fitted }, scope.run, rowsOf(fitted));
  return merged && [...lines.slice(0, scope.run.start), ...merged, ...lines.slice(scope.run.end)];
}

/** The block as code; undefined if its strings, brackets or gaps are ambiguous. */
function blockText(
  file: CodeText,
  code: readonly string[],
  language: string,
): CodeText | undefined {
  const indent = usesTabs(code) ? "\t" : "  ";
  const isAsInFile = file.lines.some((line) => line.startsWith(indent));
  const styled = isAsInFile ? code : withStyle(code, file.lines);
  const known = new Set(file.lines.map((line) => line.trim()));
  const isElided = styled.map((line) => isElision(line, language));
  const block = codeText(styled, language, isElided);
  const isUnclear = isElided.some(
    (is, row) => is && (block.isText[row] === true || known.has(styled[row]?.trim() ?? "")),
  );
  const isOpen = block.unbalanced !== "" && file.unbalanced === "";
  return isUnclear || isOpen || readsOtherwise(file, block) ? undefined : block;
}

/** True if a line is code in one text, but string or comment in the other: then a string ends at the wrong place. */
function readsOtherwise(file: CodeText, block: CodeText): boolean {
  const readings = new Map<string, boolean | "both">();
  for (const [row, line] of file.lines.entries()) {
    const isText = file.isText[row] === true;
    const known = readings.get(line.trim()) ?? isText;
    readings.set(line.trim(), known === isText ? isText : "both");
  }
  return block.lines.some((line, row) => {
    const known = letters(line) > 2 ? readings.get(line.trim()) : undefined;
    return known === (block.isText[row] !== true);
  });
}

function rowsOf({ lines }: CodeText): Run {
  return { start: 0, end: lines.length };
}

function beginsFile(file: CodeText, block: CodeText): boolean {
  return !block.isElided.includes(true) && firstOf(file) === firstOf(block);
}

function firstOf({ lines }: CodeText): string | undefined {
  return lines.find((line) => letters(line) > 2)?.trim();
}

/** True if the block has the file's last item and all items with a body. */
function isWholeFile(file: CodeText, items: readonly Item[]): boolean {
  const before = itemsOf(file, rowsOf(file));
  const left = items.map(keyOf);
  const missing = before.filter((item) => {
    const index = left.indexOf(keyOf(item));
    left.splice(index < 0 ? left.length : index, 1);
    return index < 0;
  });
  const isSmall = 5 * missing.length <= before.length;
  return isSmall && missing.every((item) => item !== before.at(-1) && item.runs.length === 0);
}

function keyOf({ name, text, start, head }: Item): string {
  return `${name ?? text} ${start < head}`;
}

interface Scope {
  readonly run: Run;
  readonly items: readonly Item[];
}

/** The level with most of the items; undefined if there is no such level, or several. */
function scopeOf(file: CodeText, owns: readonly Item[]): Scope | undefined {
  const scopes: Scope[] = [];
  const add = (run: Run, level: number): void => {
    const items = itemsOf(file, run);
    scopes.push({ run, items });
    for (const item of level < maxLevels ? items : []) {
      for (const inner of item.runs) {
        add(inner, level + 1);
      }
    }
  };
  add(rowsOf(file), 0);
  const scores = scopes.map((scope) => scoreOf(scope, owns));
  const most = scores.reduce((best, score) => Math.max(best, score), 0);
  const best = scopes.filter((_scope, index) => scores[index] === most);
  return most > 0 && best.length === 1 ? best[0] : undefined;
}

function scoreOf({ items }: Scope, owns: readonly Item[]): number {
  return owns.reduce((sum, own) => {
    const [old] = likeItems(items, own);
    return sum + (old ? (old.text === own.text ? 2 : 1) : 0);
  }, 0);
}

function shiftedTo(
  block: CodeText,
  file: CodeText,
  { old, own }: Pair,
  language: string,
): CodeText {
  const columns = (file.indent[old.head] ?? 0) - (block.indent[own.head] ?? 0);
  if (columns === 0) {
    return block;
  }
  const near = file.lines.slice(old.start, old.end);
  const tabs = usesTabs(near.some((line) => /^[ \t]/u.test(line)) ? near : file.lines);
  const there = new Set(file.lines);
  const lines = block.lines.map((line, row) => {
    const moved = shifted(line, columns, tabs);
    // A line of a string keeps its depth if the file has the line like this.
    return block.isText[row] === true && !there.has(moved) && there.has(line) ? line : moved;
  });
  return codeText(lines, language, block.isElided);
}
