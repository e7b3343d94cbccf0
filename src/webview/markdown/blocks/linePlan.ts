import { closesFence } from "../../../shared/text/fences.ts";
import {
  CODE_INDENT,
  endsDetails,
  leafStart,
  openContainer,
  skipQuoteMarker,
  type StartContext,
  summaryStart,
} from "./blockStarts.ts";
import type { ContainerStart, Fence, LeafStep, LinePlan } from "./blockTypes.ts";
import { takeDefinitions } from "./definitions.ts";
import { LineCursor } from "./lineCursor.ts";
import { parseDelimiterRow, splitRow } from "./tableSyntax.ts";

/** The deepest nesting; deeper blocks become text, because the browser lays out blocks by recursion. */
const MAX_DEPTH = 48;
/** The most columns. Every row gets all columns, so a short text could otherwise make millions of cells. */
const MAX_COLUMNS = 128;

export interface OpenContainer {
  readonly start: ContainerStart;
  readonly isEmpty: boolean;
}

export type OpenLeaf =
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "code"; readonly fence?: Fence }
  | { readonly kind: "html"; readonly end?: RegExp }
  | { readonly kind: "math"; readonly close: string }
  | { readonly kind: "table" };

export interface OpenBlocks {
  readonly containers: readonly OpenContainer[];
  readonly leaf: OpenLeaf | undefined;
}

/** Plans a line without changing anything, so that an unfinished line can be tried. */
export function planLine(open: OpenBlocks, line: string): LinePlan {
  const cursor = new LineCursor(line);
  const ended = endedDetails(open, line);
  if (ended !== undefined) {
    return { keep: ended, opens: [], leaf: { kind: "none" }, marked: ended };
  }
  const { matched, marked } = matchContainers(open.containers, cursor);
  const isWithin = matched === open.containers.length;
  const literal = isWithin && open.leaf ? literalStep(open.leaf, cursor) : undefined;
  return literal
    ? { keep: matched, opens: [], leaf: literal, marked }
    : new LinePlanner(open, cursor, matched).plan(marked);
}

function endedDetails({ containers, leaf }: OpenBlocks, line: string): number | undefined {
  const index = containers.findLastIndex(({ start }) => start.kind === "details");
  const isLiteral = leaf?.kind === "math" || (leaf?.kind === "code" && leaf.fence !== undefined);
  if (index === -1 || isLiteral || !line.includes("</")) {
    return undefined;
  }
  const cursor = new LineCursor(line);
  const isWithin = containers.slice(0, index).every((container) => continues(container, cursor));
  return isWithin && endsDetails(cursor) ? index : undefined;
}

function matchContainers(
  containers: readonly OpenContainer[],
  cursor: LineCursor,
): { matched: number; marked: number } {
  let marked = 0;
  for (const [index, container] of containers.entries()) {
    if (!continues(container, cursor)) {
      return { matched: index, marked };
    }
    if (container.start.kind === "quote") {
      marked = index + 1;
    }
  }
  return { matched: containers.length, marked };
}

function continues({ start, isEmpty }: OpenContainer, cursor: LineCursor): boolean {
  switch (start.kind) {
    case "list":
    case "details":
      return true;
    case "quote":
      if (cursor.indent >= CODE_INDENT || !cursor.content.startsWith(">")) {
        return false;
      }
      skipQuoteMarker(cursor);
      return true;
    case "footnote":
      return continuesIndented(cursor, CODE_INDENT, isEmpty);
    default:
      return continuesIndented(cursor, start.contentIndent, isEmpty);
  }
}

function continuesIndented(cursor: LineCursor, columns: number, isEmpty: boolean): boolean {
  if (cursor.isBlank) {
    cursor.skipToContent();
    return !isEmpty;
  }
  if (cursor.indent < columns) {
    return false;
  }
  cursor.skipColumns(columns);
  return true;
}

function literalStep(leaf: OpenLeaf, cursor: LineCursor): LeafStep | undefined {
  if (leaf.kind === "html") {
    const endsHere = cursor.isBlank && !leaf.end;
    return endsHere ? undefined : { kind: "text", text: cursor.rest };
  }
  if (leaf.kind === "math") {
    return cursor.isBlank ? undefined : { kind: "text", text: cursor.rest };
  }
  if (leaf.kind !== "code") {
    return undefined;
  }
  return leaf.fence ? fencedStep(leaf.fence, cursor) : indentedStep(cursor);
}

function fencedStep(fence: Fence, cursor: LineCursor): LeafStep {
  const next = cursor.indent < CODE_INDENT ? closesFence(fence, cursor.content) : fence;
  if (!next) {
    return { kind: "fenceEnd" };
  }
  cursor.skipColumns(Math.min(fence.indent, cursor.indent));
  const inner = next === fence ? {} : { fence: { ...next, indent: fence.indent } };
  return { kind: "text", text: cursor.rest, ...inner };
}

function indentedStep(cursor: LineCursor): LeafStep | undefined {
  if (cursor.indent >= CODE_INDENT || cursor.isBlank) {
    cursor.skipColumns(Math.min(CODE_INDENT, cursor.indent));
    return { kind: "text", text: cursor.rest };
  }
  return undefined;
}

class LinePlanner {
  readonly #open: OpenBlocks;
  readonly #cursor: LineCursor;
  readonly #matched: number;
  readonly #opens: ContainerStart[] = [];

