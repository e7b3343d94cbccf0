import { type Cursor, textAfter, textBefore, type TextLines } from "./textLines.ts";

const [unitsBefore, unitsAfter] = [2_000, 200];
const maxEntries = 100;
const maxTypedLines = 20;
const keptMs = 5 * 60_000;
const addedClosers = /^(?:\s*[)\]}>"'`]){1,4}/u;

export interface AskedPlace {
  readonly file: string;
  readonly cursor: Cursor;
  readonly before: number;
  readonly after: number;
}

export interface MemoryEntry {
  readonly place: AskedPlace;
  text: string;
  offeredEnd: number | undefined;
  isRejected: boolean;
  readonly at: number;
}

export interface FoundEntry {
  readonly entry: MemoryEntry;
  readonly typed: number;
}

export function placeOf(file: string, lines: TextLines, cursor: Cursor): AskedPlace {
  return {
    file,
    cursor,
    before: hashOf(textBefore(lines, cursor, unitsBefore)),
    after: hashOf(textAfter(lines, cursor, unitsAfter)),
  };
}

/** The answers of the last minutes, in memory only. */
export class Memory {
  #entries: MemoryEntry[] = [];

  add(place: AskedPlace, text: string, now: number): MemoryEntry {
    const entry = { place, text, offeredEnd: undefined, isRejected: false, at: now };
    const others = this.#entries.filter((one) => !isSamePlace(one.place, place));
    this.#entries = [...others, entry].slice(-maxEntries);
    return entry;
  }

  /** The newest answer whose beginning the person has typed. */
  find(file: string, lines: TextLines, cursor: Cursor, now: number): FoundEntry | undefined {
    this.#entries = this.#entries.filter(({ at }) => now - at < keptMs);
    const seen = new SeenText(lines, cursor);
    for (const entry of this.#entries.toReversed()) {
      const typed = entry.place.file === file ? seen.typedOf(entry) : undefined;
      if (typed !== undefined) {
        return { entry, typed };
      }
    }
    return undefined;
  }

  /** Rejects an answer: it is not offered again unless `isRejected` is false later. */
  reject(entry: MemoryEntry | undefined, isRejected = true): void {
    if (entry) {
      entry.isRejected = isRejected;
    }
  }
}

export function typedSince(
  { cursor: start, before, after }: AskedPlace,
  lines: TextLines,
  cursor: Cursor,
): string | undefined {
  const isBehind =
    cursor.line > start.line || (cursor.line === start.line && cursor.column >= start.column);
  if (
    !isBehind ||
    cursor.line - start.line > maxTypedLines ||
    hashOf(textBefore(lines, start, unitsBefore)) !== before ||
    !aftersAt(lines, cursor).includes(after)
  ) {
    return undefined;
  }
  const text = Array.from({ length: cursor.line - start.line + 1 }, (_, index) =>
    lines.at(start.line + index),
  ).join("\n");
  const cut = lines.at(cursor.line).length - cursor.column;
  return text.slice(start.column, text.length - cut);
}

function aftersAt(lines: TextLines, cursor: Cursor): readonly number[] {
  const after = textAfter(lines, cursor, unitsAfter + 40);
  const afters = [hashOf(after.slice(0, unitsAfter))];
  let rest = after;
  for (const sign of addedClosers.exec(after)?.[0].match(/\s*\S/gu) ?? []) {
    rest = rest.slice(sign.length);
    afters.push(hashOf(rest.slice(0, unitsAfter)));
  }
  return afters;
}

class SeenText {
  readonly #before: string;
  readonly #afters: readonly number[];
  readonly #hashes = new Map<number, number>();

  constructor(lines: TextLines, cursor: Cursor) {
    this.#before = textBefore(lines, cursor, unitsBefore + 4_000);
    this.#afters = aftersAt(lines, cursor);
  }

  typedOf({ place, text }: Pick<MemoryEntry, "place" | "text">): number | undefined {
    const found = this.#afters.indexOf(place.after);
    if (found < 0) {
      return undefined;
    }
    for (let typed = text.length; typed > 0; typed -= 1) {
      if (
        text.charCodeAt(typed - 1) === this.#before.charCodeAt(this.#before.length - 1) &&
        this.#before.endsWith(text.slice(0, typed)) &&
        this.#hashBefore(typed) === place.before
      ) {
        return typed;
      }
    }
    return found === 0 && this.#hashBefore(0) === place.before ? 0 : undefined;
  }

  #hashBefore(typed: number): number {
    const known = this.#hashes.get(typed);
    if (known !== undefined) {
      return known;
    }
    const end = this.#before.length - typed;
    const hash = hashOf(this.#before.slice(Math.max(0, end - unitsBefore), end));
    this.#hashes.set(typed, hash);
    return hash;
  }
}

function isSamePlace(one: AskedPlace, other: AskedPlace): boolean {
  return one.file === other.file && one.before === other.before && one.after === other.after;
}

/** A hash of 53 bits: FNV-1a twice, with different bases. */
function hashOf(text: string): number {
  let first = 0x811c9dc5;
  let second = 0x01000193 ^ text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ unit, 0x85ebca6b);
  }
  return (first >>> 0) * 0x200000 + (second >>> 11);
}
