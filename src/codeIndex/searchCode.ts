import type { CodeIndex } from "./codeIndex.ts";
import { bestDefinition } from "./ranking/definitionScore.ts";
import { parseQuery } from "./ranking/query.ts";
import { rankFiles } from "./ranking/rankFiles.ts";
import type { RankedFile } from "./ranking/ranking.ts";
import { SourceLines, WeightedTerms } from "./ranking/sourceLines.ts";
import { type Span, spansOf } from "./ranking/spans.ts";
import type { SimilarFile } from "./semantic/semanticIndex.ts";

export interface CodeHit extends Span {
  readonly path: string;
  readonly score: number;
}

export interface CodeSearch {
  /** Each file gets one hit before any file gets two. */
  readonly limit: number;
  readonly below?: string;
  readonly similar?: readonly SimilarFile[];
  /** Reads the current text; undefined if the file is gone or no longer allowed. */
  readonly read: (path: string) => Promise<string | undefined>;
  readonly now: () => number;
  /** The time limit: after it, returns the results so far, at least those of five files. */
  readonly maxMs?: number;
}

export interface CodeAnswer {
  readonly hits: readonly CodeHit[];
  readonly isPartial: boolean;
}

const defaultMs = 1_000;
const maxSpans = 3;
/** Results from this many files, even on a slow machine. */
const leastFiles = 5;

export async function searchCode(
  index: CodeIndex,
  query: string,
  { limit, below = "", similar = [], read, now, maxMs = defaultMs }: CodeSearch,
): Promise<CodeAnswer> {
  const end = now() + maxMs;
  // Some files may be gone since; ranking reads a few more.
  const ranking = rankFiles(index.corpus, parseQuery(query), { limit: limit + 5, below, similar });
  const terms = new WeightedTerms(ranking.termWeights);
  const found: {
    readonly file: RankedFile;
    readonly source: SourceLines;
    readonly line: number | undefined;
  }[] = [];
  let isPartial = false;
  const reads = ranking.files.map(async (file) => ({ file, text: await read(file.path) }));
  for (const { file, text } of await Promise.all(reads)) {
    if (now() > end && found.length >= leastFiles) {
      isPartial = true;
      break;
    }
    if (text !== undefined) {
      const source = new SourceLines(file.path, text, terms);
      const { score, line } = bestDefinition(file, source, ranking);
      found.push({ file: { ...file, score: file.score + score }, source, line });
    }
  }
  const ofFile = found.length < limit && !isPartial ? maxSpans : 1;
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
