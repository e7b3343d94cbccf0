import { leading } from "../fileLines.ts";
import { lineDiff } from "../lineDiff.ts";
import type { MatchPlace } from "./matchText.ts";
import { lineOffsets, reachesEnd, type Region, regionLines, type TextLines } from "./textLines.ts";

export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface NewLine {
  readonly text: string;
  readonly row: number | undefined;
}

/**
 * Shared lines keep the file's bytes. A new line takes its neighbour's line end. The file's last line end changes only
 * if nothing else changes.
 */
export function spliceOf(file: TextLines, place: MatchPlace): Splice {
  const region = wholeLineIfDeleted(file, place);
  const lines = isDeletion(place) ? [{ text: "", row: undefined }] : newLines(file, place);
  const offsets = lineOffsets(file);
  const offset = (line: number, column: number): number => (offsets[line] ?? 0) + column;
  return {
    start: offset(region.startLine, region.startColumn),
    end: offset(region.endLine, region.endColumn),
    text: joined(file, place, withOldEnd(file, place, lines)),
  };
}

export function spliced(text: string, splices: readonly Splice[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const splice of splices) {
    parts.push(text.slice(at, splice.start), splice.text);
    at = splice.end;
  }
  return parts.join("") + text.slice(at);
}

function isDeletion({ after }: MatchPlace): boolean {
  return after.length === 1 && after[0] === "";
}

function wholeLineIfDeleted(file: TextLines, place: MatchPlace): Region {
  const { startLine, startColumn, endLine, endColumn } = place;
  const isWhole = startColumn === 0 && endColumn === (file.lines[endLine] ?? "").length;
  if (!isDeletion(place) || !isWhole || place.before.at(-1) === "") {
    return place;
  }
  if (endLine + 1 < file.lines.length) {
    return { startLine, startColumn, endLine: endLine + 1, endColumn: 0 };
  }
  return startLine === 0
    ? place
    : { ...place, startLine: startLine - 1, startColumn: (file.lines[startLine - 1] ?? "").length };
}

function newLines(file: TextLines, place: MatchPlace): readonly NewLine[] {
  const { before, after, reindent } = place;
  const there = regionLines(file, place);
  const result: NewLine[] = [];
  let row = 0;
  const keepUntil = (end: number): void => {
    for (; row < end; row += 1) {
      result.push({ text: there[row] ?? "", row });
    }
  };
  for (const { start, removed, added } of lineDiff(before, after)) {
    keepUntil(start);
    const isPaired = removed.length === added.length;
    for (const [index, line] of added.entries()) {
      const old = there[row + index];
      const was = isPaired ? removed[index] : undefined;
      const text = reindent(line) ?? line;
      result.push({
        text: old !== undefined && was !== undefined ? changed({ old, was, line, text }) : text,
        row: index < removed.length ? row + index : undefined,
      });
    }
    row += removed.length;
  }
  keepUntil(before.length);
  return result;
}

/**
 * The lines of a changed block. If the depth changes, the indentation comes from `text` in the file's style: `];`
 * becomes `\t);` even if the call has ` );`.
 */
function changed({
  old,
  was,
  line,
  text,
}: {
  readonly old: string;
  readonly was: string;
  readonly line: string;
  readonly text: string;
}): string {
  const [indent, before] = [leading(line), leading(was)];
  if (indent === before) {
    return was.length === old.length ? mixed(old, was, line) : text;
  }
  const [oldRest, wasRest] = [old.slice(leading(old).length), was.slice(before.length)];
  return wasRest.length === oldRest.length
    ? leading(text) + mixed(oldRest, wasRest, line.slice(indent.length))
    : text;
}

function mixed(there: string, was: string, is: string): string {
  const most = Math.min(was.length, is.length);
  let head = 0;
  while (head < most && was[head] === is[head]) {
    head += 1;
  }
  let tail = 0;
  while (tail < most - head && was.at(-1 - tail) === is.at(-1 - tail)) {
    tail += 1;
  }
  const end = there.length - tail;
  return there.slice(0, head) + is.slice(head, is.length - tail) + there.slice(end);
}

function withOldEnd(
  file: TextLines,
  place: MatchPlace,
  lines: readonly NewLine[],
): readonly NewLine[] {
  const isEmptied = lines.length === 1 && lines[0]?.text === "";
  if (!reachesEnd(file, place) || changesOnlyEnd(place) || isEmptied) {
    return lines;
  }
  const hadEnd = file.lines.length > 1 && file.lines.at(-1) === "";
  const hasEnd = lines.length > 1 && lines.at(-1)?.text === "";
  if (hadEnd === hasEnd) {
    return lines;
  }
  return hadEnd ? [...lines, { text: "", row: undefined }] : lines.slice(0, -1);
}

function changesOnlyEnd({ before, after }: MatchPlace): boolean {
  const [was, is] = [before.join("\n"), after.join("\n")];
  return was === `${is}\n` || is === `${was}\n`;
}

function joined(file: TextLines, place: MatchPlace, lines: readonly NewLine[]): string {
  const { ends } = file;
  const own = ({ row = NaN }: NewLine): string => ends[place.startLine + row] ?? "";
  const above = place.startColumn === 0 ? ends[place.startLine - 1] : undefined;
  let near = above ?? ends.find((end) => end !== "") ?? "\n";
  return lines
    .map((line, index) => {
      if (index === lines.length - 1) {
        return line.text;
      }
      const end = own(line);
      near = end === "" ? near : end;
      return line.text + near;
    })
    .join("");
}
