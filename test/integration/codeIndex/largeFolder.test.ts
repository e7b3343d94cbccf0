import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { IndexCalls } from "../../../src/codeIndex/indexCalls.ts";
import { IndexedFolders } from "../../../src/codeIndex/indexedFolders.ts";
import { nodePlace } from "../../../src/codeIndexNode/nodePlace.ts";
import { FakeClock } from "../../support/fakeClock.ts";
import { setUpFolder } from "./indexedFolder.ts";

const folder = setUpFolder();

test("of 80,000 files 60,000 are indexed, the rest is said, and searches answer meanwhile", async () => {
  for (let part = 0; part < 80; part += 1) {
    const parent = join(folder.code, `part${part}`);
    mkdirSync(parent);
    for (let file = 0; file < 1_000; file += 1) {
      writeFileSync(join(parent, `file${file}.ts`), `export const value${part}x${file} = 1;\n`);
    }
  }
  const { calls } = open();
  await calls.open({ folder: folder.code, usesHistory: false, maxFiles: 60_000, exclude: [] });
  const refreshing = calls.refresh({ folder: folder.code });
  let answered = 0;
  const ended = new AbortController();
  const searching = (async () => {
    while (!ended.signal.aborted) {
      await search(calls, "value3x7");
      answered += 1;
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
  })();
  expect(await refreshing).toMatchObject({ files: 60_000, isCut: true });
  ended.abort();
  await searching;
  expect(answered).toBeGreaterThan(100);
  expect(await search(calls, "value3x7")).toEqual(["part3/file7.ts"]);
  await calls.close();
}, 180_000);

test("after its work the index has no timer, and nothing wakes it until a file changes", async () => {
  const clock = new FakeClock();
  folder.write("src/a.ts", "export const alpha = 1;\n");
  const { calls } = open(clock);
  const { code, data } = folder;
  await calls.open({ folder: code, data, usesHistory: false, maxFiles: 100, exclude: [] });
  // Before anything is asked there is nothing at all.
  expect(clock.pendingTimers).toBe(0);
  await calls.refresh({ folder: code });
  expect(await search(calls, "alpha")).toEqual(["src/a.ts"]);
  // Within a minute of a write, further changes are gathered for the next.
  clock.advance(60_000);
  expect(clock.pendingTimers).toBe(0);
  await calls.close();
});

function open(clock = new FakeClock()): IndexedFolders {
  return new IndexedFolders({
    placeOf: (params) => nodePlace({ ...params, environment: {}, now: Date.now }),
    clock,
  });
}

async function search(calls: IndexCalls, query: string): Promise<readonly string[]> {
  const { hits } = await calls.search({ folder: folder.code, query, limit: 1 });
  return hits.map(({ path }) => path);
}
