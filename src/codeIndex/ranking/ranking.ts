import type { History } from "../segments/history.ts";
import type { SegmentView } from "../segments/segmentView.ts";
import type { SimilarFile } from "../semantic/semanticIndex.ts";
import type { Query } from "./query.ts";

export interface RankedFile {
  readonly path: string;
  readonly score: number;
  /** The factor that `score` already includes. */
  readonly prior: number;
  readonly lines: number;
  /** Numbers of chunks with a term, the best first. */
  readonly chunks: readonly number[];
}

export interface Ranking {
  readonly query: Query;
  readonly files: readonly RankedFile[];
  /** Each term's weight: its weight in the query × its rarity in this workspace. */
  readonly termWeights: ReadonlyMap<number, number>;
}

export interface RankOptions {
  readonly limit: number;
  /** Only files below this folder; empty for all. */
  readonly below: string;
  /** Files near in meaning; empty without vectors. */
  readonly similar?: readonly SimilarFile[];
}

export interface Corpus {
  readonly views: readonly SegmentView[];
  readonly history: History;
  /** File of each history document, counted over all segments, or -1. */
  readonly historyFiles: Int32Array;
}
