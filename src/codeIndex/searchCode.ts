import type { CodeIndex } from "./codeIndex.ts";
import { bestDefinition } from "./ranking/definitionScore.ts";
import { parseQuery } from "./ranking/query.ts";
import { rankFiles } from "./ranking/rankFiles.ts";
import type { RankedFile } from "./ranking/ranking.ts";
import { SourceLines, WeightedTerms } from "./ranking/sourceLines.ts";
import { type Span, spansOf } from "./ranking/spans.ts";
import type { SimilarFile } from "./semantic/semanticIndex.ts";

/** Lines that answer a query. */
export interface CodeHit extends Span {
  readonly path: string;
  /** Comparable with the other hits of the query only. */
  readonly score: number;
}

export interface CodeSearch {
  /** At most so many hits; one a file before any file has two. */
  readonly limit: number;
  /** Only files below this folder, with `/`; absent for all. */
  readonly below?: string;
  /** Files that are near the query in meaning. */
  readonly similar?: readonly SimilarFile[];
  /** The text of a file as it is now; undefined if it is gone or may not be shown any more. */
  readonly read: (path: string) => Promise<string | undefined>;
  readonly now: () => number;
  /** A search that takes longer returns what it has. */
  readonly maxMs?: number;
}

export interface CodeAnswer {
  readonly hits: readonly CodeHit[];
  /** Whether the time was over before all files were looked at. */
  readonly isPartial: boolean;
}

const defaultMs = 1_000;
const maxSpans = 3;

/** The lines of a workspace that answer a query best, the best first. */
export async function searchCode(
  index: CodeIndex,
  query: string,
  { limit, below = "", similar = [], read, now, maxMs = defaultMs }: CodeSearch,
): Promise<CodeAnswer> {
  const end = now() + maxMs;
  // Some files may be gone since they were indexed, and the best of these may change places.
  const ranking = rankFiles(index.corpus, parseQuery(query), { limit: limit + 5, below, similar });
  const terms = new WeightedTerms(ranking.termWeights);
  const found: {
    readonly file: RankedFile;
    readonly source: SourceLines;
    readonly line: number | undefined;
  }[] = [];
  let isPartial = false;
  for (const file of ranking.files) {
    if (now() > end) {
      isPartial = true;
      break;
    }
    const text = await read(file.path);
    if (text !== undefined) {
      const source = new SourceLines(file.path, text, terms);
      const { score, line } = bestDefinition(file, source, ranking);
      found.push({ file: { ...file, score: file.score + score }, source, line });
    }
  }
  // With enough files, the second span of a file would never be shown.
  const ofFile = found.length < limit ? maxSpans : 1;
  const hits = found
    .toSorted((a, b) => b.file.score - a.file.score)
    .slice(0, limit)
    .map(({ file, source, line }) =>
      spansOf(file, source, ranking, { limit: ofFile, line }).map((span, place) =>
        hitOf(file, span, place),
      ),
    );
  const first = hits.flatMap((own) => own.slice(0, 1));
  const more = hits.flatMap((own) => own.slice(1)).toSorted((a, b) => b.score - a.score);
  return { hits: [...first, ...more].slice(0, limit), isPartial };
}

function hitOf({ path, score }: RankedFile, span: Span, place: number): CodeHit {
  return { ...span, path, score: score * 0.5 ** place };
}
