import { estimateTokens } from "../shared/tokenEstimate.ts";

/** A piece of another file that goes with a request. */
export interface Snippet {
  /** Relative to the workspace. */
  readonly path: string;
  readonly text: string;
}

/** Where snippets come from, the better kind first. */
export interface SnippetSource extends Snippet {
  readonly kind: "definition" | "index" | "edited" | "tab";
}

const kinds = ["definition", "index", "edited", "tab"] as const;
const maxSnippets = 8;
const windowLines = 60;
const minShared = 3;
const identifier = /[\p{L}_$][\p{L}\p{N}_$]{2,}/gu;
const common = new Set(
  "const let var function return import export from class this new await async for while else case break default true false null undefined void string number boolean public private static readonly interface type def self None True False and not with pass func package nil err struct impl pub mut use fn end then local".split(
    " ",
  ),
);

/** The names that a text uses, ordinary words of languages left out. */
export function namesIn(text: string): ReadonlySet<string> {
  return new Set((text.match(identifier) ?? []).filter((name) => !common.has(name)));
}

/** The window of a file that has most names in common with the text near the cursor; undefined if it has few. */
export function likeliestWindow(text: string, names: ReadonlySet<string>): string | undefined {
  const lines = text.split(/\r?\n/u);
  let best: { readonly shared: number; readonly text: string } | undefined;
  for (let start = 0; start < lines.length; start += windowLines / 2) {
    const piece = lines.slice(start, start + windowLines).join("\n");
    const shared = [...namesIn(piece)].filter((name) => names.has(name)).length;
    if (shared >= minShared && shared > (best?.shared ?? 0)) {
      best = { shared, text: piece };
    }
  }
  return best?.text;
}

/** The snippets that fit, in an order that depends on nothing but themselves. */
export function chooseSnippets(
  sources: readonly SnippetSource[],
  options: { readonly tokens: number; readonly isAllowed: (text: string) => boolean },
): readonly Snippet[] {
  let left = options.tokens;
  const chosen: SnippetSource[] = [];
  const ranked = kinds.flatMap((kind) => sources.filter((one) => one.kind === kind));
  for (const one of ranked) {
    const isThere = chosen.some(({ text }) => text.includes(one.text));
    const tokens = estimateTokens(one.text) + 8;
    if (!isThere && one.text.trim() !== "" && tokens <= left && options.isAllowed(one.text)) {
      left -= tokens;
      chosen.push(one);
    }
    if (chosen.length >= maxSnippets) {
      break;
    }
  }
  return chosen
    .toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.text < b.text ? -1 : 1))
    .map(({ path, text }) => ({ path, text }));
}
