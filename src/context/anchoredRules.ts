import { matchesWildcard, type Token, type WorkBudget } from "./wildcard.ts";

export interface WildcardRule {
  /** Position in the file: the last matching rule decides. */
  readonly index: number;
  readonly isForFolders: boolean;
  readonly tokens: readonly Token[];
}

type Places = Map<string, WildcardRule[]>;

interface Anchor {
  readonly places: Places;
  /** Undefined for whole segments. */
  readonly lengths: Set<number> | undefined;
  readonly text: string;
}

/** Lengths of anchors; a few fixed lengths bound the number of look-ups. */
const anchorLengths = [16, 8, 4, 2, 1];
/** From this many rules on, an anchor counts as crowded, and another anchor of the rule is used. */
const fewRules = 4;

/**
 * Rules with wildcards, indexed by a literal segment, such as `cache` in `a?/cache/*.o`, by their first or last literal
 * characters, or by literal characters between wildcards. A text is compared only with rules whose anchor it contains,
 * and with the few rules without anchor.
 */
export class AnchoredRules {
  readonly #segments: Places = new Map();
  readonly #beginnings: Places = new Map();
  readonly #endings: Places = new Map();
  readonly #middles: Places = new Map();
  readonly #beginningLengths = new Set<number>();
  readonly #endingLengths = new Set<number>();
  readonly #middleLengths = new Set<number>();
  readonly #floating: WildcardRule[] = [];

  add(rule: WildcardRule): void {
    const anchors = this.#anchorsOf(rule.tokens);
    const anchor =
      anchors.find((one) => countAt(one) < fewRules) ??
      anchors.toSorted((one, other) => countAt(one) - countAt(other))[0];
    if (!anchor) {
      this.#floating.push(rule);
      return;
    }
    const { places, lengths, text } = anchor;
    lengths?.add(text.length);
    const beside = places.get(text);
    if (beside) {
      beside.push(rule);
    } else {
      places.set(text, [rule]);
    }
  }

  /** The anchors of a rule, the best first. Each text between wildcards costs one look-up for each of its places. */
  #anchorsOf(tokens: readonly Token[]): readonly Anchor[] {
    const segment = longestSegment(tokens);
    const [beginning = "", ...others] = literalsOf(tokens);
    const ending = others.pop() ?? "";
    const middle = others.reduce(
      (longest, one) => (one.length > longest.length ? one : longest),
      "",
    );
    const first = {
      places: this.#beginnings,
      lengths: this.#beginningLengths,
      text: anchorOf(beginning, "beginning"),
    };
    const last = {
      places: this.#endings,
      lengths: this.#endingLengths,
      text: anchorOf(ending, "ending"),
    };
    return [
      { places: this.#segments, lengths: undefined, text: segment },
      ...(first.text.length >= last.text.length ? [first, last] : [last, first]),
      { places: this.#middles, lengths: this.#middleLengths, text: anchorOf(middle, "beginning") },
    ].filter(({ text }) => text !== "");
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
    for (const length of this.#middleLengths) {
      for (let at = 0; at + length <= key.length && budget.left >= 0; at += 1) {
        budget.left -= 1;
        search(this.#middles.get(key.slice(at, at + length)));
      }
    }
    search(this.#floating);
    return last;
  }
}

function countAt({ places, text }: Anchor): number {
  return places.get(text)?.length ?? 0;
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
 * True if a segment begins here. Two stars after a letter can match nothing together with their slash: then the
 * letter and the literal form one segment.
 */
function beginsSegment(tokens: readonly Token[], start: number): boolean {
  const isBehindStars = tokens[start - 2]?.kind === "globstar";
  return !isBehindStars || start < 3 || isSlash(tokens[start - 3]);
}

/**
 * The literal texts before, between and after the wildcards. The slash after two stars is left out, because both can
 * match nothing.
 */
function literalsOf(tokens: readonly Token[]): readonly string[] {
  const literals: Token[][] = [[]];
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1];
    if (token.kind !== "byte") {
      literals.push([]);
    } else if (before?.kind !== "globstar" || !before.maySkip) {
      literals.at(-1)?.push(token);
    }
  }
  return literals.map(textOf);
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
