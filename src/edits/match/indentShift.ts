import { isBlank, leading } from "../fileLines.ts";

export type Reindent = (line: string) => string | undefined;

interface Pair {
  readonly from: string;
  readonly to: string;
}

const tabWidths = [4, 2, 8, 3];

/**
 * The one change of indentation that turns every `given` line into the file's line. Undefined if two such changes
 * indent `others` differently.
 */
export function indentShift(
  given: readonly string[],
  there: readonly string[],
  others: readonly string[],
): Reindent | undefined {
  const pairs = given.flatMap((line, row): Pair[] =>
    isBlank(line) ? [] : [{ from: leading(line), to: leading(there[row] ?? "") }],
  );
  const text = textShift(pairs);
  if (text) {
    return reindentWith(text);
  }
  const fits = tabWidths.flatMap((width) => widthShift(pairs, width) ?? []);
  // Prefer a change of style at the same depth over a change of style and depth.
  const plain = fits.filter(({ depth }) => depth === 0);
  const candidates = (plain.length > 0 ? plain : fits).map(({ map }) => reindentWith(map));
  const [first] = candidates;
  const isClear = others.every((line) => new Set(candidates.map((fit) => fit(line))).size === 1);
  return first && isClear ? first : undefined;
}

type MapIndent = (indent: string) => string | undefined;

function reindentWith(map: MapIndent): Reindent {
  return (line) => {
    if (isBlank(line)) {
      return line;
    }
    const indent = leading(line);
    const mapped = map(indent);
    return mapped === undefined ? undefined : mapped + line.slice(indent.length);
  };
}

function textShift(pairs: readonly Pair[]): MapIndent | undefined {
  const [first] = pairs;
  if (!first) {
    return undefined;
  }
  const added = first.to.slice(0, Math.max(0, first.to.length - first.from.length));
  if (pairs.every(({ from, to }) => to === added + from)) {
    return (indent) => added + indent;
  }
  const taken = first.from.slice(0, Math.max(0, first.from.length - first.to.length));
  return pairs.every(({ from, to }) => from === taken + to)
    ? (indent) => (indent.startsWith(taken) ? indent.slice(taken.length) : undefined)
    : undefined;
}

function widthShift(
  pairs: readonly Pair[],
  width: number,
): { readonly depth: number; readonly map: MapIndent } | undefined {
  const toTabs = pairs.some(({ to }) => to.startsWith("\t"));
  const fromTabs = pairs.some(({ from }) => from.startsWith("\t"));
  if (toTabs === fromTabs) {
    return undefined;
  }
  const steps = pairs.map(({ from, to }) => [stepsOf(from, width), stepsOf(to, width)] as const);
  const depths = new Set(
    steps.map(([from, to]) => (from && to && from.rest === to.rest ? to.count - from.count : NaN)),
  );
  const [depth = NaN] = depths;
  if (depths.size !== 1 || Number.isNaN(depth)) {
    return undefined;
  }
  const map: MapIndent = (indent) => {
    const given = stepsOf(indent, width);
    const count = (given?.count ?? NaN) + depth;
    return given && count >= 0 && (fromTabs || !indent.startsWith("\t"))
      ? (toTabs ? "\t" : " ".repeat(width)).repeat(count) + " ".repeat(given.rest)
      : undefined;
  };
  return { depth, map };
}

function stepsOf(
  indent: string,
  width: number,
): { readonly count: number; readonly rest: number } | undefined {
  const match = /^(\t*)( *)$/u.exec(indent);
  if (!match) {
    return undefined;
  }
  const [, tabs = "", spaces = ""] = match;
  if (tabs === "") {
    return { count: Math.floor(spaces.length / width), rest: spaces.length % width };
  }
  return spaces.length < width ? { count: tabs.length, rest: spaces.length } : undefined;
}
