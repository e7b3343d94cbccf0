import { CodeIndex } from "../../../src/codeIndex/codeIndex.ts";
import { parseQuery } from "../../../src/codeIndex/ranking/query.ts";
import { rankFiles } from "../../../src/codeIndex/ranking/rankFiles.ts";
import type { RankedFile } from "../../../src/codeIndex/ranking/ranking.ts";
import { type CodeHit, searchCode } from "../../../src/codeIndex/searchCode.ts";

/** An index of texts by path, ready to be searched. */
export function indexOf(files: Readonly<Record<string, string>>): CodeIndex {
  const index = new CodeIndex(() => 0);
  for (const [path, text] of Object.entries(files)) {
    index.put({ path, text, size: text.length, mtimeMs: 1 });
  }
  finish(index);
  return index;
}

/** Commits, and does all work that waits. */
export function finish(index: CodeIndex): void {
  index.commit();
  while (index.work(1_000)) {
    // The clock of a test stands still, so each call does everything.
  }
}

/** The hits of a query in texts by path. */
export async function hitsIn(
  files: Readonly<Record<string, string>>,
  query: string,
  index = indexOf(files),
): Promise<readonly CodeHit[]> {
  const read = (path: string) => Promise.resolve(files[path]);
  return (await searchCode(index, query, { limit: 10, read, now: () => 0 })).hits;
}

/** The files that fit a query best, without a look at their texts. */
export function ranked(index: CodeIndex, query: string, below = ""): readonly RankedFile[] {
  return rankFiles(index.corpus, parseQuery(query), { limit: 5, below }).files;
}

/** Lines of filler, so that a text has several chunks. */
export function filler(lines: number, word = "filler"): string {
  return Array.from({ length: lines }, (_, line) => `// ${word} line ${line}\n`).join("");
}
