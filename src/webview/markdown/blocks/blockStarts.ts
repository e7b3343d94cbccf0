import { openFence } from "../../../shared/text/fences.ts";
import { unescapeText } from "../inline/characters.ts";
import { hasMathSign, mathAtStart } from "../math/mathSyntax.ts";
import type { ContainerStart, LeafStart } from "./blockTypes.ts";
import { htmlBlockStart } from "./htmlBlocks.ts";
import { isSpaceOrTab, type LineCursor } from "./lineCursor.ts";

export interface StartContext {
  readonly inParagraph: boolean;
  readonly afterLazyParagraph: boolean;
}

export type ContainerOpening =
  | "quote"
  | { readonly single: ContainerStart }
  | { readonly list: ContainerStart; readonly item: ContainerStart };

export const CODE_INDENT = 4;

const thematicBreak = /^(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$/;
const atxHeading = /^(#{1,6})(?:[ \t]+|$)/;
const detailsTag = /^<details([ \t]+open(?:=(?:""|"open"|open))?)?[ \t]*>/i;
const summaryLine = /^<summary>(.*)<\/summary>[ \t]*$/i;
const detailsEnd = /^<\/details>[ \t]*$/i;
const footnote = /^\[\^([^\s[\]\\]{1,40})\]:[ \t]+(?=\S)/;
const listMarker = /^(?:([*+-])|(\d{1,9})([.)]))(?=[ \t]|$)/;

export function openContainer(
  cursor: LineCursor,
  context: StartContext,
): ContainerOpening | undefined {
  const { content } = cursor;
  if (content.startsWith(">")) {
    skipQuoteMarker(cursor);
    return "quote";
  }
  const details = detailsTag.exec(content);
  if (details) {
    cursor.skipToContent();
    cursor.skipCharacters(details[0].length);
    return { single: { kind: "details", isOpen: details[1] !== undefined } };
  }
  const note = footnote.exec(content);
  if (note) {
    cursor.skipToContent();
    cursor.skipCharacters(note[0].length);
    return { single: { kind: "footnote", label: note[1] ?? "" } };
  }
  return thematicBreak.test(content) ? undefined : openListItem(cursor, context);
}

export function endsDetails(cursor: LineCursor): boolean {
  return cursor.indent < CODE_INDENT && detailsEnd.test(cursor.content);
}

export function summaryStart(
  content: string,
): { readonly leaf: LeafStart; readonly text: string } | undefined {
  const text = summaryLine.exec(content)?.[1]?.trim();
  return text === undefined || text === "" ? undefined : { leaf: { kind: "summary" }, text };
}

export function skipQuoteMarker(cursor: LineCursor): void {
  cursor.skipToContent();
  cursor.skipCharacters(1);
  if (isSpaceOrTab(cursor.line[cursor.offset])) {
    cursor.skipColumns(1);
  }
}

function openListItem(
  cursor: LineCursor,
  { inParagraph }: StartContext,
): ContainerOpening | undefined {
  const match = listMarker.exec(cursor.content);
  if (!match) {
    return undefined;
  }
  const [marker, bullet, number = "", delimiter = ""] = match;
  const isEmpty = cursor.content.slice(marker.length).trim() === "";
  const isOrdered = bullet === undefined;
  if (inParagraph && (isEmpty || (isOrdered && Number(number) !== 1))) {
    return undefined;
  }
  const contentIndent = cursor.indent + skipListMarker(cursor, marker.length, isEmpty);
  return {
    list: { kind: "list", ordered: isOrdered, first: Number(number), marker: bullet ?? delimiter },
    item: { kind: "item", contentIndent },
  };
}

function skipListMarker(cursor: LineCursor, markerLength: number, isEmpty: boolean): number {
  cursor.skipToContent();
  cursor.skipCharacters(markerLength);
  const spaces = cursor.indent;
  const isCode = spaces > CODE_INDENT;
  const padding = isEmpty || isCode ? 1 : spaces;
  cursor.skipColumns(padding);
  return markerLength + padding;
}

export function leafStart(
  cursor: LineCursor,
  context: StartContext,
): { readonly leaf: LeafStart; readonly text?: string } | undefined {
  const { content } = cursor;
  if (thematicBreak.test(content)) {
    return { leaf: { kind: "rule" } };
  }
  if (content.startsWith("<") && !detailsTag.test(content)) {
    const leaf = htmlBlockStart(content, context.inParagraph || context.afterLazyParagraph);
    return leaf && { leaf, text: cursor.rest };
  }
  return headingStart(content) ?? fenceStart(content, cursor.indent) ?? mathStart(content);
}

function mathStart(content: string): { leaf: LeafStart; text: string } | undefined {
  const text = content.trimEnd();
  const close = text.startsWith("$$") ? "$$" : text.startsWith("\\[") ? "\\]" : undefined;
  if (close === undefined) {
    return undefined;
  }
  const isWhole = mathAtStart(text)?.raw.length === text.length;
  const isOpen = !text.includes(close, 2) && (text.length === 2 || hasMathSign(text.slice(2)));
  return isWhole || isOpen ? { leaf: { kind: "math", close, isWhole }, text } : undefined;
}

function headingStart(content: string): { leaf: LeafStart; text: string } | undefined {
  const match = atxHeading.exec(content);
  if (!match) {
    return undefined;
  }
  const [opening, marks = ""] = match;
  const text = withoutClosingMarks(content.slice(opening.length).trim());
  return { leaf: { kind: "heading", level: marks.length }, text };
}

function withoutClosingMarks(text: string): string {
  let end = text.length;
  while (text[end - 1] === "#") {
    end -= 1;
  }
  return end === 0 || isSpaceOrTab(text[end - 1]) ? text.slice(0, end).trimEnd() : text;
}

function fenceStart(content: string, indent: number): { leaf: LeafStart } | undefined {
  const fence = openFence(content);
  if (!fence) {
    return undefined;
  }
  return {
    leaf: {
      kind: "code",
      fence: { ...fence, indent },
      info: unescapeText(content.slice(fence.length).trim()),
    },
  };
}
