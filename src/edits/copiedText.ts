import { isBlank } from "./fileLines.ts";

/** What to find and what to put there, in lines. */
export interface EditLines {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const numbered = /^\s*(\d{1,7})(?:\t|\u2192|\||:)(.*)$/su;

/**
 * The edit without the line numbers of a listing, and the first number; undefined if the lines are not numbered one
 * after another, or only some of the new lines have numbers.
 */
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

/** One space after the numbers, if every line has it there. */
function spaceAfterNumbers(rows: readonly (RegExpExecArray | null)[]): number {
  const texts = rows.flatMap((row) => row?.[2] ?? []).filter((text) => !isBlank(text));
  return texts.every((text) => text.startsWith(" ")) ? 1 : 0;
}

/** Each way in which texts are escaped once too often. */
export function unescapedForms(edit: EditLines): readonly EditLines[] {
  return [jsonForm, quotesForm, backslashForm].flatMap((form) => {
    const before = form(edit.before.join("\n"), true);
    const after = form(edit.after.join("\n"), false);
    return before === undefined || after === undefined
      ? []
      : [{ before: before.split("\n"), after: after.split("\n") }];
  });
}

/** A text without its escapes; undefined if it does not look escaped in this way. */
type Unescape = (text: string, mustDiffer: boolean) => string | undefined;

const jsonEscapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** The inside of a JSON string: no line end and no quote stands alone. */
const jsonForm: Unescape = (text, mustDiffer) => {
  const isEscaped = /^(?:[^"\\\n]|\\[nrt"\\/])*$/u.test(text);
  if (!isEscaped || (mustDiffer && !text.includes("\\"))) {
    return undefined;
  }
  return text
    .replaceAll(/\\(.)/gu, (_, character: string) => jsonEscapes[character] ?? character)
    .replaceAll("\r\n", "\n");
};

/** Only quotes are escaped, and every quote is. */
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

/** Only backslashes are doubled. */
const backslashForm: Unescape = (text, mustDiffer) => {
  const runs = text.match(/\\+/gu) ?? [];
  const areDoubled = runs.every((run) => run.length % 2 === 0);
  return areDoubled && (runs.length > 0 || !mustDiffer) ? text.replaceAll("\\\\", "\\") : undefined;
};
