import type { OwnKind } from "../../shared/guarded/ownKinds.ts";
import { escapePattern } from "../../shared/text/escapePattern.ts";
import { Automaton } from "./automaton.ts";
import { hasCheckDigit } from "./checkDigit.ts";
import { parsePattern } from "./parsePattern.ts";
import { checkedCost, type PatternCost, patternLimits } from "./patternCost.ts";

/** Finds exact terms, for which an editor has no code. */
interface Terms {
  readonly find: (text: string) => readonly Span[];
  readonly openFrom: (text: string) => number;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

export interface OwnSpan extends Span {
  readonly placeholder: string;
}

/** The least rarity, in bits, of a pattern with nearby words or a check digit; any other pattern must be rarer. */
const bitsBesideWords = 8;
const reach = 60;

/** The cost of a kind's pattern. @throws PatternError */
export function costOf({ pattern, case_sensitive, near, check }: OwnKind): PatternCost | undefined {
  const isHelped = (near?.length ?? 0) > 0 || check !== undefined;
  return pattern === undefined
    ? undefined
    : checkedCost(
        parsePattern(pattern, case_sensitive === true),
        isHelped ? bitsBesideWords : patternLimits.bits,
      );
}

/** Finds the values of one own kind. Hub and editor use this same code; only the hub has terms. */
export class OwnFinder {
  readonly #kind: OwnKind;
  readonly #automaton: Automaton | undefined;
  readonly #terms: Terms | undefined;
  readonly #near: RegExp | undefined;
  readonly #excuse: RegExp | undefined;

  constructor(kind: OwnKind, terms?: Terms) {
    this.#kind = kind;
    const { pattern, case_sensitive } = kind;
    this.#automaton =
      pattern === undefined
        ? undefined
        : new Automaton(parsePattern(pattern, case_sensitive === true));
    this.#terms = terms;
    this.#near = anyWord(kind.near);
    this.#excuse = anyWord(kind.excuse);
  }

  /** Finds values in folded text. A value ends where letters and digits end. */
  find(text: string): readonly OwnSpan[] {
    return findOwn(text, [this]);
  }

  get placeholder(): string {
    return this.#kind.placeholder;
  }

  mayBegin(unit: number): boolean {
    return this.#automaton?.mayBegin(unit) === true;
  }

  /** End of the value by pattern at a place outside a word; -1 without a value. */
  endAt(text: string, at: number): number {
    const end = this.#automaton?.longestAt(text, at, (place) => !isInWord(text, place)) ?? -1;
    return end > at && this.#hasCheck(text.slice(at, end)) ? end : -1;
  }

  termsIn(text: string): readonly Span[] {
    return this.#terms?.find(text) ?? [];
  }

  /** The begin of a value that more text could finish; the text's length without one. */
  openFrom(text: string): number {
    let open = this.#terms?.openFrom(text) ?? text.length;
    for (let at = 0; at < open; at += 1) {
      if (!isInWord(text, at) && this.#automaton?.isOpenAt(text, at) === true) {
        open = at;
      }
    }
    return open;
  }

  #hasCheck(value: string): boolean {
    const { check } = this.#kind;
    return check === undefined || hasCheckDigit(value, check);
  }

  /** True if the words around a value fit. */
  isMeant(text: string, { start, end }: Span): boolean {
    if (!this.#near && !this.#excuse) {
      return true;
    }
    const around = `${plain(text.slice(Math.max(0, start - reach), start))}\n${plain(text.slice(end, end + reach))}`;
    return this.#near?.test(around) !== false && this.#excuse?.test(around) !== true;
  }
}

/** Finds values of several kinds in one pass: at a character only those kinds are tried that can begin with it. */
export function findOwn(text: string, finders: readonly OwnFinder[]): readonly OwnSpan[] {
  const begins = beginsOf(finders);
  const ends = finders.map(() => 0);
  const found: OwnSpan[] = [];
  const add = (finder: OwnFinder, span: Span): void => {
    if (finder.isMeant(text, span)) {
      found.push({ placeholder: finder.placeholder, start: span.start, end: span.end });
    }
  };
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (begins[unit] === 0 || isInWord(text, at)) {
      continue;
    }
    for (const [index, finder] of finders.entries()) {
      const end = at >= (ends[index] ?? 0) && finder.mayBegin(unit) ? finder.endAt(text, at) : -1;
      if (end > at) {
        ends[index] = end;
        add(finder, { start: at, end });
      }
    }
  }
  for (const finder of finders) {
    for (const span of finder.termsIn(text)) {
      add(finder, span);
    }
  }
  return found;
}

const known = new WeakMap<readonly OwnFinder[], Uint8Array>();

/** ASCII characters with which a value of any kind can begin. Other characters are always tried. */
function beginsOf(finders: readonly OwnFinder[]): Uint8Array {
  const begins =
    known.get(finders) ??
    Uint8Array.from({ length: 128 }, (_, unit) =>
      finders.some((finder) => finder.mayBegin(unit)) ? 1 : 0,
    );
  known.set(finders, begins);
  return begins;
}

function isInWord(text: string, at: number): boolean {
  return isAlphanumeric(text.charCodeAt(at - 1)) && isAlphanumeric(text.charCodeAt(at));
}

function isAlphanumeric(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    (code >= 0xc0 && /[\p{L}\p{N}]/u.test(String.fromCharCode(code)))
  );
}

function anyWord(words: readonly string[] = []): RegExp | undefined {
  const escaped = words.map((each) => escapePattern(plain(each)));
  return words.length === 0
    ? undefined
    : new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${escaped.join("|")})(?![\p{L}\p{N}])`, "u");
}

/** The text in small letters without accents; `employeeId` contains the word `employee`. */
function plain(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/gu, " ")
    .toLowerCase();
}
