import type { Hint } from "./align.ts";
import { gapsOf } from "./gaps.ts";
import { letters, shifted, usesTabs, withStyle } from "./indentation.ts";
import { type Matches, matchItems } from "./matchItems.ts";
import { ItemMerger } from "./mergeItems.ts";
import {
  type CodeText,
  codeText,
  hasBody,
  isMarkItem,
  type Item,
  itemsOf,
  type Run,
} from "./outline.ts";
import { Unclear } from "./unclear.ts";

/** Nesting levels of a file that are searched. */
const maxLevels = 12;

export type ItemPlacement =
  | { readonly kind: "placed"; readonly lines: readonly string[] }
  | { readonly kind: "unclear" }
  /** The file has at most single lines of the block: gaps among them could only be guessed. */
  | { readonly kind: "unknown"; readonly hasGaps: boolean };

export interface PlaceOptions {
  readonly language: string;
  readonly hint?: Hint | undefined;
}

/** Places a block by the declarations and statements that it shares with the file. */
export function placeItems(
  lines: readonly string[],
  code: readonly string[],
  { language, hint }: PlaceOptions,
): ItemPlacement {
  const file = codeText(lines, language);
  const styled = isAsInFile(code, lines) ? code : withStyle(code, lines);
  const elided = gapsOf(lines, styled, language);
  if (!elided) {
    return { kind: "unclear" };
  }
  const block = codeText(styled, language, elided);
  if ((block.unbalanced !== "" && file.unbalanced === "") || readsOtherwise(file, block)) {
    return { kind: "unclear" };
  }
  try {
    return place(file, block, { language, hint });
  } catch (error) {
    if (error instanceof Unclear) {
      return { kind: "unclear" };
    }
    throw error;
  }
}

/**
 * True if a line is code in the file but string or comment in the block, or the reverse: the
 * block's string then ends at the wrong place.
 */
function readsOtherwise(file: CodeText, block: CodeText): boolean {
  const readings = new Map<string, "text" | "code" | "both">();
  for (const [row, line] of file.lines.entries()) {
    const reading = file.isText[row] === true ? "text" : "code";
    const known = readings.get(line.trim()) ?? reading;
    readings.set(line.trim(), known === reading ? reading : "both");
  }
  return block.lines.some((line, row) => {
    const known = letters(line) > 2 ? readings.get(line.trim()) : undefined;
    return known === (block.isText[row] === true ? "code" : "text");
  });
}

/** True if the file's lines use the block's kind of indentation. */
function isAsInFile(code: readonly string[], file: readonly string[]): boolean {
  const indent = usesTabs(code) ? "\t" : "  ";
  return file.some((line) => line.startsWith(indent));
}

function place(file: CodeText, block: CodeText, { language, hint }: PlaceOptions): ItemPlacement {
  const whole = { start: 0, end: block.lines.length };
  const items = itemsOf(block, whole);
  const scopes = scopesOf(file);
  if (isWholeFile(file, scopes[0]?.items ?? [], block, items)) {
    return { kind: "placed", lines: block.lines };
  }
  const scope = bestScope(scopes, items, hint);
  if (!scope) {
    const isRule = ({ runs }: Item): boolean =>
      block.syntax.hasSelectors === true && runs.length > 0;
    return items.some((item) => item.key.kind === "declaration" || isRule(item))
      ? { kind: "unclear" }
      : { kind: "unknown", hasGaps: block.isElided.includes(true) };
  }
  const fitted = shiftedTo(block, file, matchItems(scope.items, items, true), language);
  const merged = new ItemMerger(file, fitted).merge(scope.run, whole, {
    isOpen: true,
    isBody: scope.isBody,
  });
  return {
    kind: "placed",
    lines: [...file.lines.slice(0, scope.run.start), ...merged, ...file.lines.slice(scope.run.end)],
  };
}

interface Scope {
  readonly run: Run;
  readonly items: readonly Item[];
  readonly isBody: boolean;
}

/** The file first, then its nested levels. */
function scopesOf(file: CodeText): readonly Scope[] {
  const scopes: Scope[] = [];
  const add = (run: Run, isBody: boolean, level: number): void => {
    const items = itemsOf(file, run);
    scopes.push({ run, items, isBody });
    for (const item of level < maxLevels ? items : []) {
      for (const inner of item.runs) {
        add(inner, isBody || hasBody(file, item), level + 1);
      }
    }
  };
  add({ start: 0, end: file.lines.length }, false, 0);
  return scopes;
}

/**
 * True for a block without gaps that has the file's beginning and its last declaration. With the
 * same beginning only, the block may be cut off.
 */
function isWholeFile(
  file: CodeText,
  before: readonly Item[],
  block: CodeText,
  after: readonly Item[],
): boolean {
  const last = before.findLast(({ key }) => key.kind === "declaration") ?? before.at(-1);
  if (!last || block.isElided.includes(true) || firstOf(file) !== firstOf(block)) {
    return false;
  }
  const known = knownItems(before, after);
  const isListed = after[0] !== undefined && mayBeListed(block, after[0]);
  if (isListed && (known.length < before.length || lacksMarks(before, after))) {
    throw new Unclear("The block may be a file, or declarations of it in a row");
  }
  if (known.includes(last) && isMostOf(known, before)) {
    return true;
  }
  if (after.length > 1) {
    throw new Unclear("The end of the file is missing");
  }
  return false;
}

