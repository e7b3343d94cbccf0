import { PostingLog } from "../postings/postingLog.ts";
import { emptyTable, type PostingTable } from "../postings/postingTable.ts";
import { TermCounts } from "../postings/termCounts.ts";
import type { TermReader } from "../text/termReader.ts";

export interface Commit {
  readonly subject: string;
  readonly paths: readonly string[];
}

/** Terms of the commit subjects, per file. */
export interface History {
  readonly paths: readonly string[];
  readonly lengths: Uint32Array;
  readonly table: PostingTable;
}

/** Larger commits are skipped, because they reveal little about each file. */
const maxFiles = 6;
const maxSubjects = 60;
const maxSubject = 300;

export const noHistory: History = { paths: [], lengths: new Uint32Array(0), table: emptyTable };

export function* historyOf(
  commits: readonly Commit[],
  reader: TermReader,
): Generator<void, History> {
  const subjects = new Map<string, string[]>();
  for (const { subject, paths } of commits) {
    for (const path of paths.length > maxFiles ? [] : paths) {
      const known = subjects.get(path) ?? [];
      subjects.set(path, known);
      if (known.length < maxSubjects) {
        known.push(subject.slice(0, maxSubject));
      }
    }
  }
  yield;
  const log = new PostingLog();
  const counts = new TermCounts();
  const lengths = new Uint32Array(subjects.size);
  let document = 0;
  for (const lines of subjects.values()) {
    for (const line of lines) {
      reader.read(line, 0, line.length, (hashes, from, to) => counts.addAll(hashes, from, to));
    }
    lengths[document] = counts.length;
    const here = document;
    counts.drain((term, count) => log.add(term, here, count));
    document += 1;
    if (document % 16 === 0) {
      yield;
    }
  }
  const table = yield* log.table();
  return { paths: [...subjects.keys()], lengths, table };
}
