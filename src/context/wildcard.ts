import { backslash, openBracket, readSet } from "./wildcardSet.ts";

/**
 * Patterns of gitignore(5), read as git's own `wildmatch` reads them, over the bytes of a path. Matching never
 * goes back in the text: it keeps the set of places in the pattern that are still possible. So the work is at
 * most the length of the pattern times the length of the path, even with `**` twenty times in one line.
 */
export type Token =
  /** One byte. */
  | { readonly kind: "byte"; readonly byte: number }
  /** `?`, or a set in brackets: one byte, but no slash. `ranges` are pairs of the first and the last byte. */
  | { readonly kind: "set"; readonly isNegated: boolean; readonly ranges: readonly number[] }
  /** `*`: any bytes but slashes. */
  | { readonly kind: "star" }
  /** `**` between slashes: any bytes. With `maySkip` it may stand for nothing together with the slash behind it. */
  | { readonly kind: "globstar"; readonly maySkip: boolean };

/** A limit on the work of matching. Comparing one place of a pattern with one byte costs one. */
export interface WorkBudget {
  left: number;
}

const slash = 0x2f;
const star = 0x2a;
const question = 0x3f;

// Tokens without data are shared objects, so that a file full of wildcards does not grow to many times its size.
const anyByte: Token = { kind: "set", isNegated: true, ranges: [] };
const anyName: Token = { kind: "star" };
const anyPath: Token = { kind: "globstar", maySkip: false };
const anyFolders: Token = { kind: "globstar", maySkip: true };
const bytes: readonly Token[] = Array.from({ length: 256 }, (_, byte) => ({ kind: "byte", byte }));

/**
 * The tokens of a pattern; undefined if it can match nothing, for example with an open bracket or a final
 * backslash.
 */
export function readWildcard(pattern: Uint8Array): readonly Token[] | undefined {
  const tokens: Token[] = [];
  const literalEnd = firstSpecial(pattern);
  let at = 0;
  while (at < pattern.length) {
    const byte = pattern[at];
    if (byte === star) {
      const end = endOfStars(pattern, at);
      // Git compares the part before the first wildcard by itself, so a `**` that begins the remaining part counts
      // as if it stood at the start.
      const isAtStart = at === literalEnd || pattern[at - 1] === slash;
      tokens.push(starToken(pattern, { end, isGlobstar: end - at > 1 && isAtStart }));
      at = end;
    } else if (byte === openBracket) {
      const set = readSet(pattern, at + 1);
      if (!set) {
        return undefined;
      }
      tokens.push(setToken(set));
      at = set.end;
    } else {
      const place = byte === backslash ? at + 1 : at;
      const literal = pattern[place];
      if (literal === undefined) {
        return undefined;
      }
      tokens.push((byte === question ? undefined : bytes[lower(literal)]) ?? anyByte);
      at = place + 1;
    }
  }
  return tokens;
}

/** A set such as `[Dd]` is one byte, as case is ignored. */
function setToken({ isNegated, ranges }: Omit<Extract<Token, { kind: "set" }>, "kind">): Token {
  const letters = new Set(ranges.map(lower));
  const isSingle = ranges.every((byte, at) => at % 2 === 1 || byte === ranges[at + 1]);
  const [only] = letters;
  const byte = !isNegated && isSingle && letters.size === 1 && only !== slash ? only : undefined;
  return (byte === undefined ? undefined : bytes[byte]) ?? { kind: "set", isNegated, ranges };
}

/** Whether the whole text matches; the case of ASCII letters is ignored. False when the budget is used up. */
export function matchesWildcard(
  tokens: readonly Token[],
  text: Uint8Array,
  budget: WorkBudget,
): boolean {
  const last = tokens.at(-1);
  const lastByte = text.at(-1);
  if (last?.kind === "byte" && (lastByte === undefined || !accepts(last, lastByte))) {
    // Most rules look like `*.log`, and most names end differently: comparing the last byte first saves work.
    return false;
  }
  let places: readonly number[] = enter(tokens, 0, []);
  for (const byte of text) {
    const next: number[] = [];
    for (const place of places) {
      budget.left -= workOf(tokens[place]);
      step(tokens, place, byte, next);
    }
    if (budget.left < 0 || next.length === 0) {
      return false;
    }
    places = next;
  }
  return places.at(-1) === tokens.length;
}

function workOf(token: Token | undefined): number {
  return token?.kind === "set" ? 1 + token.ranges.length : 1;
}

/** Adds the places that one byte leads to from one place. */
function step(tokens: readonly Token[], place: number, byte: number, next: number[]): void {
  const token = tokens[place];
  if (token?.kind === "star" || token?.kind === "globstar") {
    if (token.kind === "globstar" || byte !== slash) {
      stay(place, next);
    }
  } else if (token && accepts(token, byte)) {
    enter(tokens, place + 1, next);
  }
}

/** The bytes of a pattern that has no wildcards; undefined for any other pattern. */
export function literalOf(tokens: readonly Token[]): Uint8Array | undefined {
  const literal = tokens.flatMap((token) => (token.kind === "byte" ? [token.byte] : []));
  return literal.length === tokens.length ? Uint8Array.from(literal) : undefined;
}

function lower(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte;
}

/** Makes a star and the place after it possible. Places are added in ascending order, each once. */
function stay(place: number, places: number[]): void {
  add(place, places);
  add(place + 1, places);
}

/** Adds a place and the places that follow it without a byte. If the place is there already, they are too. */
function enter(tokens: readonly Token[], from: number, places: number[]): number[] {
  let place = add(from, places) ? from : tokens.length;
  while (place < tokens.length) {
    const token = tokens[place];
    if (token?.kind === "globstar" && token.maySkip) {
      add(place + 1, places);
      place += 2;
    } else if (token?.kind === "star" || token?.kind === "globstar") {
      place += 1;
    } else {
      return places;
    }
    add(place, places);
  }
  return places;
}

function add(place: number, places: number[]): boolean {
  const isNew = place > (places.at(-1) ?? -1);
  if (isNew) {
    places.push(place);
  }
  return isNew;
}

function accepts(token: Extract<Token, { kind: "byte" | "set" }>, byte: number): boolean {
  if (token.kind === "byte") {
    return token.byte === lower(byte);
  }
  const upper = byte >= 0x61 && byte <= 0x7a ? byte - 32 : byte;
  const isIn = isWithin(token.ranges, lower(byte)) || isWithin(token.ranges, upper);
  return byte !== slash && isIn !== token.isNegated;
}

function isWithin(ranges: readonly number[], byte: number): boolean {
  for (let at = 0; at < ranges.length; at += 2) {
    if (byte >= (ranges[at] ?? 0) && byte <= (ranges[at + 1] ?? 0)) {
      return true;
    }
  }
  return false;
}

function firstSpecial(pattern: Uint8Array): number {
  const found = pattern.findIndex((byte) =>
    [star, question, backslash, openBracket].includes(byte),
  );
  return found === -1 ? pattern.length : found;
}

function endOfStars(pattern: Uint8Array, from: number): number {
  let end = from;
  while (pattern[end] === star) {
    end += 1;
  }
  return end;
}

function starToken(
  pattern: Uint8Array,
  { end, isGlobstar }: { readonly end: number; readonly isGlobstar: boolean },
): Token {
  const next = pattern[end];
  const isBeforeSlash =
    next === slash || (next === backslash && pattern[end + 1] === slash) || next === undefined;
  if (!isGlobstar || !isBeforeSlash) {
    return anyName;
  }
  return next === slash ? anyFolders : anyPath;
}
