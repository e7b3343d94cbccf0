import type { TextEdit } from "../../src/edits/match/matchText.ts";
import type { HistoryHunk } from "./historyHunks.ts";
import { plainText } from "./plainText.ts";

/** One call on a file that is not as the model believes. */
export interface DriftedEdit {
  readonly text: string;
  /** The meant place in the text. */
  readonly start: number;
  readonly end: number;
  /** What has to be there; undefined if no place is meant for certain, so that the edit must be refused. */
  readonly expected: string | undefined;
  readonly edit: TextEdit;
}

/** The edit under this drift; undefined if the drift changes nothing here, or another place is meant then. */
type Drift = (hunk: HistoryHunk, index: number) => DriftedEdit | undefined;

type Rows = readonly string[];
const minVisible = 12;

const noDrift: Drift = (hunk) => drifted(hunk, {});
const crlfFile: Drift = (hunk) => drifted(hunk, { fileEnd: () => "\r\n" });
const crlfCall: Drift = (hunk) => drifted(hunk, { callEnd: "\r\n" });
const mixedEnds: Drift = (hunk) =>
  drifted(hunk, { fileEnd: (row) => (row % 3 === 0 ? "\r\n" : "\n") });
const trailing: Drift = (hunk, index) =>
  drifted(hunk, {
    [index % 2 === 0 ? "file" : "call"]: (line: string, row: number) =>
      row % 2 === 0 ? `${line}  ` : line,
  });
const typography: Drift = (hunk) =>
  drifted(hunk, {
    file: (line) =>
      line
        .replaceAll(/"([^"]*)"/gu, "\u201C$1\u201D")
        .replaceAll("'", "\u2019")
        .replaceAll(" - ", " \u2013 "),
  });
const shift: Drift = (hunk, index) => {
  const rows = [...hunk.before, ...hunk.after].filter((line) => line.trim() !== "");
  const least = Math.min(...rows.map((line) => /^ */u.exec(line)?.[0].length ?? 0));
  const by = index % 2 === 0 ? 4 : Math.min(2, least) * -1;
  return drifted(hunk, {
    call: (line) => (line.trim() === "" ? line : by > 0 ? " ".repeat(by) + line : line.slice(-by)),
  });
};
function toTabs(line: string): string {
  return line.replace(/^(?: {2})+/u, (indent) => "\t".repeat(indent.length / 2));
}
const tabs: Drift = (hunk, index) => {
  if (hunk.before.every((line) => toTabs(line) === line)) {
    // Nothing in the call tells how the file is indented.
    return undefined;
  }
  return index % 2 === 0
    ? drifted(hunk, { file: toTabs, expectedLine: toTabs })
    : drifted(hunk, { call: toTabs });
};
const numbers: Drift = (hunk, index) => {
  const mark = ["\t", "\u2192", "| ", ": "][index % 4] ?? "\t";
  return drifted(hunk, {
    call: (line, row) =>
      `${String(hunk.start + row + 1).padStart(index % 2 === 0 ? 1 : 6)}${mark}${line}`,
  });
};
const escapes: Drift = (hunk, index) => {
  const rows = [...hunk.before, ...hunk.after].join("\n");
  if (index % 2 === 0) {
    return drifted(hunk, { callText: (text) => JSON.stringify(text).slice(1, -1) });
  }
  return rows.includes("\\") || !hunk.before.join("").includes('"')
    ? undefined
    : drifted(hunk, { callText: (text) => text.replaceAll('"', String.raw`\"`) });
};
const doubled: Drift = (hunk) => {
  const edit = drifted(hunk, {
    lines: [...hunk.lines, "// the same again", ...hunk.before, "// end"],
  });
  return edit && { ...edit, expected: undefined };
};
const doubledNear: Drift = (hunk) => {
  const gap = Array.from({ length: 60 }, (_, row) => `// far away, line ${row}`);
  const edit = drifted(hunk, { lines: [...hunk.lines, ...gap, ...hunk.before, "// end"] });
  return edit && { ...edit, edit: { ...edit.edit, nearLine: hunk.start + 1 } };
};
const moved: Drift = (hunk) => {
  const { lines, start, before } = hunk;
  const rest = [...lines.slice(0, start), ...lines.slice(start + before.length)];
  return drifted({ ...hunk, start: rest.length }, { lines: [...rest, ...before, "// end"] });
};
const wrongWord: Drift = (hunk) => {
  const row = hunk.before.findIndex((line) => /[A-Za-z]{4}/u.test(line));
  const edit = drifted(hunk, {
    call: (line, at) => (at === row ? line.replace(/[A-Za-z]{4}/u, "wrnG") : line),
  });
  return row < 0 || !edit ? undefined : { ...edit, expected: undefined };
};

