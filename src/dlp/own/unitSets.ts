/** Inclusive ranges of UTF-16 units, ascending and apart. */
export type UnitSet = readonly (readonly [first: number, last: number])[];

const lastUnit = 0xffff;

export function unitSet(code: number): UnitSet {
  return [[code, code]];
}

export function ordered(ranges: UnitSet): UnitSet {
  const result: [number, number][] = [];
  for (const [first, last] of ranges.toSorted(([one], [other]) => one - other)) {
    const previous = result.at(-1);
    if (previous && first <= previous[1] + 1) {
      previous[1] = Math.max(previous[1], last);
    } else {
      result.push([first, last]);
    }
  }
  return result;
}

export function without(set: UnitSet): UnitSet {
  const result: [number, number][] = [];
  let from = 0;
  for (const [first, last] of set) {
    if (first > from) {
      result.push([from, first - 1]);
    }
    from = last + 1;
  }
  return from > lastUnit ? result : [...result, [from, lastUnit]];
}

/** The first units, through Cyrillic, with both cases; a wider class has both cases already. */
const casedUnits = 0x250;
const lastCased = 0x52f;

export function bothCases(set: UnitSet): UnitSet {
  const other = set.flatMap(([first, last]) => {
    const end = Math.min(last, lastCased);
    const count = end - first > casedUnits ? 0 : Math.max(0, end - first + 1);
    return Array.from({ length: count }, (_, at) => casesOf(first + at)).flat();
  });
  return ordered([...set, ...other]);
}

function casesOf(unit: number): UnitSet {
  const character = String.fromCharCode(unit);
  return [character.toLowerCase(), character.toUpperCase()]
    .filter((changed) => changed.length === 1)
    .flatMap((changed) => unitSet(changed.charCodeAt(0)));
}
