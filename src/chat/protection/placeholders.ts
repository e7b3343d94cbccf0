import { type DlpKind, dlpKinds, sensitiveKinds } from "../../shared/sensitiveKinds.ts";
import { AddressTracker } from "./addressTracker.ts";

const labels = dlpKinds.map((kind) => sensitiveKinds[kind].placeholder);
const anyLabel = `(?:${labels.join("|")})`;

/** What a placeholder looks like, whatever its salt; models like to escape the underscore in Markdown. */
const shape = new RegExp(String.raw`\[${anyLabel}X{0,9}\\?_\d{1,7}[B-Z]?\]`, "gu");
/** What may still become one. */
const beginning = new RegExp(
  String.raw`\[(?:[A-Z]{0,14}|${anyLabel}X{0,9}\\?(?:_\d{0,7}[B-Z]?)?)$`,
  "u",
);

const maxSalt = 9;
/** Further ways to write a number are B to Z. */
const firstWay = 65;
const maxWays = 25;

/** Characters of the longest placeholder that this can make: no text is held back for longer. */
export const maxPlaceholderLength =
  Math.max(...labels.map((label) => label.length)) + "[XXXXXXXXX\\_9999999Z]".length;

/**
 * What stands for the values of one request: `[CPF_1]` for the first CPF in it, and so on, so that the same
 * conversation always gives the same ones. Another way to write the same number is `[CPF_1B]`.
 */
export class Placeholders {
  readonly #salt: string;
  readonly #byValue = new Map<string, string>();
  readonly #values = new Map<string, { readonly kind: DlpKind; readonly value: string }>();
  /** By kind and the value's own letters and digits: its number, and how many ways of writing it there are. */
  readonly #numbers = new Map<string, { readonly number: number; readonly ways: number }>();
  readonly #counts = new Map<DlpKind, number>();

  /** `texts` are all that goes out: what looks like a placeholder there is never one of these. */
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
   * The text with the real values, but for those inside an address, which would leave with it. What looks like a
   * placeholder and is none stays as it is. `tracker` has read what stood before the text.
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
      // A value that came back is no bracket of a link.
      tracker.read(known ? "x" : found);
      result += before + (known?.value ?? found);
      done = index + found.length;
    }
    const rest = text.slice(done);
    tracker.read(rest);
    return result + rest;
  }

  /** The values whose placeholders stand in a text, each once. */
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

/** Characters at the end of a text that may be the beginning of a placeholder. */
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
  // Somebody wrote all of them down; what is restored is then at worst what they wrote.
  return "X".repeat(maxSalt);
}