/** The file's items that the block has, each as often: functions may share a name. */
function knownItems(before: readonly Item[], after: readonly Item[]): readonly Item[] {
  const left = new Map<string, number>();
  for (const item of after) {
    left.set(nameOf(item), (left.get(nameOf(item)) ?? 0) + 1);
  }
  return before.filter((item) => {
    const count = left.get(nameOf(item)) ?? 0;
    left.set(nameOf(item), count - 1);
    return count > 0;
  });
}

/** True if a declaration has comments above it in the file only. */
function lacksMarks(before: readonly Item[], after: readonly Item[]): boolean {
  const marks = new Map(after.map((item) => [nameOf(item), item.head - item.start]));
  return before.some((item) => (marks.get(nameOf(item)) ?? 0) === 0 && item.start < item.head);
}

/**
 * True if a block may begin with this item just because it was changed. Imports begin a whole file.
 */
function mayBeListed(block: CodeText, item: Item): boolean {
  const { key, runs } = item;
  const isImport = /^(?:import|export|from|use|using|package)\b/u.test(key.head);
  const isStatement = runs.length > 0 && !isImport && !isMarkItem(block, item);
  return key.kind === "declaration" || (key.kind === "text" && isStatement);
}

function isMostOf(known: readonly Item[], all: readonly Item[]): boolean {
  const share = rowsOf(known) / rowsOf(all);
  return share >= 0.8 || (share >= 0.5 && known.length + 1 >= all.length);
}

function firstOf({ lines }: CodeText): string {
  return lines.find((line) => letters(line) > 2)?.trim() ?? "";
}

function rowsOf(items: readonly Item[]): number {
  return items.reduce((sum, { start, end }) => sum + end - start, 0);
}

function nameOf({ key }: Item): string {
  return key.kind === "text" ? key.head : `${key.kind} ${key.name}`;
}

/** The level with most of the items. Undefined if no level has any. */
function bestScope(
  scopes: readonly Scope[],
  items: readonly Item[],
  hint: Hint | undefined,
): Scope | undefined {
  const scored = scopes
    .map((scope) => ({ scope, score: scoreOf(scope, items) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  const best = scored.filter(({ score }) => score === scored[0]?.score);
  const hinted = hint && best.filter(({ scope }) => contains(scope.run, hint));
  const chosen = best.length > 1 && hinted?.length === 1 ? hinted : best;
  const scope = chosen[0]?.scope;
  if (chosen.length > 1 || (scope && hasBetter(scope, scopes, items))) {
    throw new Unclear("Several places fit");
  }
  return scope;
}

/** True if another scope has the same head for a declaration that is only similar here. */
function hasBetter(scope: Scope, scopes: readonly Scope[], own: readonly Item[]): boolean {
  const names = own.filter(({ key }) => key.kind === "declaration").map(({ key }) => key);
  const heads = new Set(scope.items.map(({ key }) => key.head));
  const alike = new Set(names.map(({ head }) => head).filter((head) => !heads.has(head)));
  const hasTwice = new Set(names.map(({ head }) => head)).size < names.length;
  return (
    hasTwice ||
    scopes.some((other) => other !== scope && other.items.some(({ key }) => alike.has(key.head)))
  );
}

function contains({ start, end }: Run, { first, last }: Hint): boolean {
  return start <= first && last < end;
}

function scoreOf({ items }: Scope, own: readonly Item[]): number {
  let score = 0;
  for (const item of matchItems(items, own, true).keys()) {
    score += item.key.kind === "declaration" ? 10 : saysLittle(item) ? 0 : 1;
  }
  return score;
}

/** Brackets or short words occur anywhere; but `a {` with a body is a CSS rule. */
function saysLittle({ key, runs }: Item): boolean {
  const count = letters(key.head);
  return count === 0 || (count < 4 && runs.length === 0);
}

/** The block, indented like the items that it shares with the file. */
function shiftedTo(block: CodeText, file: CodeText, matches: Matches, language: string): CodeText {
  const [first] = matches;
  const [own, old] = first ?? [];
  const columns = own && old ? (file.indent[old.head] ?? 0) - (block.indent[own.head] ?? 0) : 0;
  if (columns === 0) {
    return block;
  }
  // The file may mix tabs and spaces: use the style of the item.
  const near = file.lines.slice(old?.start, old?.end);
  const tabs = usesTabs(near.some((line) => /^[ \t]/u.test(line)) ? near : file.lines);
  const there = new Set(file.lines);
  return codeText(
    block.lines.map((line, row) => {
      const moved = shifted(line, columns, tabs);
      // A line of a string keeps its depth if the file has the line like this.
      return block.isText[row] === true && !there.has(moved) && there.has(line) ? line : moved;
    }),
    language,
    block.isElided,
  );
}
