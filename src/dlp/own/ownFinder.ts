import type { OwnKind } from "../../shared/guarded/ownKinds.ts";
import { escapePattern } from "../../shared/text/escapePattern.ts";
import { Automaton } from "./automaton.ts";
import { hasCheckDigit } from "./checkDigit.ts";
import { parsePattern } from "./parsePattern.ts";
import { checkedCost, type PatternCost, patternLimits } from "./patternCost.ts";

/** Finds exact terms, for which an editor has no code. */
interface Terms {
  readonly find: (text: string) => readonly { readonly start: number; readonly end: number }[];
}

export interface OwnSpan {
  readonly placeholder: string;
  readonly start: number;
  readonly end: number;
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
    const { placeholder } = this.#kind;
    const terms = this.#terms?.find(text) ?? [];
    return [...this.#matches(text), ...terms]
      .filter((span) => this.#isMeant(text, span))
      .map(({ start, end }) => ({ placeholder, start, end }));
  }

  *#matches(text: string): Generator<{ readonly start: number; readonly end: number }> {
    const automaton = this.#automaton;
    if (!automaton) {
      return;
    }
    for (let at = 0; at < text.length; at += 1) {
      if (!automaton.mayBegin(text.charCodeAt(at)) || isInWord(text, at)) {
        continue;
      }
      const end = automaton.longestAt(text, at, (place) => !isInWord(text, place));
      if (end > at && this.#hasCheck(text.slice(at, end))) {
        yield { start: at, end };
        at = end - 1;
      }
    }
  }

  #hasCheck(value: string): boolean {
    const { check } = this.#kind;
    return check === undefined || hasCheckDigit(value, check);
  }

  #isMeant(
    text: string,
    { start, end }: { readonly start: number; readonly end: number },
  ): boolean {
    if (!this.#near && !this.#excuse) {
      return true;
    }
    const around = `${plain(text.slice(Math.max(0, start - reach), start))}\n${plain(text.slice(end, end + reach))}`;
    return this.#near?.test(around) !== false && this.#excuse?.test(around) !== true;
  }
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
