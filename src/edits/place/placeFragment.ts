import { isElision } from "../elision.ts";
import { indentWidth, isBlank } from "../fileLines.ts";
import { fitIndentation, letters } from "../indentation.ts";
import { weightOf } from "../match/lineScore.ts";
import { align, type Fragment, type Hint, type Step } from "./align.ts";
import { fileWindow } from "./fileWindow.ts";

const minConfidence = 0.25;
const minLikeness = 0.39;

export interface PlacedLines {
  readonly lines: readonly string[];
  readonly confidence: number;
}

export interface FragmentOptions {
  readonly language: string;
  readonly hint?: Hint | undefined;
}

/** Uses the lines that both share. Rows such as `// … existing code …` stand for unchanged lines. */
export function placeFragment(
  file: readonly string[],
  code: readonly string[],
  options: FragmentOptions,
): PlacedLines | undefined {
  const { hint } = options;
  const { start, end } = fileWindow(file, code, hint);
  const shifted = hint && { first: hint.first - start, last: hint.last - start };
  const placed = placeIn(file.slice(start, end), code, { ...options, hint: shifted });
  return (
    placed && {
      ...placed,
      lines: [...file.slice(0, start), ...placed.lines, ...file.slice(end)],
    }
  );
}

function placeIn(
  file: readonly string[],
  code: readonly string[],
  { language, hint }: FragmentOptions,
): PlacedLines | undefined {
  const lines = fitIndentation(code, file);
  const isElided = lines.map((line) => isElision(line, language));
  const fragment: Fragment = { lines, isElided };
  const steps = align(fragment, file, hint);
  if (!steps) {
    return undefined;
  }
  const confidence = confidenceOf(fragment, steps);
  if (isAnchored(fragment, steps) || isElided.includes(true)) {
    return confidence >= minConfidence
      ? { lines: rebuilt(fragment, file, steps), confidence }
      : undefined;
  }
  return (
    replaceDefinition(fragment, file, steps) ??
    replaceHinted(fragment, file, hint) ??
    (confidence >= minConfidence && hasSureMatch(fragment, steps)
      ? { lines: rebuilt(fragment, file, steps), confidence }
      : undefined)
  );
}

function confidenceOf({ lines, isElided }: Fragment, steps: readonly Step[]): number {
  let all = 0;
  for (const [row, line] of lines.entries()) {
    all += isElided[row] === true || letters(line) === 0 ? 0 : weightOf(line);
  }
  let found = 0;
  for (const { fragmentRow, similarity } of steps) {
    const line = fragmentRow === undefined ? "" : (lines[fragmentRow] ?? "");
    found += letters(line) === 0 ? 0 : similarity * weightOf(line);
  }
  return all === 0 ? 0 : found / all;
}

function isAnchored({ lines }: Fragment, steps: readonly Step[]): boolean {
  const first = lines.findIndex((line) => !isBlank(line));
  const last = lines.findLastIndex((line) => !isBlank(line));
  const likenessOf = (row: number): number =>
    steps.find(({ fragmentRow }) => fragmentRow === row)?.similarity ?? 0;
  return likenessOf(first) > minLikeness && likenessOf(last) > minLikeness;
}

function hasSureMatch({ lines }: Fragment, steps: readonly Step[]): boolean {
  return steps.some(
    ({ fragmentRow, similarity }) =>
      similarity >= 0.7 && fragmentRow !== undefined && letters(lines[fragmentRow] ?? "") >= 4,
  );
}

function replaceDefinition(
  { lines }: Fragment,
  file: readonly string[],
  steps: readonly Step[],
): PlacedLines | undefined {
  const head = steps.find(
    ({ fragmentRow, similarity }) => fragmentRow === 0 && similarity > minLikeness,
  )?.fileRow;
  const [firstLine = ""] = lines;
  if (head === undefined || !isOneDefinition(lines)) {
    return undefined;
  }
  const end = endOfDefinition(file, head, closingOf(lines));
  return end === undefined
    ? undefined
    : {
        lines: [...file.slice(0, head), ...lines, ...file.slice(end)],
        confidence: weightOf(firstLine) / lines.length + minConfidence,
      };
}

function isOneDefinition(lines: readonly string[]): boolean {
  const depth = indentWidth(lines[0] ?? "");
  const body = lines.slice(1, closingOf(lines) === undefined ? undefined : -1);
  return (
    body.some((line) => !isBlank(line)) &&
    body.every((line) => isBlank(line) || indentWidth(line) > depth)
  );
}

function closingOf(lines: readonly string[]): string | undefined {
  const last = lines.at(-1) ?? "";
  const isClosing = indentWidth(last) === indentWidth(lines[0] ?? "") && lines.length > 1;
  return isClosing && letters(last) <= 3 ? last.trim() : undefined;
}

function endOfDefinition(
  file: readonly string[],
  head: number,
  closing: string | undefined,
): number | undefined {
  const depth = indentWidth(file[head] ?? "");
  const isOutside = (line: string): boolean => !isBlank(line) && indentWidth(line) <= depth;
  const next = file.findIndex((line, row) => row > head && isOutside(line));
  if (closing !== undefined) {
    return next >= 0 && file[next]?.trim() === closing ? next + 1 : undefined;
  }
  let end = next < 0 ? file.length : next;
  while (end > head + 1 && isBlank(file[end - 1] ?? "")) {
    end -= 1;
  }
  return end;
}

/** Last resort: replaces the lines that the block's header names. */
function replaceHinted(
  { lines }: Fragment,
  file: readonly string[],
  hint: Hint | undefined,
): PlacedLines | undefined {
  return hint && hint.last < file.length
    ? {
        lines: [...file.slice(0, hint.first), ...lines, ...file.slice(hint.last + 1)],
        confidence: minConfidence,
      }
    : undefined;
}

function rebuilt(
  { lines }: Fragment,
  file: readonly string[],
  steps: readonly Step[],
): readonly string[] {
  const used = steps.flatMap(({ kind, fileRow }) =>
    kind === "insert" || fileRow === undefined ? [] : fileRow,
  );
  const inserted = steps.find(({ kind }) => kind === "insert")?.fileRow ?? file.length;
  const start = used[0] ?? inserted;
  const end = (used.at(-1) ?? start - 1) + 1;
  return [
    ...file.slice(0, start),
    ...steps.flatMap((step) => lineOf(step, lines, file)),
    ...file.slice(end),
  ];
}

function lineOf(
  { kind, fragmentRow, fileRow }: Step,
  lines: readonly string[],
  file: readonly string[],
): readonly string[] {
  const own = fragmentRow === undefined ? [] : [lines[fragmentRow] ?? ""];
  const there = fileRow === undefined ? "" : (file[fileRow] ?? "");
  switch (kind) {
    case "keep":
      return [there];
    case "delete":
      return [];
    case "match":
      return own[0]?.trimEnd() === there.trimEnd() ? [there] : own;
    default:
      return own;
  }
}
