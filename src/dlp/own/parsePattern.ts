import { bothCases, ordered, unitSet, type UnitSet, without } from "./unitSets.ts";

export type Pattern =
  | { readonly kind: "set"; readonly set: UnitSet }
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly Pattern[] }
  | { readonly kind: "repeat"; readonly part: Pattern; readonly min: number; readonly max: number };

export type PatternProblem =
  | "syntax"
  | "unbounded"
  | "reference"
  | "edge"
  | "empty"
  | "tooLong"
  | "tooLarge"
  | "tooCommon";

/** `at`: offset in the pattern. `cost`: the size that exceeds the limit. */
export class PatternError extends Error {
  override readonly name = "PatternError";
  readonly problem: PatternProblem;
  readonly at: number;
  readonly cost: number | undefined;

  constructor(problem: PatternProblem, at = 0, cost?: number) {
    super(`The pattern cannot be used: ${problem}.`);
    this.problem = problem;
    this.at = at;
    this.cost = cost;
  }
}

const maxRepeat = 200;
const maxDepth = 20;

const digits: UnitSet = [[0x30, 0x39]];
const wordUnits: UnitSet = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
/** White space as in RE2, without the vertical tab. */
const spaces: UnitSet = [
  [0x09, 0x0a],
  [0x0c, 0x0d],
  [0x20, 0x20],
];
const named: Readonly<Record<string, UnitSet>> = {
  d: digits,
  w: wordUnits,
  s: spaces,
  D: without(digits),
  W: without(wordUnits),
  S: without(spaces),
};
const controls: Readonly<Record<string, number>> = { t: 9, n: 10, f: 12, r: 13 };

/**
 * Parses a part of RE2's syntax: literals, `.`, classes, `\d \w \s`, groups, `|`, `?`, `{n}` and `{n,m}`. There are
 * no back references and no repetition without an end, so that a search takes linear time.
 */
export function parsePattern(source: string, isCaseSensitive: boolean): Pattern {
  return new Parser(source, isCaseSensitive).parse();
}

class Parser {
  readonly #source: string;
  readonly #isCaseSensitive: boolean;
  #at = 0;
  #depth = 0;

  constructor(source: string, isCaseSensitive: boolean) {
    this.#source = source;
    this.#isCaseSensitive = isCaseSensitive;
  }

  parse(): Pattern {
    const pattern = this.#choice();
    if (this.#at < this.#source.length) {
      throw this.#error("syntax");
    }
    return pattern;
  }

  #choice(): Pattern {
    const parts = [this.#sequence()];
    while (this.#take("|")) {
      parts.push(this.#sequence());
    }
    const [first] = parts;
    return parts.length === 1 && first ? first : { kind: "choice", parts };
  }

  #sequence(): Pattern {
    const parts: Pattern[] = [];
    while (this.#at < this.#source.length && !"|)".includes(this.#next())) {
      parts.push(this.#repeated(this.#atom()));
    }
    return { kind: "sequence", parts };
  }

  #repeated(part: Pattern): Pattern {
    if ("*+".includes(this.#next()) && this.#next() !== "") {
      throw this.#error("unbounded");
    }
    if (this.#take("?")) {
      return this.#once({ kind: "repeat", part, min: 0, max: 1 });
    }
    const counts = /^\{(\d{1,4})(?:(,)(\d{0,4}))?\}/u.exec(this.#source.slice(this.#at));
    if (!counts) {
      return part;
    }
    const [whole, least = "", comma, most = least] = counts;
    if (comma !== undefined && most === "") {
      throw this.#error("unbounded");
    }
    const [min, max] = [Number(least), Number(most)];
    if (max < min || max > maxRepeat) {
      throw this.#error(max < min ? "syntax" : "tooLong", max);
    }
    this.#at += whole.length;
    return this.#once({ kind: "repeat", part, min, max });
  }

  /** Parses one repetition. RE2 refuses two of the same part, and `??` has no meaning for the longest match. */
  #once(pattern: Pattern): Pattern {
    if (/^(?:[*+?]|\{\d)/u.test(this.#source.slice(this.#at, this.#at + 2))) {
      throw this.#error("syntax");
    }
    return pattern;
  }

  #atom(): Pattern {
    const character = this.#next();
    this.#at += 1;
    switch (character) {
      case "(":
        return this.#group();
      case "[":
        return this.#class();
      case ".":
        return { kind: "set", set: without([[10, 10]]) };
      case "\\":
        return { kind: "set", set: this.#cased(this.#escape()) };
      case "^":
      case "$":
        throw this.#error("edge");
      case "*":
      case "+":
      case "?":
      case "]":
        throw this.#error("syntax");
      default:
        return { kind: "set", set: this.#cased(unitSet(this.#plain(character))) };
    }
  }

  #group(): Pattern {
    if (this.#next() === "?" && !this.#take("?:")) {
      throw this.#error("reference");
    }
    this.#depth += 1;
    if (this.#depth > maxDepth) {
      throw this.#error("tooLarge", this.#depth);
    }
    const inner = this.#choice();
    this.#depth -= 1;
    if (!this.#take(")")) {
      throw this.#error("syntax");
    }
    return inner;
  }

  #class(): Pattern {
    const isNegated = this.#take("^");
    const ranges: (readonly [number, number])[] = [];
    for (let isFirst = true; isFirst || this.#next() !== "]"; isFirst = false) {
      const first = this.#classItem();
      const [only] = first;
      if (this.#next() !== "-" || this.#source.charAt(this.#at + 1) === "]") {
        ranges.push(...first);
        continue;
      }
      this.#at += 1;
      const [last] = this.#classItem();
      const isRange = only && last && only[0] === only[1] && last[0] === last[1];
      if (!isRange || last[0] < only[0]) {
        throw this.#error("syntax");
      }
      ranges.push([only[0], last[0]]);
    }
    this.#at += 1;
    const set = this.#cased(ordered(ranges));
    return { kind: "set", set: isNegated ? without(set) : set };
  }

  #classItem(): UnitSet {
    const character = this.#next();
    if (character === "" || (character === "[" && this.#source.charAt(this.#at + 1) === ":")) {
      throw this.#error("syntax");
    }
    this.#at += 1;
    return character === "\\" ? this.#escape() : unitSet(this.#plain(character));
  }

  #escape(): UnitSet {
    const character = this.#next();
    this.#at += 1;
    const code = controls[character];
    if (code !== undefined) {
      return unitSet(code);
    }
    const set = named[character];
    if (set) {
      return set;
    }
    if (/[1-9kpP]/u.test(character)) {
      throw this.#error("reference");
    }
    if (/[bBAzZ]/u.test(character)) {
      throw this.#error("edge");
    }
    if (character === "" || /[\dA-Za-z]|[^\0-\u007F]/u.test(character)) {
      throw this.#error("syntax");
    }
    return unitSet(character.charCodeAt(0));
  }

  #plain(character: string): number {
    const code = character.charCodeAt(0);
    if (code >= 0xd800 && code <= 0xdfff) {
      throw this.#error("syntax");
    }
    return code;
  }

  #cased(set: UnitSet): UnitSet {
    return this.#isCaseSensitive ? set : bothCases(set);
  }

  #next(): string {
    return this.#source.charAt(this.#at);
  }

  #take(expected: string): boolean {
    const isThere = this.#source.startsWith(expected, this.#at);
    this.#at += isThere ? expected.length : 0;
    return isThere;
  }

  #error(problem: PatternProblem, cost?: number): PatternError {
    return new PatternError(problem, Math.min(this.#at, this.#source.length), cost);
  }
}
