import { isBlank } from "../fileLines.ts";

export interface PatchHunk {
  /** From 1. Models often get it wrong. */
  readonly line: number | undefined;
  readonly before: string[];
  /** `keeps`: the row of `before` whose spelling in the file stays. */
  readonly after: { readonly text: string; readonly keeps?: number }[];
}

const hunkHeader = /^@@(?:\s+-(\d+)(?:,\d+)?\s+\+\d+(?:,\d+)?\s+@@)?/u;
const otherHeader =
  /^(?:diff --git |index [\da-f]+\.\.|(?:new|deleted) file mode |(?:old|new) mode |similarity index |rename (?:from|to) |\\ No newline)/u;
const searchMark = /^<{5,} ?SEARCH\b/u;
const middleMark = /^={5,}\s*$/u;
const replaceMark = /^>{5,} ?REPLACE\b/u;

export function isPatch(code: readonly string[], language: string): boolean {
  const isNamed = language === "diff" || language === "patch";
  return (
    code.some((line) => /^@@ .*@@/u.test(line) || searchMark.test(line)) ||
    (isNamed && code.some((line) => /^(?:[+-]|@@)/u.test(line)))
  );
}

export function patchedFile(code: readonly string[]): string | undefined {
  const row = code.findIndex((_line, index) => isFileHeader(code, index));
  return headerName(code[row + 1] ?? "");
}

function headerName(header: string): string | undefined {
  const name = /^(?:\+\+\+|---) (?:[ab]\/)?([^\t]+)/u.exec(header)?.[1]?.trim();
  return name === "/dev/null" ? undefined : name;
}

export interface FilePatch {
  readonly fileName: string;
  readonly kind: "change" | "create" | "delete";
  readonly code: readonly string[];
}

/** A header counts only before a hunk: a changed line may also begin with dashes or pluses. */
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

/** A header is both lines together: `--- a` alone may be a removed line. */
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
