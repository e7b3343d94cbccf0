import { estimateTokens, TextWeight } from "../shared/text/tokenEstimate.ts";

export interface Snippet {
  readonly path: string;
  readonly text: string;
}

export interface SnippetSource extends Snippet {
  readonly kind: "definition" | "index" | "edited" | "tab";
  /** The best line, from 0: the text may be cut around it. Absent: never cut. */
  readonly best?: number;
}

export interface TextWindow {
  readonly text: string;
  readonly best: number;
}

const kinds = ["definition", "index", "edited", "tab"] as const;
const maxSnippets = 8;
const windowLines = 60;
const minShared = 3;
const leastLines = 3;
const tokensBeside = 8;
const identifier = /[\p{L}_$][\p{L}\p{N}_$]{2,}/gu;
const common = new Set(
  "const let var function return import export from class this new await async for while else case break default true false null undefined void string number boolean public private static readonly interface type def self None True False and not with pass func package nil err struct impl pub mut use fn end then local".split(
    " ",
  ),
);

export function namesIn(text: string): ReadonlySet<string> {
  return new Set((text.match(identifier) ?? []).filter((name) => !common.has(name)));
}

/** The part of a text that shares most names with the code near the cursor. Undefined if they share few. */
export function likeliestWindow(text: string, names: ReadonlySet<string>): TextWindow | undefined {
  const lines = text.split(/\r?\n/u);
  let best = { shared: minShared - 1, start: -1 };
  for (let start = 0; start < lines.length; start += windowLines / 2) {
    const shared = sharedNames(lines.slice(start, start + windowLines).join("\n"), names);
    best = shared > best.shared ? { shared, start } : best;
  }
  if (best.start < 0) {
    return undefined;
  }
  const window = lines.slice(best.start, best.start + windowLines);
  const shared = window.map((line) => sharedNames(line, names));
  return { text: window.join("\n"), best: shared.indexOf(Math.max(...shared)) };
}

function sharedNames(text: string, names: ReadonlySet<string>): number {
  return [...namesIn(text)].filter((name) => names.has(name)).length;
}

/** The best snippets, cut where allowed. Their order does not depend on the input's order. */
export function chooseSnippets(
  sources: readonly SnippetSource[],
  options: { readonly tokens: number; readonly isAllowed: (text: string) => boolean },
): readonly Snippet[] {
  let left = options.tokens;
  const chosen: SnippetSource[] = [];
  const ranked = kinds.flatMap((kind) => sources.filter((one) => one.kind === kind));
  for (const one of ranked) {
    const text = fitting(one, left - tokensBeside);
    const isThere = chosen.some((other) => other.text.includes(text));
    if (!isThere && text.trim() !== "" && options.isAllowed(text)) {
      left -= estimateTokens(text) + tokensBeside;
      chosen.push({ ...one, text });
    }
    if (chosen.length >= maxSnippets) {
      break;
    }
  }
  return chosen
    .toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.text < b.text ? -1 : 1))
    .map(({ path, text }) => ({ path, text }));
}

function fitting({ text, best }: SnippetSource, tokens: number): string {
  if (estimateTokens(text) <= tokens) {
    return text;
  }
  return best === undefined ? "" : linesAround(text.split("\n"), best, Math.floor(tokens));
}

function linesAround(lines: readonly string[], best: number, tokens: number): string {
  let [first, end, left] = [best, best, tokens];
  const isRoomFor = (line: string | undefined): boolean => {
    const weight = new TextWeight();
    weight.add(`${line ?? ""}\n`);
    const isIn = line !== undefined && weight.value <= left;
    left -= isIn ? weight.value : 0;
    return isIn;
  };
  let [goesDown, goesUp] = [true, true];
  while (goesDown || goesUp) {
    goesDown &&= isRoomFor(lines[end]);
    end += goesDown ? 1 : 0;
    // Do not move past a best line that does not fit.
    goesUp &&= end > best && isRoomFor(lines[first - 1]);
    first -= goesUp ? 1 : 0;
  }
  return end - first < leastLines ? "" : lines.slice(first, end).join("\n");
}
