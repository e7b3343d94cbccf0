import { isBlank } from "./fileLines.ts";

/** A part of a patch: replaces the lines `before` with `after`. */
export interface PatchHunk {
  /** First old line, from 1, as the patch gives it; models often get it wrong. */
  readonly line: number | undefined;
  readonly before: string[];
  /** `keeps`: the row of `before` that a context line repeats; the file's spelling of it stays. */
  readonly after: { readonly text: string; readonly keeps?: number }[];
}

const hunkHeader = /^@@(?:\s+-(\d+)(?:,\d+)?\s+\+\d+(?:,\d+)?\s+@@)?/u;
const otherHeader =
  /^(?:diff --git |index [\da-f]+\.\.|(?:new|deleted) file mode |(?:old|new) mode |similarity index |rename (?:from|to) |\\ No newline)/u;
const searchMark = /^<{5,} ?SEARCH\b/u;
const middleMark = /^={5,}\s*$/u;
const replaceMark = /^>{5,} ?REPLACE\b/u;

/** Whether a block is a patch rather than code: a unified diff, or SEARCH and REPLACE blocks. */
export function isPatch(code: readonly string[], language: string): boolean {
  const isNamed = language === "diff" || language === "patch";
  return (
    code.some((line) => /^@@ .*@@/u.test(line) || searchMark.test(line)) ||
    (isNamed && code.some((line) => /^(?:[+-]|@@)/u.test(line)))
  );
}

/** The file that a unified diff changes, according to its header. */
export function patchedFile(code: readonly string[]): string | undefined {
  const row = code.findIndex((_line, index) => isFileHeader(code, index));
  return headerName(code[row + 1] ?? "");
}

/** Undefined if the header names no file. */
function headerName(header: string): string | undefined {
  const name = /^(?:\+\+\+|---) (?:[ab]\/)?([^\t]+)/u.exec(header)?.[1]?.trim();
  return name === "/dev/null" ? undefined : name;
}

/** The patch of one file. */
export interface FilePatch {
  readonly fileName: string;
  readonly kind: "change" | "create" | "delete";
  /** Its part of the patch, as a complete patch. */
  readonly code: readonly string[];
}

/**
 * The files of a unified diff. A header counts only before a hunk: two changed lines that begin
 * with dashes and pluses look the same.
 */
export function patchFiles(code: readonly string[]): readonly FilePatch[] {
  const starts = code.flatMap((_line, row) =>
    isFileHeader(code, row) && code[row + 2]?.startsWith("@@") === true ? [row] : [],
  );
  return starts.flatMap((start, index) => {
    const rest = code.slice(start, starts[index + 1]);
    const next = rest.findIndex((line) => line.startsWith("diff --git "));
    const own = next < 0 ? rest : rest.slice(0, next);
    const end = own.findLastIndex((line) => !isBlank(line)) + 1;
    const before = headerName(code[start] ?? "");
    const after = headerName(code[start + 1] ?? "");
    const fileName = after ?? before;
    const kind = after === undefined ? "delete" : before === undefined ? "create" : "change";
    return fileName === undefined ? [] : [{ fileName, kind, code: own.slice(0, end) } as const];
  });
}

/** The text of the file that a patch creates; undefined if the patch needs existing lines. */
export function createdLines(code: readonly string[]): readonly string[] | undefined {
  const hunks = patchHunks(code);
  return hunks.every(({ before }) => before.every(isBlank))
    ? hunks.flatMap(({ after }) => after.map(({ text }) => text))
    : undefined;
}

export function patchHunks(code: readonly string[]): readonly PatchHunk[] {
  const hunks = code.some((line) => searchMark.test(line)) ? searchHunks(code) : diffHunks(code);
  return hunks.filter(({ before, after }) => before.length + after.length > 0);
}

function searchHunks(code: readonly string[]): readonly PatchHunk[] {
  const hunks: PatchHunk[] = [];
  let part: "none" | "before" | "after" = "none";
  for (const line of code) {
    const current = hunks.at(-1);
    if (searchMark.test(line)) {
      hunks.push({ line: undefined, before: [], after: [] });
      part = "before";
    } else if (part === "before" && middleMark.test(line)) {
      part = "after";
    } else if (part === "after" && replaceMark.test(line)) {
      part = "none";
    } else if (part === "before") {
      current?.before.push(line);
    } else if (part === "after") {
      current?.after.push({ text: line });
    }
  }
  return hunks;
}

function diffHunks(code: readonly string[]): readonly PatchHunk[] {
  const hunks: PatchHunk[] = [];
  for (const [index, row] of code.entries()) {
    const header = hunkHeader.exec(row);
    if (header) {
      const line = header[1] === undefined ? undefined : Number(header[1]);
      hunks.push({ line, before: [], after: [] });
    } else if (!isHeader(code, index)) {
      const current = hunks.at(-1) ?? { line: undefined, before: [], after: [] };
      if (hunks.length === 0) {
        hunks.push(current);
      }
      addRow(current, row);
    }
  }
  return hunks;
}

/** `--- a` followed by `+++ b`; alone, the first may be a removed line that begins with dashes. */
function isFileHeader(code: readonly string[], index: number): boolean {
  return code[index]?.startsWith("--- ") === true && code[index + 1]?.startsWith("+++ ") === true;
}

function isHeader(code: readonly string[], index: number): boolean {
  return (
    isFileHeader(code, index) ||
    (index > 0 && isFileHeader(code, index - 1)) ||
    otherHeader.test(code[index] ?? "")
  );
}

function addRow({ before, after }: PatchHunk, row: string): void {
  const text = row.slice(1);
  if (row.startsWith("+")) {
    after.push({ text });
  } else if (row.startsWith("-")) {
    before.push(text);
  } else {
    after.push({ text: row.startsWith(" ") ? text : row, keeps: before.length });
    before.push(row.startsWith(" ") ? text : row);
  }
}
