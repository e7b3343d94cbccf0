/**
 * The levels, from strict to lenient. Each level also ignores the differences of the levels up to `typography` before
 * it.
 */
export type MatchLevel =
  | "exact"
  | "lineEnds"
  | "trailingBlanks"
  | "typography"
  | "indentation"
  | "lineNumbers"
  | "escaping";

const replacements: readonly (readonly [characters: string, plain: string])[] = [
  ["\u2018\u2019\u201A\u201B\u2032", "'"],
  ["\u201C\u201D\u201E\u201F\u2033", '"'],
  ["\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"],
  [
    "\u00A0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u202F\u205F\u3000",
    " ",
  ],
];
const plainOf = new Map(
  replacements.flatMap(([characters, plain]) =>
    characters.split("").map((character) => [character, plain] as const),
  ),
);
const typographic = new RegExp(`[${[...plainOf.keys()].join("")}]`, "gu");

export function plainTypography(line: string): string {
  return line.replaceAll(typographic, (character) => plainOf.get(character) ?? character);
}

export function withoutTrailingBlanks(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === " " || line[end - 1] === "\t")) {
    end -= 1;
  }
  return line.slice(0, end);
}

export function visibleLength(text: string): number {
  return text.replaceAll(/\s/gu, "").length;
}
