import { indentWidth, isBlank } from "./fileLines.ts";

const minLetters = 3;

export function fitIndentation(
  fragment: readonly string[],
  file: readonly string[],
): readonly string[] {
  const styled = withStyle(fragment, file);
  const shift = commonShift(styled, file);
  return shift === 0 ? styled : styled.map((line) => shifted(line, shift, usesTabs(file)));
}

export function withStyle(fragment: readonly string[], file: readonly string[]): readonly string[] {
  const fileTabs = usesTabs(file);
  const isIndented = fragment.some((line) => /^\s+\S/u.test(line));
  if (
    !isIndented ||
    fileTabs === usesTabs(fragment) ||
    !file.some((line) => /^\s+\S/u.test(line))
  ) {
    return fragment;
  }
  const unit = spaceUnit(fileTabs ? fragment : file);
  return fragment.map((line) => {
    const text = line.trimStart();
    const leading = line.slice(0, line.length - text.length);
    const depth = leading.replaceAll("\t", " ".repeat(unit)).length;
    return fileTabs
      ? "\t".repeat(Math.floor(depth / unit)) + " ".repeat(depth % unit) + text
      : " ".repeat(depth) + text;
  });
}

export function usesTabs(lines: readonly string[]): boolean {
  let tabs = 0;
  for (const line of lines) {
    tabs += line.startsWith("\t") ? 1 : line.startsWith("  ") ? -1 : 0;
  }
  return tabs > 0;
}

function spaceUnit(lines: readonly string[]): number {
  const depths = lines
    .map((line) => /^( +)\S/u.exec(line)?.[1]?.length ?? 0)
    .filter((depth) => depth > 1);
  return depths.length === 0 ? 4 : Math.min(8, ...depths);
}

/** The number of columns by which the file's lines are deeper; 0 if any line already fits. */
function commonShift(fragment: readonly string[], file: readonly string[]): number {
  const places = new Map<string, number | "many">();
  for (const line of file) {
    const text = line.trim();
    places.set(text, places.has(text) ? "many" : indentWidth(line));
  }
  const votes = new Map<number, number>();
  for (const line of fragment) {
    const depth = places.get(line.trim());
    if (typeof depth === "number" && letters(line) >= minLetters) {
      const shift = depth - indentWidth(line);
      votes.set(shift, (votes.get(shift) ?? 0) + 1);
    }
  }
  if (votes.has(0)) {
    return 0;
  }
  const [winner] = [...votes].toSorted(([, a], [, b]) => b - a);
  return winner?.[0] ?? 0;
}

export function shifted(line: string, columns: number, fileTabs: boolean): string {
  if (isBlank(line)) {
    return line;
  }
  // Spaces after tabs align a line with the line above: only the tabs change.
  const tabs = fileTabs && columns % 4 === 0 ? (/^\t+(?= )/u.exec(line)?.[0].length ?? 0) : 0;
  if (tabs > 0 && tabs + columns / 4 >= 0) {
    return "\t".repeat(tabs + columns / 4) + line.slice(tabs);
  }
  const text = line.trimStart();
  const width = Math.max(0, indentWidth(line) + columns);
  return fileTabs
    ? "\t".repeat(Math.floor(width / 4)) + " ".repeat(width % 4) + text
    : " ".repeat(width) + text;
}

export function letters(line: string): number {
  return line.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}
