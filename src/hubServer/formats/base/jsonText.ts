/** Marks a stand-in. A key with this prefix gets a stand-in too. */
const mark = "\uE000";

const backslash = 0x5c;

/** An escaped key costs several times as much as a plain key. */
export const maxEscapedKeys = 200_000;

/**
 * `JSON.parse` of V8 can confuse an escaped key with a key of an earlier text (nodejs/node#63785): after
 * `{"a":1,"\\u006":2}`, the last key of `{"a":1,"\u006dodel":2}` comes out as `\u006`, which could hide a field from
 * the hub's checks. Such keys are parsed separately. Throws a `SyntaxError`, or a `RangeError` for too many.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!text.includes("\\")) {
    return value;
  }
  const { plain, keys } = withStandIns(text);
  return keys.length === 0 ? value : withKeys(JSON.parse(plain), keys);
}

export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, start, end)) {
    end = text.indexOf('"', end + 1);
  }
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, start: number, end: number): boolean {
  let first = end;
  while (first - 1 > start && text.charCodeAt(first - 1) === backslash) {
    first -= 1;
  }
  return (end - first) % 2 === 1;
}

interface StandIns {
  readonly plain: string;
  readonly keys: readonly string[];
}

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
