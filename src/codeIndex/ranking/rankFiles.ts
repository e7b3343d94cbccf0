import type { SegmentView } from "../segments/segmentView.ts";
import type { SimilarFile } from "../semantic/semanticIndex.ts";
import { FileScores } from "./fileScores.ts";
import { priorIn } from "./prior.ts";
import type { Query } from "./query.ts";
import type { Corpus, RankedFile, Ranking, RankOptions } from "./ranking.ts";
import { addSymbols } from "./symbolScores.ts";
import { vectorShares } from "./weights.ts";

export function rankFiles(corpus: Corpus, query: Query, options: RankOptions): Ranking {
  const scores = new FileScores(corpus);
  const termWeights = scores.add(query.terms);
  const totals = scores.totals();
  const isWanted = new Uint8Array(totals.length);
  const priors = new Float64Array(totals.length);
  const prefix = options.below === "" ? "" : `${options.below.replace(/\/+$/u, "")}/`;
  eachFile(corpus, (file, view, local) => {
    const path = view.segment.files.paths[local] ?? "";
    if (view.segment.files.deleted[local] === 0 && (prefix === "" || path.startsWith(prefix))) {
      isWanted[file] = 1;
    }
  });
  eachFile(corpus, (file, { segment: { files } }, local) => {
    const total = isWanted[file] === 1 ? (totals[file] ?? 0) : 0;
    priors[file] = total > 0 ? priorIn(files, local, query) : 0;
    totals[file] = total * (priors[file] ?? 0);
  });
  addSymbols({ corpus, query, totals, isWanted });
  const near = new Map(options.similar?.map((file) => [file.path, file]));
  if (near.size > 0) {
    addVectors({ corpus, query, totals, isWanted }, near);
  }
  const best = bestOf(totals, options.limit);
  return {
    query,
    files: best.flatMap((file) => {
      const ranked = scores.ranked(file, totals[file] ?? 0, priors[file] ?? 0);
      return ranked ? [withChunks(ranked, near.get(ranked.path))] : [];
    }),
    termWeights,
  };
}

function addVectors(
  { corpus, query, totals, isWanted }: Parameters<typeof addSymbols>[0],
  near: ReadonlyMap<string, SimilarFile>,
): void {
  const share = query.isSymbol ? vectorShares.symbol : vectorShares.general;
  const most = totals.reduce((best, total) => Math.max(best, total), 0) || 1;
  eachFile(corpus, (file, { segment: { files } }, local) => {
    const path = files.paths[local] ?? "";
    const similar = isWanted[file] === 1 ? near.get(path) : undefined;
    const byMeaning = (similar?.score ?? 0) * (similar ? priorIn(files, local, query) : 0);
    totals[file] = (1 - share) * (totals[file] ?? 0) + share * byMeaning * most;
  });
}

function withChunks(file: RankedFile, similar: SimilarFile | undefined): RankedFile {
  const chunks = [...new Set([...file.chunks, ...(similar?.chunks ?? [])])];
  return similar ? { ...file, chunks } : file;
}

function eachFile(
  { views }: Corpus,
  visit: (file: number, view: SegmentView, local: number) => void,
): void {
  let file = 0;
  for (const view of views) {
    for (let local = 0; local < view.segment.files.paths.length; local += 1) {
      visit(file, view, local);
      file += 1;
    }
  }
}

function bestOf(totals: Float64Array, limit: number): readonly number[] {
  const best: number[] = [];
  for (let place = 0; place < totals.length; place += 1) {
    const total = totals[place] ?? 0;
    const isFull = best.length >= limit;
    if (total > 0 && (!isFull || total > (totals[best.at(-1) ?? 0] ?? 0))) {
      let at = best.length;
      while (at > 0 && (totals[best[at - 1] ?? 0] ?? 0) < total) {
        at -= 1;
      }
      best.splice(at, 0, place);
      best.length = Math.min(best.length, limit);
    }
  }
  return best;
}
