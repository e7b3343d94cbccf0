import { isBlank } from "../fileLines.ts";

export interface EditLines {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const numbered = /^\s*(\d{1,7})(?:\t|\u2192|\||:)(.*)$/su;

/** Undefined if the numbers are not consecutive, or only some new lines have numbers. */
export function withoutLineNumbers({
  before,
  after,
}: EditLines): { readonly lines: EditLines; readonly firstNumber: number } | undefined {
  const rows = before.map((line) => numbered.exec(line));
  const first = rows.findIndex((row) => row !== null);
  const firstNumber = Number(rows[first]?.[1]) - first;
  const areNumbered =
    first >= 0 &&
    rows.every((row, index) =>
      row ? Number(row[1]) === firstNumber + index : isBlank(before[index] ?? ""),
    );
  const newRows = after.map((line) => numbered.exec(line));
  const visible = after.flatMap((line, index) => (isBlank(line) ? [] : [newRows[index]]));
  const someNew = visible.some((row) => row);
  if (!areNumbered || (someNew && visible.some((row) => !row))) {
    return undefined;
  }
  const skipped = spaceAfterNumbers(someNew ? [...rows, ...newRows] : rows);
  const bodies = (given: EditLines["before"], matches: typeof rows): EditLines["before"] =>
    given.map((line, index) => matches[index]?.[2]?.slice(skipped) ?? line);
  const lines = {
    before: bodies(before, rows),
    after: someNew ? bodies(after, newRows) : after,
  };
  return { lines, firstNumber };
}

function spaceAfterNumbers(rows: readonly (RegExpExecArray | null)[]): number {
  const texts = rows.flatMap((row) => row?.[2] ?? []).filter((text) => !isBlank(text));
  return texts.every((text) => text.startsWith(" ")) ? 1 : 0;
}

export function unescapedForms(edit: EditLines): readonly EditLines[] {
  return [jsonForm, quotesForm, backslashForm].flatMap((form) => {
    const before = form(edit.before.join("\n"), true);
    const after = form(edit.after.join("\n"), false);
    return before === undefined || after === undefined
      ? []
      : [{ before: before.split("\n"), after: after.split("\n") }];
  });
}

type Unescape = (text: string, mustDiffer: boolean) => string | undefined;

const jsonEscapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

const jsonForm: Unescape = (text, mustDiffer) => {
  const isEscaped = /^(?:[^"\\\n]|\\[nrt"\\/])*$/u.test(text);
  if (!isEscaped || (mustDiffer && !text.includes("\\"))) {
    return undefined;
  }
  return text
    .replaceAll(/\\(.)/gu, (_, character: string) => jsonEscapes[character] ?? character)
    .replaceAll("\r\n", "\n");
};

const quotesForm: Unescape = (text, mustDiffer) => {
  const kinds = ['"', "'", "`"].filter((quote) => text.includes(`\\${quote}`));
  const areAll = kinds.every(
    (quote) => !new RegExp(`(?<!\\\\)(?:\\\\\\\\)*${quote}`, "u").test(text),
  );
  const isOther = mustDiffer ? kinds.length > 0 : kinds.length > 0 || !/["'`]/u.test(text);
  if (!areAll || !isOther) {
    return undefined;
  }
  return text.replaceAll(/\\(["'`])/gu, "$1");
};

const backslashForm: Unescape = (text, mustDiffer) => {
  const runs = text.match(/\\+/gu) ?? [];
  const areDoubled = runs.every((run) => run.length % 2 === 0);
  return areDoubled && (runs.length > 0 || !mustDiffer) ? text.replaceAll("\\\\", "\\") : undefined;
};
