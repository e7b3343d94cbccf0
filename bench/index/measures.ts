/** The places of gold among what was found, as the measures of retrieval. */
export interface Score {
  readonly mrr: number;
  readonly hitAt1: number;
  readonly recallAt10: number;
}

/** One question: the paths that were found, the best first, and those that answer it. */
export function scoreOf(found: readonly string[], gold: readonly string[]): Score {
  const paths = [...new Set(found)];
  const place = paths.findIndex((path) => gold.includes(path));
  const top = new Set(paths.slice(0, 10));
  return {
    mrr: place === -1 || place >= 10 ? 0 : 1 / (place + 1),
    hitAt1: place === 0 ? 1 : 0,
    recallAt10: gold.filter((path) => top.has(path)).length / gold.length,
  };
}

/** The mean of each measure. */
export function meanOf(scores: readonly Score[]): Score {
  const mean = (pick: (score: Score) => number): number =>
    scores.reduce((sum, score) => sum + pick(score), 0) / Math.max(1, scores.length);
  return {
    mrr: mean(({ mrr }) => mrr),
    hitAt1: mean(({ hitAt1 }) => hitAt1),
    recallAt10: mean(({ recallAt10 }) => recallAt10),
  };
}
