import { isElision } from "./elision.ts";
import { isBlank } from "./fileLines.ts";
import { letters } from "./indentation.ts";

/**
 * The rows of a block that stand for left-out lines of the file. A comment that the file has
 * between the same lines is not a gap. Undefined if ambiguous.
 */
export function gapsOf(
  file: readonly string[],
  code: readonly string[],
  language: string,
): readonly boolean[] | undefined {
  const own = placesIn(code, (line) => isElision(line, language));
  const texts = new Set([...own.values()].map(({ text }) => text));
  const places = new Map<string, Place[]>();
  for (const place of placesIn(file, (line) => texts.has(line.trim())).values()) {
    const same = places.get(place.text) ?? [];
    same.push(place);
    places.set(place.text, same);
  }
  const kinds = code.map((_line, row) => {
    const place = own.get(row);
    const there = place && places.get(place.text);
    const isSame = place && there?.some((other) => isSamePlace(place, other)) === true;
    return !place || isSame ? "code" : there ? "unknown" : "gap";
  });
  return kinds.includes("unknown") ? undefined : kinds.map((kind) => kind === "gap");
}

/** Blank lines are skipped. */
interface Place {
  readonly text: string;
  readonly above: string;
  readonly below: string;
}

function placesIn(
  lines: readonly string[],
  isChosen: (line: string) => boolean,
): ReadonlyMap<number, Place> {
  const rows = lines.flatMap((line, row) => (isBlank(line) ? [] : [row]));
  const textAt = (index: number): string => lines[rows[index] ?? -1]?.trim() ?? "";
  return new Map(
    rows.flatMap((row, index): readonly (readonly [number, Place])[] =>
      isChosen(lines[row] ?? "")
        ? [[row, { text: textAt(index), above: textAt(index - 1), below: textAt(index + 1) }]]
        : [],
    ),
  );
}

/** Two brackets as neighbours prove nothing: a gap may have the same neighbours. */
function isSamePlace(one: Place, other: Place): boolean {
  const saysMuch = letters(one.above) > 2 || letters(one.below) > 2;
  return saysMuch && one.above === other.above && one.below === other.below;
}
