import type { CodeIndex } from "./codeIndex.ts";
import { type FittingDefinition, fittingDefinitions } from "./ranking/definitionScore.ts";
import { parseQuery } from "./ranking/query.ts";
import { rankFiles } from "./ranking/rankFiles.ts";
import type { RankedFile } from "./ranking/ranking.ts";
import { SourceLines, WeightedTerms } from "./ranking/sourceLines.ts";
import { type Span, spansOf } from "./ranking/spans.ts";
import type { SimilarFile } from "./semantic/semanticIndex.ts";
import { chunkCount } from "./text/chunks.ts";

export interface CodeHit extends Span {
  readonly path: string;
  readonly score: number;
}

export interface CodeSearch {
  /** The best file gets three hits; each other file gets one before any gets more. */
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
/** 2,000 lines. */
const maxChunks = 50;
/** The most lines of an excerpt of the first files; later files are seldom the answer, and cost as many tokens. */
const excerptLines = [50, 40, 40];
const laterLines = 14;
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
    readonly fitting: readonly FittingDefinition[];
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
      const fitting = fittingDefinitions(file, source, ranking);
      const score = file.score + (fitting[0]?.score ?? 0);
      found.push({ file: { ...file, score }, source, fitting });
    }
  }
  const isShort = found.length < limit && !isPartial;
  const hits = found
    .toSorted((a, b) => b.file.score - a.file.score)
    .slice(0, limit)
    .map(({ file, source, fitting }, place) =>
      spansOf(file, source, ranking, {
        limit: isShort ? maxSpans : spansAt(place),
        lines: excerptLines[place] ?? laterLines,
        fitting: place === 0 ? fittingDefinitions(wholeFile(file), source, ranking) : fitting,
      }).map((span, order) => hitOf(file, span, order)),
    );
  const first = hits.flatMap((own, place) => own.slice(0, spansAt(place)));
  const more = hits
    .flatMap((own, place) => own.slice(spansAt(place)))
    .toSorted((a, b) => b.score - a.score);
  return { hits: [...first, ...more].slice(0, limit), isPartial };
}

function spansAt(place: number): number {
  return place === 0 ? maxSpans : 1;
}

/** All chunks of the best file, because the best chunk often is not the one with the best function. */
function wholeFile(file: RankedFile): RankedFile {
  const count = Math.min(chunkCount(file.lines), maxChunks);
  const all = Array.from({ length: count }, (_, chunk) => chunk);
  return { ...file, chunks: [...new Set([...file.chunks, ...all])] };
}

function hitOf({ path, score }: RankedFile, span: Span, place: number): CodeHit {
  return { ...span, path, score: score * 0.5 ** place };
}
