import { parseFields, stringOf } from "../base/fields.ts";

/** The part of a text before half of an escaped surrogate pair, which waits for the other half. */
const wholeUnits =
  /(?:[^"\\]+|\\u(?![dD][89abAB])[\da-fA-F]{4}|\\u[dD][89abAB][\da-fA-F]{2}\\u[\da-fA-F]{4}|\\[^u])*/y;

const start = /^\s*\{\s*"input"\s*:\s*"/u;

/** Reads the text of `{"input":"…"}`, the arguments of a custom tool that was sent as a function. */
export class InputText {
  #json = "";
  #at = -1;

  add(piece: string): string {
    this.#json += piece;
    if (this.#at === -1) {
      this.#at = start.exec(this.#json)?.[0].length ?? -1;
    }
    if (this.#at === -1) {
      return "";
    }
    wholeUnits.lastIndex = this.#at;
    const [units = ""] = wholeUnits.exec(this.#json) ?? [];
    this.#at += units.length;
    return unescaped(units);
  }

  /** The rest of the text; arguments of another form stay unchanged. */
  end(): string {
    return this.#at === -1 ? (stringOf(parseFields(this.#json)?.["input"]) ?? this.#json) : "";
  }
}

/** Models write line feeds into strings without escaping them. */
function unescaped(units: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters to escape
  const text = units.replaceAll(/[\u0000-\u001f]/gu, (control) =>
    JSON.stringify(control).slice(1, -1),
  );
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    // JSON has no such escape.
    return units;
  }
}