/** Every drift by its name in the table. */
export const drifts = {
  none: noDrift,
  "CRLF in the file": crlfFile,
  "CRLF in the call": crlfCall,
  "mixed line ends": mixedEnds,
  "blanks at line ends": trailing,
  "typographic quotes": typography,
  "shifted indentation": shift,
  "tabs for spaces": tabs,
  "copied line numbers": numbers,
  "escaped once more": escapes,
  "doubled block": doubled,
  "doubled, near_line": doubledNear,
  "moved block": moved,
  "one wrong word": wrongWord,
} satisfies Readonly<Record<string, Drift>>;

interface Changes {
  readonly lines?: Rows;
  readonly file?: (line: string, row: number) => string;
  readonly fileEnd?: (row: number) => string;
  /** `row` counts from the first line of the call. */
  readonly call?: (line: string, row: number) => string;
  readonly callText?: (text: string) => string;
  readonly callEnd?: string;
  readonly expectedLine?: (line: string) => string;
}

function drifted(hunk: HistoryHunk, changes: Changes): DriftedEdit | undefined {
  const { call = same, callText = same, callEnd = "\n", expectedLine = same } = changes;
  const place = placeIn(hunk, changes);
  const oldText = callText(hunk.before.map(call).join(callEnd));
  const newText = callText(hunk.after.map(call).join(callEnd));
  const expected = hunk.after.map(expectedLine).join("\n");
  const drift = { ...place, expected, edit: { oldText, newText } };
  return isMeaningful(hunk, changes, drift) ? drift : undefined;
}

function placeIn(
  hunk: HistoryHunk,
  { lines = hunk.lines, file = same, fileEnd = () => "\n" }: Changes,
): Pick<DriftedEdit, "text" | "start" | "end"> {
  const rows = lines.map(file);
  const ends = rows.map((_, row) => (row === rows.length - 1 ? "" : fileEnd(row)));
  const textOf = (count: number): string =>
    rows
      .slice(0, count)
      .map((row, index) => row + (ends[index] ?? ""))
      .join("");
  const last = hunk.start + hunk.before.length;
  const start = textOf(hunk.start).length;
  return {
    text: textOf(rows.length),
    start,
    end: textOf(last).length - (ends[last - 1] ?? "").length,
  };
}

function isMeaningful(
  hunk: HistoryHunk,
  changes: Changes,
  { text, start, end, edit: { oldText, newText } }: DriftedEdit,
): boolean {
  const asItIs = hunk.before.join("\n");
  const isSame = text === hunk.lines.join("\n") && oldText === asItIs;
  const isShort = asItIs.replaceAll(/\s/gu, "").length < minVisible;
  // What the model wrote stands elsewhere to the letter: then that place is meant.
  const elsewhere = plainText(text.slice(0, start) + text.slice(end));
  const isOther = oldText !== asItIs && elsewhere.includes(plainText(oldText));
  return (
    !(isSame && Object.keys(changes).length > 0) && !isShort && oldText !== newText && !isOther
  );
}

function same(text: string): string {
  return text;
}
