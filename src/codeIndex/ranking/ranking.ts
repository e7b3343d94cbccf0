import type { History } from "../segments/history.ts";
import type { SegmentView } from "../segments/segmentView.ts";
import type { SimilarFile } from "../semantic/semanticIndex.ts";
import type { Query } from "./query.ts";

export interface RankedFile {
  readonly path: string;
  readonly score: number;
  /** The factor for the file alone, which `score` already includes. */
  readonly prior: number;
  readonly lines: number;
  readonly chunks: readonly number[];
}

export interface Ranking {
  readonly query: Query;
  readonly files: readonly RankedFile[];
  readonly termWeights: ReadonlyMap<number, number>;
}

export interface RankOptions {
  readonly limit: number;
  readonly below: string;
  readonly similar?: readonly SimilarFile[];
}

export interface Corpus {
  readonly views: readonly SegmentView[];
  readonly history: History;
  readonly historyFiles: Int32Array;
}
