import { CodeIndex } from "../../src/codeIndex/codeIndex.ts";
import { type CodeHit, searchCode } from "../../src/codeIndex/searchCode.ts";
import type { Commit } from "../../src/codeIndex/segments/history.ts";

/** An index of texts in memory. */
export function buildIndex(
  files: ReadonlyMap<string, string>,
  commits: readonly Commit[],
): CodeIndex {
  const index = new CodeIndex(() => performance.now());
  for (const [path, text] of files) {
    index.put({ path, text, size: text.length, mtimeMs: 1 });
    while (index.work(Infinity)) {
      // Everything at once.
    }
  }
  index.setHistory(commits);
  index.commit();
  while (index.work(Infinity)) {
    // Everything at once.
  }
  return index;
}

/** The hits of a query in texts in memory. */
export async function hitsOf(
  index: CodeIndex,
  files: ReadonlyMap<string, string>,
  query: string,
  limit: number,
): Promise<readonly CodeHit[]> {
  const read = (path: string): Promise<string | undefined> => Promise.resolve(files.get(path));
  const { hits } = await searchCode(index, query, { limit, read, now: () => performance.now() });
  return hits;
}
