import { applyCase, type ApplyCase } from "./applyCase.ts";
import { Random } from "./random.ts";
import type { Source } from "./source.ts";

/** Applies a case: the `lines` to offer, or undefined if it was refused. */
type Apply = (one: ApplyCase) => readonly string[] | undefined;

interface Counts {
  equal: number;
  refused: number;
  wrong: number;
}

interface WrongCase extends ApplyCase {
  readonly path: string;
  readonly seed: number;
  readonly result: string;
}

export interface NamedSource {
  readonly path: string;
  readonly source: Source;
}

interface Tally {
  readonly counts: Readonly<Record<string, Counts>>;
  readonly wrong: readonly WrongCase[];
}

/**
 * Applies `count` cases, drawn from all sources with equal chance, and counts outcomes by `keyOf`.
 */
export function tally(
  sources: readonly NamedSource[],
  { count, seed, apply, keyOf }: TallyOptions,
): Tally {
  const random = new Random(seed);
  const counts: Record<string, Counts> = {};
  const wrong: WrongCase[] = [];
  for (let done = 0, draws = 0; done < count && draws < 50 * count; draws += 1) {
    const { path, source } = random.of(sources as readonly [NamedSource, ...NamedSource[]]);
    const caseSeed = random.below(2 ** 31);
    const one = applyCase(source, caseSeed);
    if (!one) {
      continue;
    }
    done += 1;
    const own = (counts[keyOf(one)] ??= { equal: 0, refused: 0, wrong: 0 });
    const result = apply(one)?.join("\n");
    const outcome = outcomeOf(one, result);
    own[outcome] += 1;
    if (outcome === "wrong") {
      wrong.push({ ...one, path, seed: caseSeed, result: result ?? "" });
    }
  }
  return { counts, wrong };
}

interface TallyOptions {
  readonly count: number;
  readonly seed: number;
  readonly apply: Apply;
  readonly keyOf: (one: ApplyCase) => string;
}

/** A result equal to the file is not offered ("already has this code"), so it counts as refused. */
function outcomeOf(one: ApplyCase, result: string | undefined): keyof Counts {
  if (result === undefined || withoutBlankRuns(result) === withoutBlankRuns(one.file)) {
    return "refused";
  }
  return withoutBlankRuns(result) === withoutBlankRuns(one.intended) ? "equal" : "wrong";
}

/** Without blank lines: their number does not decide whether the code is the intended one. */
function withoutBlankRuns(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "")
    .join("\n");
}
