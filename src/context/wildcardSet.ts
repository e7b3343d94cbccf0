export const backslash = 0x5c;
export const openBracket = 0x5b;
const caret = 0x5e;
const exclamation = 0x21;
const closeBracket = 0x5d;
const hyphen = 0x2d;
const colon = 0x3a;

const namedSets: Readonly<Record<string, readonly number[]>> = {
  alnum: [0x30, 0x39, 0x41, 0x5a, 0x61, 0x7a],
  alpha: [0x41, 0x5a, 0x61, 0x7a],
  blank: [0x20, 0x20, 0x09, 0x09],
  cntrl: [0x00, 0x1f, 0x7f, 0x7f],
  digit: [0x30, 0x39],
  graph: [0x21, 0x7e],
  lower: [0x61, 0x7a],
  print: [0x20, 0x7e],
  punct: [0x21, 0x2f, 0x3a, 0x40, 0x5b, 0x60, 0x7b, 0x7e],
  space: [0x20, 0x20, 0x09, 0x0a, 0x0d, 0x0d],
  upper: [0x41, 0x5a],
  xdigit: [0x30, 0x39, 0x41, 0x46, 0x61, 0x66],
};

interface WildcardSet {
  readonly isNegated: boolean;
  readonly ranges: readonly number[];
  readonly end: number;
}

/** Starts after the opening bracket. Undefined without an end or with an unknown class. */
export function readSet(pattern: Uint8Array, start: number): WildcardSet | undefined {
  const isNegated = pattern[start] === caret || pattern[start] === exclamation;
  const ranges: number[] = [];
  let member: Member | undefined;
  let at = isNegated ? start + 1 : start;
  // A closing bracket in first position is a member of the set.
  do {
    member = readMember(pattern, at, member?.first);
    if (!member) {
      return undefined;
    }
    ranges.push(...member.ranges);
    at = member.end;
  } while (pattern[at] !== closeBracket);
  return { isNegated, ranges, end: at + 1 };
}

interface Member {
  readonly ranges: readonly number[];
  readonly end: number;
  readonly first?: number;
}

function readMember(pattern: Uint8Array, at: number, first?: number): Member | undefined {
  const next = pattern[at + 1];
  if (
    pattern[at] === hyphen &&
    first !== undefined &&
    next !== undefined &&
    next !== closeBracket
  ) {
    const last = escapedByte(pattern, at + 1);
    return last && { ranges: [first, last.byte], end: last.end };
  }
  const named = readNamedSet(pattern, at);
  if (named) {
    return named === "unknown" ? undefined : named;
  }
  const member = escapedByte(pattern, at);
  return member && { ranges: [member.byte, member.byte], end: member.end, first: member.byte };
}

function escapedByte(
  pattern: Uint8Array,
  at: number,
): { readonly byte: number; readonly end: number } | undefined {
  const place = pattern[at] === backslash ? at + 1 : at;
  const byte = pattern[place];
  return byte === undefined ? undefined : { byte, end: place + 1 };
}

/** A class such as `[:alpha:]`. Undefined if there is none; "unknown" if git does not know it or it has no end. */
function readNamedSet(
  pattern: Uint8Array,
  at: number,
): { readonly ranges: readonly number[]; readonly end: number } | "unknown" | undefined {
  if (pattern[at] !== openBracket || pattern[at + 1] !== colon) {
    return undefined;
  }
  const end = pattern.indexOf(closeBracket, at + 2);
  if (end === -1) {
    return "unknown";
  }
  if (end - 1 < at + 2 || pattern[end - 1] !== colon) {
    return undefined;
  }
  const name = String.fromCharCode(...pattern.subarray(at + 2, Math.min(end - 1, at + 12)));
  const ranges = Object.hasOwn(namedSets, name) ? namedSets[name] : undefined;
  return ranges ? { ranges, end: end + 1 } : "unknown";
}