  constructor(open: OpenBlocks, cursor: LineCursor, matched: number) {
    this.#open = open;
    this.#cursor = cursor;
    this.#matched = matched;
  }

  plan(marked: number): LinePlan {
    const isWithin = this.#matched === this.#open.containers.length;
    const keepsLeaf = isWithin && !this.#cursor.isBlank;
    const leaf = keepsLeaf ? this.#open.leaf : undefined;
    const lazy = isWithin ? undefined : this.#open.leaf;
    const step = this.#leafStep(leaf, {
      inParagraph: leaf?.kind === "paragraph",
      afterLazyParagraph: lazy?.kind === "paragraph",
    });
    const isLazy = step.kind === "text" && !isWithin;
    const keep = isLazy ? this.#open.containers.length : this.#keep(step);
    return { keep, opens: this.#opens, leaf: step, marked };
  }

  /** The number of containers that stay open. A list contains only items, so any other block ends it. */
  #keep(step: LeafStep): number {
    const isInList = this.#open.containers[this.#matched - 1]?.start.kind === "list";
    const first = this.#opens[0];
    const fitsList = first ? first.kind === "item" : step.kind === "none";
    return isInList && !fitsList ? this.#matched - 1 : this.#matched;
  }

  #leafStep(leaf: OpenLeaf | undefined, context: StartContext): LeafStep {
    let current = context;
    for (;;) {
      if (this.#cursor.indent >= CODE_INDENT) {
        return this.#indented(leaf, current);
      }
      const special = this.#special(leaf, current);
      if (special) {
        return special;
      }
      if (!this.#openContainer(current)) {
        return this.#text(leaf, current);
      }
      current = { inParagraph: false, afterLazyParagraph: false };
    }
  }

  #indented(leaf: OpenLeaf | undefined, context: StartContext): LeafStep {
    const isText = context.inParagraph || context.afterLazyParagraph || this.#cursor.isBlank;
    if (isText) {
      return this.#text(leaf, context);
    }
    this.#cursor.skipColumns(CODE_INDENT);
    return { kind: "open", leaf: { kind: "code", info: "" }, text: this.#cursor.rest };
  }

  #special(leaf: OpenLeaf | undefined, context: StartContext): LeafStep | undefined {
    const underlined =
      context.inParagraph && leaf?.kind === "paragraph" ? this.#underline(leaf) : undefined;
    if (underlined) {
      return underlined;
    }
    const innermost = this.#opens.at(-1) ?? this.#open.containers[this.#matched - 1]?.start;
    const summary = innermost?.kind === "details" ? summaryStart(this.#cursor.content) : undefined;
    const start = summary ?? leafStart(this.#cursor, context);
    return start && { kind: "open", ...start };
  }

  #underline(paragraph: OpenLeaf & { readonly kind: "paragraph" }): LeafStep | undefined {
    const content = this.#cursor.content.trimEnd();
    const char = content[0];
    const isUnderline =
      (char === "=" || char === "-") &&
      content === char.repeat(content.length) &&
      takeDefinitions(paragraph.text).rest.trim() !== "";
    return isUnderline ? { kind: "underline", level: char === "=" ? 1 : 2 } : undefined;
  }

  #openContainer(context: StartContext): boolean {
    if (this.#matched + this.#opens.length >= MAX_DEPTH) {
      return false;
    }
    const opening = openContainer(this.#cursor, context);
    if (opening === "quote") {
      this.#opens.push({ kind: "quote" });
    } else if (opening && "single" in opening) {
      this.#opens.push(opening.single);
    } else if (opening) {
      this.#opens.push(
        ...(this.#continuesList(opening.list) ? [opening.item] : [opening.list, opening.item]),
      );
    }
    return opening !== undefined;
  }

  #continuesList(list: ContainerStart): boolean {
    const innermost = this.#open.containers[this.#matched - 1]?.start;
    return (
      this.#opens.length === 0 &&
      innermost?.kind === "list" &&
      list.kind === "list" &&
      innermost.ordered === list.ordered &&
      innermost.marker === list.marker
    );
  }

  #text(leaf: OpenLeaf | undefined, context: StartContext): LeafStep {
    if (this.#cursor.isBlank) {
      return { kind: "none" };
    }
    const text = this.#cursor.content;
    const table =
      context.inParagraph && leaf?.kind === "paragraph" && this.#cursor.indent < CODE_INDENT
        ? tableStep(leaf.text, text)
        : undefined;
    if (table) {
      return table;
    }
    const isFurtherLine = context.inParagraph || context.afterLazyParagraph;
    const isRow = leaf?.kind === "table" && this.#opens.length === 0;
    return isFurtherLine || isRow
      ? { kind: "text", text }
      : { kind: "open", leaf: { kind: "paragraph" }, text };
  }
}

function tableStep(paragraph: string, line: string): LeafStep | undefined {
  const alignments = parseDelimiterRow(line);
  if (!alignments || alignments.length > MAX_COLUMNS) {
    return undefined;
  }
  const headerStart = paragraph.lastIndexOf("\n") + 1;
  const headerLine = paragraph.slice(headerStart);
  const header = splitRow(headerLine);
  if (header.length !== alignments.length || headerLine.trim() === "|") {
    return undefined;
  }
  const before = paragraph.slice(0, Math.max(0, headerStart - 1));
  return { kind: "table", before, leaf: { kind: "table", alignments, header } };
}
