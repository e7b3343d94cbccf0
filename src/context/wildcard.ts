import { backslash, openBracket, readSet } from "./wildcardSet.ts";

/**
 * gitignore(5) patterns, matched over bytes as by git's `wildmatch`. Tracks the set of possible pattern places instead
 * of backtracking: the work is at most pattern length × path length, even with twenty `**`.
 */
export type Token =
  | { readonly kind: "byte"; readonly byte: number }
  /** `?` or a set in brackets: one byte except slash. `ranges` are pairs of first and last byte. */
  | { readonly kind: "set"; readonly isNegated: boolean; readonly ranges: readonly number[] }
  | { readonly kind: "star" }
  /** `**` between slashes: any bytes. `maySkip`: it can also match nothing, including the slash after it. */
  | { readonly kind: "globstar"; readonly maySkip: boolean };

export interface WorkBudget {
  left: number;
}

const slash = 0x2f;
const star = 0x2a;
const question = 0x3f;

// Shared, so that a file full of wildcards uses little memory.
const anyByte: Token = { kind: "set", isNegated: true, ranges: [] };
const anyName: Token = { kind: "star" };
const anyPath: Token = { kind: "globstar", maySkip: false };
const anyFolders: Token = { kind: "globstar", maySkip: true };
const bytes: readonly Token[] = Array.from({ length: 256 }, (_, byte) => ({ kind: "byte", byte }));

/** Undefined if the pattern can match nothing, for example with an open bracket or a final backslash. */
export function readWildcard(pattern: Uint8Array): readonly Token[] | undefined {
  const tokens: Token[] = [];
  const literalEnd = firstSpecial(pattern);
  let at = 0;
  while (at < pattern.length) {
    const byte = pattern[at];
    if (byte === star) {
      const end = endOfStars(pattern, at);
      // Git matches the part before the first wildcard separately, so a `**` that begins the rest counts as at the
      // start.
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

/** A set of bytes. Case is ignored, so a set such as `[Dd]` is one byte. */
function setToken({ isNegated, ranges }: Omit<Extract<Token, { kind: "set" }>, "kind">): Token {
  const letters = new Set(ranges.map(lower));
  const isSingle = ranges.every((byte, at) => at % 2 === 1 || byte === ranges[at + 1]);
  const [only] = letters;
  const byte = !isNegated && isSingle && letters.size === 1 && only !== slash ? only : undefined;
  return (byte === undefined ? undefined : bytes[byte]) ?? { kind: "set", isNegated, ranges };
}

/** Ignores the case of ASCII letters. False when the budget is used up. */
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

export function literalOf(tokens: readonly Token[]): Uint8Array | undefined {
  const literal = tokens.flatMap((token) => (token.kind === "byte" ? [token.byte] : []));
  return literal.length === tokens.length ? Uint8Array.from(literal) : undefined;
}

function lower(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte;
}

/** Makes a star and the next place possible. Add places in ascending order, each once. */
function stay(place: number, places: number[]): void {
  add(place, places);
  add(place + 1, places);
}

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
