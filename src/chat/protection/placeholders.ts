import { type DlpKind, dlpKinds, sensitiveKinds } from "../../shared/sensitiveKinds.ts";
import { AddressTracker } from "./addressTracker.ts";

const labels = dlpKinds.map((kind) => sensitiveKinds[kind].placeholder);
const anyLabel = `(?:${labels.join("|")})`;

/** The form of a placeholder with any salt; models like to escape its underscore for Markdown. */
const shape = new RegExp(String.raw`\[${anyLabel}X{0,9}\\?_\d{1,7}[B-Z]?\]`, "gu");
/** The start of a possible placeholder at the end of a text. */
const beginning = new RegExp(
  String.raw`\[(?:[A-Z]{0,14}|${anyLabel}X{0,9}\\?(?:_\d{0,7}[B-Z]?)?)$`,
  "u",
);

/** What a model must know of placeholders. It has none itself, because no placeholder may equal a text of the request. */
export const tokenExplanation =
  "Tokens in square brackets such as [CPF_n] or [EMAIL_n], with a number for n, stand for private values that you " +
  "cannot see. Where you need such a value, write its token exactly as it is.";

const maxSalt = 9;
/** Further ways to write a number are B to Z. */
const firstWay = 65;
const maxWays = 25;

/** Length of the longest possible placeholder: no more text than this is held back. */
export const maxPlaceholderLength =
  Math.max(...labels.map((label) => label.length)) + "[XXXXXXXXX\\_9999999Z]".length;

/**
 * The placeholders for the values of one request: `[CPF_1]` for its first CPF, and so on, so that a
 * conversation always gives the same ones. The same number in another notation is `[CPF_1B]`.
 */
export class Placeholders {
  readonly #salt: string;
  readonly #byValue = new Map<string, string>();
  readonly #values = new Map<string, { readonly kind: DlpKind; readonly value: string }>();
  /** By kind and letters and digits of the value: its number, and how many notations it has. */
  readonly #numbers = new Map<string, { readonly number: number; readonly ways: number }>();
  readonly #counts = new Map<DlpKind, number>();

  /** `texts` are all texts of the request: no placeholder equals a text that stands there. */
  constructor(texts: Iterable<string>) {
    this.#salt = freeSalt(texts);
  }

  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  /** The placeholder of a value, always the same. */
  of(kind: DlpKind, value: string): string {
    const known = this.#byValue.get(value);
    if (known !== undefined) {
      return known;
    }
    const { number, ways } = this.#numberOf(kind, value);
    const way = ways === 0 ? "" : String.fromCodePoint(firstWay + ways);
    const placeholder = `[${sensitiveKinds[kind].placeholder}${this.#salt}_${number}${way}]`;
    this.#byValue.set(value, placeholder);
    this.#values.set(placeholder, { kind, value });
    return placeholder;
  }

  /**
   * The text with the real values. Placeholders inside an address stay, because the value would be
   * sent with it; unknown placeholders stay too. `tracker` has read the text before this one.
   */
  restore(text: string, tracker: AddressTracker = new AddressTracker()): string {
    if (this.isEmpty) {
      return text;
    }
    let result = "";
    let done = 0;
    for (const { 0: found, index } of text.matchAll(shape)) {
      const before = text.slice(done, index);
      tracker.read(before);
      const known = tracker.isInAddress ? undefined : this.#values.get(plain(found));
      // A restored value is not a bracket of a link.
      tracker.read(known ? "x" : found);
      result += before + (known?.value ?? found);
      done = index + found.length;
    }
    const rest = text.slice(done);
    tracker.read(rest);
    return result + rest;
  }

  /** The text with the real values also inside addresses: for what stays on this machine. */
  restoreEverywhere(text: string): string {
    return text.replaceAll(shape, (found) => this.#values.get(plain(found))?.value ?? found);
  }

  /** The values whose placeholders are in a text, each once. */
  valuesIn(text: string): readonly (readonly [kind: DlpKind, value: string])[] {
    const found = new Map<string, DlpKind>();
    for (const [placeholder] of text.matchAll(shape)) {
      const known = this.#values.get(plain(placeholder));
      if (known) {
        found.set(known.value, known.kind);
      }
    }
    return [...found].map(([value, kind]) => [kind, value]);
  }

  #numberOf(kind: DlpKind, value: string): { readonly number: number; readonly ways: number } {
    const identity = `${kind} ${value.toLowerCase().replaceAll(/[^\p{L}\p{N}@]/gu, "")}`;
    const known = this.#numbers.get(identity);
    const isKnown = known !== undefined && known.ways < maxWays;
    const number = isKnown ? known.number : (this.#counts.get(kind) ?? 0) + 1;
    const entry = { number, ways: isKnown ? known.ways + 1 : 0 };
    if (!isKnown) {
      this.#counts.set(kind, number);
    }
    this.#numbers.set(identity, entry);
    return entry;
  }
}

/** What has the form of a placeholder in a text, without the backslash of Markdown. */
export function placeholdersIn(text: string): readonly string[] {
  return text.includes("[") ? [...text.matchAll(shape)].map(([found]) => plain(found)) : [];
}

/** Number of characters at the end of a text that may begin a placeholder. */
export function openPlaceholderLength(text: string): number {
  const start = text.lastIndexOf("[");
  const length = text.length - start;
  return start >= 0 && length < maxPlaceholderLength && beginning.test(text.slice(start))
    ? length
    : 0;
}

/** A placeholder without the backslash of Markdown. */
function plain(found: string): string {
  return found.replace("\\", "");
}

function freeSalt(texts: Iterable<string>): string {
  const used = new Set<number>();
  for (const text of texts) {
    for (const [found] of text.includes("[") ? text.matchAll(shape) : []) {
      used.add(/[A-Z](X*)\\?_/u.exec(found)?.[1]?.length ?? 0);
    }
  }
  for (let length = 0; length <= maxSalt; length += 1) {
    if (!used.has(length)) {
      return "X".repeat(length);
    }
  }
  // The texts contain every salt; at worst a placeholder that the person wrote is replaced.
  return "X".repeat(maxSalt);
}
