import { type FoundKind, placeholderOf } from "../../shared/guarded/sensitiveKinds.ts";
import { AddressTracker } from "./addressTracker.ts";

/** A placeholder of any kind, own kinds included, with any salt; models often escape the underscore. */
const shape = /\[[A-WYZ]{2,14}X{0,9}\\?_\d{1,7}[B-Z]?\]/gu;
const beginning = /\[[A-WYZ]{0,14}(?:(?<=[A-Z]{2})X{0,9}\\?(?:_\d{0,7}[B-Z]?)?)?$/u;

/** Explains placeholders without an example, which could equal a text of the request. */
export const tokenExplanation =
  "Tokens in square brackets such as [CPF_n] or [EMAIL_n], with a number for n, stand for private values that you " +
  "cannot see. Where you need such a value, write its token exactly as it is.";

/** Which values may come back: a secret never leaves this machine without a person's consent. */
export type Restoring = "all" | "withoutSecrets";

const maxSalt = 9;
const firstWay = 65;
const maxWays = 25;

export const maxPlaceholderLength = "[ABCDEFGHIJKLMNXXXXXXXXX\\_9999999Z]".length;

/**
 * `[CPF_1]` for a request's first CPF, so that a conversation always gets the same; `[CPF_1B]` is another notation of
 * the same number.
 */
export class Placeholders {
  readonly #salt: string;
  readonly #byValue = new Map<string, string>();
  readonly #values = new Map<string, { readonly kind: FoundKind; readonly value: string }>();
  readonly #numbers = new Map<string, { readonly number: number; readonly ways: number }>();
  readonly #counts = new Map<FoundKind, number>();

  constructor(texts: Iterable<string>) {
    this.#salt = freeSalt(texts);
  }

  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  of(kind: FoundKind, value: string): string {
    const known = this.#byValue.get(value);
    if (known !== undefined) {
      return known;
    }
    const { number, ways } = this.#numberOf(kind, value);
    const way = ways === 0 ? "" : String.fromCodePoint(firstWay + ways);
    const placeholder = `[${placeholderOf(kind)}${this.#salt}_${number}${way}]`;
    this.#byValue.set(value, placeholder);
    this.#values.set(placeholder, { kind, value });
    return placeholder;
  }

  /**
   * Placeholders in an address stay, because the value would be sent with it. `tracker` has read the preceding text.
   */
  restore(
    text: string,
    tracker: AddressTracker = new AddressTracker(),
    restoring: Restoring = "all",
  ): string {
    if (this.isEmpty) {
      return text;
    }
    let result = "";
    let done = 0;
    for (const { 0: found, index } of text.matchAll(shape)) {
      const before = text.slice(done, index);
      tracker.read(before);
      const known = tracker.isInAddress ? undefined : this.#valueOf(found, restoring);
      // A restored value is not a link's bracket.
      tracker.read(known ? "x" : found);
      result += before + (known ?? found);
      done = index + found.length;
    }
    const rest = text.slice(done);
    tracker.read(rest);
    return result + rest;
  }

  restoreEverywhere(text: string): string {
    return text.replaceAll(shape, (found) => this.#values.get(plain(found))?.value ?? found);
  }

  valuesIn(text: string): readonly (readonly [kind: FoundKind, value: string])[] {
    const found = new Map<string, FoundKind>();
    for (const [placeholder] of text.matchAll(shape)) {
      const known = this.#values.get(plain(placeholder));
      if (known) {
        found.set(known.value, known.kind);
      }
    }
    return [...found].map(([value, kind]) => [kind, value]);
  }

  #valueOf(found: string, restoring: Restoring): string | undefined {
    const known = this.#values.get(plain(found));
    return restoring === "withoutSecrets" && known?.kind === "secret" ? undefined : known?.value;
  }

  #numberOf(kind: FoundKind, value: string): { readonly number: number; readonly ways: number } {
    const same = kind === "secret" ? value : value.toLowerCase().replaceAll(/[^\p{L}\p{N}@]/gu, "");
    const identity = `${kind} ${same}`;
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

export function placeholdersIn(text: string): readonly string[] {
  return text.includes("[") ? [...text.matchAll(shape)].map(([found]) => plain(found)) : [];
}

export function openPlaceholderLength(text: string): number {
  const start = text.lastIndexOf("[");
  const length = text.length - start;
  return start >= 0 && length < maxPlaceholderLength && beginning.test(text.slice(start))
    ? length
    : 0;
}

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
  // At worst a placeholder that the person typed is replaced.
  return "X".repeat(maxSalt);
}
