import { foldText } from "../../shared/text/foldText.ts";
import { chunkCount, chunkRange } from "../text/chunks.ts";
import { definitionRange } from "../text/definitionRange.ts";
import { type Definition, definitionsOf } from "../text/definitions.ts";
import type { LineRange } from "../text/lines.ts";
import type { FittingDefinition } from "./definitionScore.ts";
import type { Query } from "./query.ts";
import type { RankedFile, Ranking } from "./ranking.ts";
import { hashesOf, type SourceLines } from "./sourceLines.ts";

const windowLines = 20;
const maxSpan = 60;
/** A shorter excerpt seldom answers: one line of an interface, one field. */
const minSpan = 12;
const maxUnits = 7_500;

export interface Span {
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
  readonly words: readonly string[];
}

export interface SpanOptions {
  readonly limit: number;
  /** The most lines of a span that is made of several definitions. */
  readonly lines: number;
  readonly fitting: readonly FittingDefinition[];
}

export function spansOf(
  file: RankedFile,
  source: SourceLines,
  ranking: Ranking,
  options: SpanOptions,
): readonly Span[] {
  const kept: LineRange[] = [];
  for (const range of rangesOf(file, source, ranking, options)) {
    if (kept.every(({ start, end }) => range.end <= start || range.start >= end)) {
      kept.push(range);
    }
    if (kept.length === options.limit) {
      break;
    }
  }
  return kept.map((range) => spanOf(source, shortened(source, range), ranking.query));
}

function* rangesOf(
  file: RankedFile,
  source: SourceLines,
  { query }: Ranking,
  { fitting, lines }: SpanOptions,
): Generator<LineRange, void> {
  const { text, starts } = source;
  for (const { line } of definedIn(source, query)) {
    yield padded(source, cut(definitionRange(text, starts, line), line));
  }
  for (const { start, end, line } of fitting) {
    yield grown(source, cut({ start, end }, line, lines), fitting, lines);
  }
  const chunks = chunkCount(starts.length);
  for (const chunk of file.chunks.length > 0 ? file.chunks : [0]) {
    if (chunk < chunks) {
      const range = chunkRange(chunk, starts.length);
      yield (
        bestWindow(source, range, lines) ?? (file.chunks.length > 0 ? range : firstLines(range))
      );
    }
  }
}

/** Extends a range by the head of its owner, if it is short, and by the fitting definitions that are near. */
function grown(
  source: SourceLines,
  range: LineRange,
  fitting: readonly LineRange[],
  most: number,
): LineRange {
  const isShort = range.end - range.start < minSpan;
  const owner = isShort ? ownerOf(source, range, most) : undefined;
  let { start, end } = range;
  for (const next of [...(owner ? [owner] : []), ...fitting]) {
    const union = { start: Math.min(start, next.start), end: Math.max(end, next.end) };
    if (union.end - union.start <= most) {
      ({ start, end } = union);
    }
  }
  return padded(source, { start, end });
}

function padded({ starts }: SourceLines, { start, end }: LineRange): LineRange {
  return { start, end: Math.min(starts.length, Math.max(end, start + minSpan)) };
}

/** The first line of the nearest definition around a range. */
function ownerOf(
  { path, text, starts }: SourceLines,
  { start, end }: LineRange,
  most: number,
): LineRange | undefined {
  const owner = definitionsOf(path, text, starts, { start: start - most, end: start }).findLast(
    ({ line }) => definitionRange(text, starts, line).end >= end,
  );
  return owner && { start: owner.line, end: owner.line + 1 };
}

function definedIn({ path, text, starts }: SourceLines, { symbols }: Query): readonly Definition[] {
  const definitions = symbols.length > 0 ? definitionsOf(path, text, starts) : [];
  return symbols.flatMap(({ name, container }) => {
    const same = definitions.filter((definition) => definition.name === name);
    const folded = foldText(name);
    const alike =
      same.length > 0
        ? same
        : definitions.filter((definition) => foldText(definition.name) === folded);
    const holder =
      container === undefined
        ? -1
        : definitions.findIndex(({ name: other }) => other === container);
    const from = definitions[holder]?.line ?? -1;
    return alike.toSorted((a, b) => Number(b.line > from) - Number(a.line > from)).slice(0, 2);
  });
}

function firstLines({ start, end }: LineRange): LineRange {
  return { start, end: Math.min(end, start + windowLines) };
}

/** The best 20 lines, widened to a short enclosing definition. Undefined without a term. */
function bestWindow(
  source: SourceLines,
  { start, end }: LineRange,
  most: number,
): LineRange | undefined {
  const size = Math.min(windowLines, most);
  let best = { first: start, score: -1 };
  for (let first = start; first <= Math.max(start, end - size); first += 1) {
    const score = windowScore(source, first, Math.min(end, first + size));
    if (score > best.score) {
      best = { first, score };
    }
  }
  if (best.score === 0) {
    return undefined;
  }
  const { first } = best;
  const window = { start: first, end: Math.min(source.starts.length, first + size) };
  return widened(source, window, heartOf(source, first, Math.min(end, first + size)), most);
}

function windowScore(source: SourceLines, start: number, end: number): number {
  const { weights } = source.terms;
  const counts = new Uint32Array(weights.length);
  for (let line = start; line < end; line += 1) {
    source.countTerms(line, counts);
  }
  return counts.reduce(
    (score, count, term) =>
      count > 0 ? score + (weights[term] ?? 0) * (2 - 0.5 ** (count - 1)) : score,
    0,
  );
}

function heartOf(source: SourceLines, start: number, end: number): number {
  const { weights } = source.terms;
  let best = { line: start, score: -1 };
  for (let line = start; line < end; line += 1) {
    const counts = new Uint32Array(weights.length);
    source.countTerms(line, counts);
    const score = counts.reduce(
      (sum, count, term) => sum + (count > 0 ? (weights[term] ?? 0) : 0),
      0,
    );
    if (score > best.score) {
      best = { line, score };
    }
  }
  return best.line;
}

function widened(
  { path, text, starts }: SourceLines,
  window: LineRange,
  heart: number,
  most: number,
): LineRange {
  const near = { start: heart - maxSpan, end: heart + windowLines };
  for (const { line } of definitionsOf(path, text, starts, near).toReversed()) {
    const range = definitionRange(text, starts, line);
    const isAround = range.start <= heart && heart < range.end;
    const union = {
      start: Math.min(range.start, window.start),
      end: Math.max(range.end, window.end),
    };
    if (isAround && union.end - union.start <= most) {
      return union;
    }
    if (isAround) {
      return range.end - range.start <= most ? range : window;
    }
  }
  return window;
}

function cut({ start, end }: LineRange, line: number, most = maxSpan): LineRange {
  const first = Math.max(start, line - Math.floor(most / 4));
  return { start: first, end: Math.min(end, first + most) };
}

/** Whole lines of at most 8,000 characters together, at least one line. */
function shortened({ text, starts }: SourceLines, { start, end }: LineRange): LineRange {
  const most = (starts[start] ?? 0) + maxUnits;
  let last = end;
  while (last > start + 1 && (starts[last] ?? text.length) > most) {
    last -= 1;
  }
  return { start, end: last };
}

function spanOf(source: SourceLines, { start, end }: LineRange, query: Query): Span {
  const text = source.textOf(start, end);
  const seen = hashesOf(text);
  const words = query.words.filter((_, index) =>
    query.terms.some(({ hash, word }) => word === index && seen.has(hash)),
  );
  return { startLine: start + 1, endLine: Math.max(start + 1, end), text, words };
}
