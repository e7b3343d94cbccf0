import { matchesWildcard, type Token, type WorkBudget } from "./wildcard.ts";

export interface WildcardRule {
  /** Position in the file: the last matching rule decides. */
  readonly index: number;
  readonly isForFolders: boolean;
  readonly tokens: readonly Token[];
}

/** A few fixed lengths bound the number of look-ups. */
const anchorLengths = [16, 8, 4, 2, 1];

/**
 * Rules with wildcards, indexed by a literal segment, such as `cache` in `a?/cache/*.o`, or by their first or last
 * literal characters. A text is compared only with rules whose anchor it contains, and with the few rules without
 * anchor.
 */
export class AnchoredRules {
  readonly #segments = new Map<string, WildcardRule[]>();
  readonly #beginnings = new Map<string, WildcardRule[]>();
  readonly #endings = new Map<string, WildcardRule[]>();
  readonly #beginningLengths = new Set<number>();
  readonly #endingLengths = new Set<number>();
  readonly #floating: WildcardRule[] = [];

  add(rule: WildcardRule): void {
    const { tokens } = rule;
    const segment = longestSegment(tokens);
    if (segment !== "") {
      addTo(this.#segments, segment, rule);
      return;
    }
    const firstWildcard = tokens.findIndex(({ kind }) => kind !== "byte");
    const lastWildcard = tokens.findLastIndex(({ kind }) => kind !== "byte");
    const beginning = anchorOf(textOf(tokens.slice(0, firstWildcard)), "beginning");
    const ending = anchorOf(textOf(tokens.slice(lastWildcard + 1)), "ending");
    if (beginning === "" && ending === "") {
      this.#floating.push(rule);
    } else if (beginning.length >= ending.length) {
      this.#beginningLengths.add(beginning.length);
      addTo(this.#beginnings, beginning, rule);
    } else {
      this.#endingLengths.add(ending.length);
      addTo(this.#endings, ending, rule);
    }
  }

  /** The last matching rule after `index`; else `index`. `key` is the text in lower case, `bytes` its bytes. */
  lastMatch(
    text: { readonly key: string; readonly bytes: Uint8Array; readonly isFolder: boolean },
    index: number,
    budget: WorkBudget,
  ): number {
    const { key } = text;
    let last = index;
    const search = (rules: readonly WildcardRule[] | undefined): void => {
      last = lastIn(rules ?? [], text, last, budget);
    };
    if (this.#segments.size > 0) {
      for (const segment of key.split("/")) {
        budget.left -= 1;
        search(this.#segments.get(segment));
      }
    }
    for (const length of this.#beginningLengths) {
      budget.left -= 1;
      search(this.#beginnings.get(key.slice(0, length)));
    }
    for (const length of this.#endingLengths) {
      budget.left -= 1;
      search(this.#endings.get(key.slice(-length)));
    }
    search(this.#floating);
    return last;
  }
}

function lastIn(
  rules: readonly WildcardRule[],
  { bytes, isFolder }: { readonly bytes: Uint8Array; readonly isFolder: boolean },
  index: number,
  budget: WorkBudget,
): number {
  for (let at = rules.length - 1; at >= 0; at -= 1) {
    const rule = rules[at];
    if (!rule || rule.index < index || budget.left < 0) {
      return index;
    }
    budget.left -= 1;
    if ((!rule.isForFolders || isFolder) && matchesWildcard(rule.tokens, bytes, budget)) {
      return rule.index;
    }
  }
  return index;
}

function longestSegment(tokens: readonly Token[]): string {
  let longest = "";
  let start = 0;
  for (let end = 0; end <= tokens.length; end += 1) {
    if (end === tokens.length || isSlash(tokens[end])) {
      const segment = tokens.slice(start, end);
      const isLiteral = segment.every(({ kind }) => kind === "byte");
      const text = isLiteral && beginsSegment(tokens, start) ? textOf(segment) : "";
      longest = text.length > longest.length ? text : longest;
      start = end + 1;
    }
  }
  return longest;
}

/**
 * Whether a segment begins here. Two stars after a letter, and their slash, can match nothing: then letter and literal
 * form one segment.
 */
function beginsSegment(tokens: readonly Token[], start: number): boolean {
  const isBehindStars = tokens[start - 2]?.kind === "globstar";
  return !isBehindStars || start < 3 || isSlash(tokens[start - 3]);
}

function isSlash(token: Token | undefined): boolean {
  return token?.kind === "byte" && token.byte === 0x2f;
}

function anchorOf(literal: string, side: "beginning" | "ending"): string {
  const length = anchorLengths.find((most) => most <= literal.length);
  if (length === undefined) {
    return "";
  }
  return side === "beginning" ? literal.slice(0, length) : literal.slice(-length);
}

function textOf(tokens: readonly Token[]): string {
  const bytes = tokens.flatMap((token) => (token.kind === "byte" ? [token.byte] : []));
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

function addTo(places: Map<string, WildcardRule[]>, anchor: string, rule: WildcardRule): void {
  const beside = places.get(anchor);
  if (beside) {
    beside.push(rule);
  } else {
    places.set(anchor, [rule]);
  }
}
