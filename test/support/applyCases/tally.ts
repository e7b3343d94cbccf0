import { applyCase, type ApplyCase } from "./applyCase.ts";
import { Random } from "./random.ts";
import type { Source } from "./source.ts";

/** What came of a case: `lines` as they would be offered, or undefined where that was refused. */
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

/** Applies so many cases, drawn from all sources alike, and counts by `keyOf`. */
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

/** Where the result is the file itself, nothing is offered: "already has this code". */
function outcomeOf(one: ApplyCase, result: string | undefined): keyof Counts {
  if (result === undefined || withoutBlankRuns(result) === withoutBlankRuns(one.file)) {
    return "refused";
  }
  return withoutBlankRuns(result) === withoutBlankRuns(one.intended) ? "equal" : "wrong";
}

/** How many blank lines stand between two others says nothing of whether the code is the one that is meant. */
function withoutBlankRuns(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "")
    .join("\n");
}
