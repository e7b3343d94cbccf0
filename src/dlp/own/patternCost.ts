import { type Pattern, PatternError } from "./parsePattern.ts";
import type { UnitSet } from "./unitSets.ts";

export interface PatternCost {
  /** Number of character positions after all repetitions are written out. */
  readonly size: number;
  /** Longest match, in characters. */
  readonly longest: number;
  /** The rarity of a match in ordinary text and code: each bit halves the chance at a given place. */
  readonly bits: number;
}

export const patternLimits = { size: 2_000, longest: 200, bits: 16 } as const;

interface Measure {
  readonly size: number;
  readonly shortest: number;
  readonly longest: number;
  readonly chance: number;
}

const nothing: Measure = { size: 0, shortest: 0, longest: 0, chance: 1 };

/** @throws PatternError for a pattern that is too large, matches the empty text or is too common. */
export function checkedCost(pattern: Pattern, leastBits: number = patternLimits.bits): PatternCost {
  const { size, shortest, longest, chance } = measure(pattern);
  const bits = Math.max(0, Math.floor(-Math.log2(chance)));
  if (shortest === 0) {
    throw new PatternError("empty");
  }
  if (size > patternLimits.size) {
    throw new PatternError("tooLarge", 0, size);
  }
  if (longest > patternLimits.longest) {
    throw new PatternError("tooLong", 0, longest);
  }
  if (bits < leastBits) {
    throw new PatternError("tooCommon", 0, bits);
  }
  return { size, longest, bits };
}

function measure(pattern: Pattern): Measure {
  switch (pattern.kind) {
    case "set":
      return { size: 1, shortest: 1, longest: 1, chance: chanceOf(pattern.set) };
    case "sequence":
      return pattern.parts.map(measure).reduce(then, nothing);
    case "choice":
      return pattern.parts.map(measure).reduce((one, other) => ({
        size: one.size + other.size,
        shortest: Math.min(one.shortest, other.shortest),
        longest: Math.max(one.longest, other.longest),
        chance: Math.min(1, one.chance + other.chance),
      }));
    default: {
      const { size, shortest, longest, chance } = measure(pattern.part);
      const { min, max } = pattern;
      return {
        size: size * max,
        shortest: shortest * min,
        longest: longest * max,
        chance: chance ** min,
      };
    }
  }
}

function then(one: Measure, other: Measure): Measure {
  return {
    size: one.size + other.size,
    shortest: one.shortest + other.shortest,
    longest: one.longest + other.longest,
    chance: one.chance * other.chance,
  };
}

/** Rough shares of characters in source and prose. */
const shares: readonly (readonly [first: number, last: number, share: number])[] = [
  [0x00, 0x1f, 0.04],
  [0x20, 0x20, 0.15],
  [0x21, 0x2f, 0.08],
  [0x30, 0x39, 0.05],
  [0x3a, 0x40, 0.04],
  [0x41, 0x5a, 0.08],
  [0x5b, 0x60, 0.03],
  [0x61, 0x7a, 0.7],
  [0x7b, 0x7f, 0.02],
  [0x80, 0xffff, 0.05],
];

function chanceOf(set: UnitSet): number {
  let chance = 0;
  for (const [first, last] of set) {
    for (const [from, to, share] of shares) {
      const count = Math.min(last, to) - Math.max(first, from) + 1;
      chance += count > 0 ? (share * count) / (to - from + 1) : 0;
    }
  }
  return Math.min(1, chance);
}
