import { linesOf } from "../../../edits/fileLines.ts";
import { lineDiff } from "../../../edits/lineDiff.ts";
import { noticeMark } from "../../../edits/refusedContent.ts";
import type { FileProblem, WorkspacePath } from "./workspace.ts";

const maxLine = 2_000;
const maxExcerptLines = 40;
const maxDiffLines = 400;

/** The lines of a file as they are shown: a byte order mark is no part of the text. */
export function shownLines(text: string): readonly string[] {
  return linesOf(withoutMark(text));
}

export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/u, "");
}

export function numberedLine(line: string, number: number): string {
  const shown = line.length > maxLine ? `${line.slice(0, maxLine)} ${notice("line cut")}` : line;
  return `${number}\t${shown}`;
}

/** A remark to the model within a file's text. A file that contains this mark is refused. */
export function notice(text: string): string {
  return `${noticeMark} ${text}]`;
}

export function excerpt(lines: readonly string[], start: number, end: number): string {
  const from = Math.max(1, start);
  const to = Math.min(lines.length, end, from + maxExcerptLines - 1);
  return lines
    .slice(from - 1, to)
    .map((line, index) => numberedLine(line, from + index))
    .join("\n");
}

export function shownDiff(before: string, after: string): string {
  const [old, now] = [shownLines(before), shownLines(after)];
  const rows = lineDiff(old, now).flatMap(({ start, removed, added }) => [
    `@@ ${start + 1} @@`,
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
  ]);
  return rows.length > maxDiffLines
    ? [...rows.slice(0, maxDiffLines), `… ${rows.length - maxDiffLines} more lines`].join("\n")
    : rows.join("\n");
}

export function problemText({ shown }: WorkspacePath, { problem, detail }: FileProblem): string {
  const text = problemTexts[problem](shown, detail ?? "unknown reason");
  return problem === "notSaved" ? text : `Not done, nothing was changed. ${text}`;
}

const problemTexts: Readonly<
  Record<FileProblem["problem"], (shown: string, detail: string) => string>
> = {
  missing: (shown) => `There is no file ${shown}. Use list_files to find it.`,
  notAFile: (shown) => `${shown} is no file.`,
  binary: (shown) => `${shown} is no text: it has NUL bytes.`,
  tooLarge: (shown) => `${shown} is larger than 2 MB.`,
  notUtf8: (shown) =>
    `${shown} is not UTF-8, and no editor has it open. Leave it, or ask the person.`,
  notOpen: (shown) =>
    `${shown} is not UTF-8: it can be read and changed only while it is open in the editor. Ask the person to open it, in its encoding.`,
  otherEncoding: (shown, detail) =>
    `The editor has ${shown} open as ${detail}, in which it would not write it back as it is. Ask the person for "Reopen with Encoding".`,
  notEncodable: (shown, detail) =>
    `The encoding of ${shown}, ${detail}, lacks characters of the new text. Use only characters that it has.`,
  changed: (shown) => `${shown} has changed meanwhile. Read it again.`,
  unsaved: (shown) =>
    `The person has changed ${shown} in the editor and not saved it. Ask the person to save it.`,
  notSaved: (shown) =>
    `${shown} was changed in the editor, which has not saved it. Read it again before you go on.`,
  failed: (shown, detail) => `The system refuses ${shown}: ${detail}`,
};
