/** Begins a key that stands for another one; a key of the text that begins so gets a stand-in itself. */
const mark = "\uE000";

const backslash = 0x5c;

/** More than any request has; each costs several times what another key costs. */
export const maxEscapedKeys = 200_000;

/**
 * The value of a JSON text; throws a `SyntaxError` for any other text. `JSON.parse` of V8 can take a key that is
 * written with an escape for a key that an earlier text had (nodejs/node#63785): after `{"a":1,"\\u006":2}`, the
 * last key of `{"a":1,"\u006dodel":2}` comes out as `\u006`, so a caller could hide a field from the hub's checks
 * that the upstream then reads. Such keys are therefore read as strings of their own, which V8 reads correctly;
 * throws a `RangeError` for more than `maxEscapedKeys`.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!text.includes("\\")) {
    return value;
  }
  const { plain, keys } = withStandIns(text);
  return keys.length === 0 ? value : withKeys(JSON.parse(plain), keys);
}

/** Index of the quote that closes the string opened at `start`, or the length of the text. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, start, end)) {
    end = text.indexOf('"', end + 1);
  }
  return end === -1 ? text.length : end;
}

/** Whether an odd number of backslashes stands before the quote. */
function isEscaped(text: string, start: number, end: number): boolean {
  let first = end;
  while (first - 1 > start && text.charCodeAt(first - 1) === backslash) {
    first -= 1;
  }
  return (end - first) % 2 === 1;
}

interface StandIns {
  readonly plain: string;
  /** The keys of which the text has only the number. */
  readonly keys: readonly string[];
}

/** The valid JSON text with a stand-in for every key that has an escape. */
function withStandIns(text: string): StandIns {
  const numbers = new Map<string, number>();
  const pieces: string[] = [];
  let copied = 0;
  for (let start = text.indexOf('"'); start !== -1;) {
    const end = endOfString(text, start);
    const written = isKeyEnd(text, end) ? text.slice(start, end + 1) : "";
    if (written.includes("\\") || written.startsWith(mark, 1)) {
      const number = numbers.get(written) ?? numbers.size;
      numbers.set(written, number);
      pieces.push(text.slice(copied, start), `"${mark}${number}"`);
      copied = end + 1;
    }
    if (pieces.length > 2 * maxEscapedKeys) {
      throw new RangeError(`More than ${maxEscapedKeys} keys are written with an escape.`);
    }
    start = text.indexOf('"', end + 1);
  }
  pieces.push(text.slice(copied));
  return {
    plain: pieces.join(""),
    keys: [...numbers.keys()].map((written) => String(JSON.parse(written))),
  };
}

function isKeyEnd(text: string, end: number): boolean {
  let at = end + 1;
  while (" \t\r\n".includes(text.charAt(at)) && at < text.length) {
    at += 1;
  }
  return text.charAt(at) === ":";
}

/** The value with its keys in place of their stand-ins. */
function withKeys(value: unknown, keys: readonly string[]): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => withKeys(item, keys));
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key.startsWith(mark) ? (keys[Number(key.slice(mark.length))] ?? key) : key,
      withKeys(inner, keys),
    ]),
  );
}
