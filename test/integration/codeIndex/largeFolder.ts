import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { IndexCalls } from "../../../src/codeIndex/indexCalls.ts";
import { IndexedFolders } from "../../../src/codeIndex/indexedFolders.ts";
import { nodePlace } from "../../../src/codeIndexNode/nodePlace.ts";
import { FakeClock } from "../../support/fakeClock.ts";
import { setUpFolder } from "./indexedFolder.ts";

/** A folder with more files than are indexed, a thousand in each of its folders. */
export function testLargeFolder({ folders, most }: { folders: number; most: number }): void {
  const folder = setUpFolder();

  test(`of ${folders * 1_000} files ${most} are indexed, the rest is said, and searches answer meanwhile`, async () => {
    for (let part = 0; part < folders; part += 1) {
      const parent = join(folder.code, `part${part}`);
      mkdirSync(parent);
      for (let file = 0; file < 1_000; file += 1) {
        writeFileSync(join(parent, `file${file}.ts`), `export const value${part}x${file} = 1;\n`);
      }
    }
    const calls = openIndex();
    await calls.open({ folder: folder.code, usesHistory: false, maxFiles: most, exclude: [] });
    const refreshing = calls.refresh({ folder: folder.code });
    let answered = 0;
    const ended = new AbortController();
    const searching = (async () => {
      while (!ended.signal.aborted) {
        await firstPath(calls, folder.code, "value3x7");
        answered += 1;
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      }
    })();
    expect(await refreshing).toMatchObject({ files: most, isCut: true });
    ended.abort();
    await searching;
    expect(answered).toBeGreaterThan(most / 600);
    expect(await firstPath(calls, folder.code, "value3x7")).toEqual(["part3/file7.ts"]);
    await calls.close();
  }, 180_000);
}

export function openIndex(clock = new FakeClock()): IndexCalls {
  const { calls } = new IndexedFolders({
    placeOf: (params) => nodePlace({ ...params, environment: {}, now: Date.now }),
    clock,
  });
  return calls;
}

/** The paths of the best hit. */
export async function firstPath(
  calls: IndexCalls,
  folder: string,
  query: string,
): Promise<readonly string[]> {
  const { hits } = await calls.search({ folder, query, limit: 1 });
  return hits.map(({ path }) => path);
}
