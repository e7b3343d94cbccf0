import type { History } from "../segments/history.ts";
import type { SegmentView } from "../segments/segmentView.ts";
import type { SimilarFile } from "../semantic/semanticIndex.ts";
import type { Query } from "./query.ts";

/** A file that a query finds. */
export interface RankedFile {
  readonly path: string;
  readonly score: number;
  /** The factor of the file that `score` has already. */
  readonly prior: number;
  /** Number of lines of the file. */
  readonly lines: number;
  /** Its chunks that have a term, the best first, by number. */
  readonly chunks: readonly number[];
}

export interface Ranking {
  readonly query: Query;
  readonly files: readonly RankedFile[];
  /** How telling each term is in this workspace: its weight in the query by its rarity. */
  readonly termWeights: ReadonlyMap<number, number>;
}

export interface RankOptions {
  /** At most so many files. */
  readonly limit: number;
  /** Only files below this folder; empty for all. */
  readonly below: string;
  /** Files that are near the query in meaning; empty where no vectors are used. */
  readonly similar?: readonly SimilarFile[];
}

export interface Corpus {
  readonly views: readonly SegmentView[];
  readonly history: History;
  /** The file of each document of the history, counted through all segments, or -1. */
  readonly historyFiles: Int32Array;
}
