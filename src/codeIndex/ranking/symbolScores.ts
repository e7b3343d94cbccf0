import { foldText } from "../../shared/text/foldText.ts";
import type { SegmentView } from "../segments/segmentView.ts";
import { termHash, termSpaces } from "../text/termHash.ts";
import { PostingBuffer } from "./fieldScores.ts";
import { priorIn } from "./prior.ts";
import type { Query, WantedSymbol } from "./query.ts";
import type { Corpus } from "./ranking.ts";
import { symbolWeights } from "./weights.ts";

interface Scored {
  readonly corpus: Corpus;
  readonly query: Query;
  readonly totals: Float64Array;
  readonly isWanted: Uint8Array;
}

export function addSymbols({ corpus, query, totals, isWanted }: Scored): void {
  const best = totals.reduce((most, total) => Math.max(most, total), 0) || 1;
  const full = best * (query.isSymbol ? symbolWeights.alone : symbolWeights.inSentence);
  const buffer = new PostingBuffer();
  for (const symbol of query.symbols) {
    let first = 0;
    for (const view of corpus.views) {
      const { files } = view.segment;
      const wanted = [...definers(view, symbol, buffer)].filter(
        ([file]) => isWanted[first + file] === 1,
      );
      for (const [file, share] of wanted) {
        const prior = priorIn(files, file, query);
        totals[first + file] = (totals[first + file] ?? 0) + full * share * prior;
      }
      first += files.paths.length;
    }
  }
}

function definers(
  { segment: { names } }: SegmentView,
  { name, container }: WantedSymbol,
  buffer: PostingBuffer,
): ReadonlyMap<number, number> {
  const shares = new Map<number, number>();
  const eachFile = (hash: number, visit: (file: number) => void): void => {
    buffer.read(names, hash);
    for (const file of buffer.documents.subarray(0, buffer.size)) {
      visit(file);
    }
  };
  const folded = termHash(foldText(name), termSpaces.foldedDefinition);
  eachFile(folded, (file) => shares.set(file, symbolWeights.foldedShare));
  eachFile(termHash(name, termSpaces.definition), (file) => shares.set(file, 1));
  if (container !== undefined) {
    eachFile(termHash(foldText(container), termSpaces.foldedDefinition), (file) => {
      const share = shares.get(file);
      if (share !== undefined) {
        shares.set(file, share * symbolWeights.containerFactor);
      }
    });
  }
  return shares;
}
