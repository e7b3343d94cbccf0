import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import type { IndexCalls } from "../../../src/codeIndex/indexCalls.ts";
import { IndexedFolders } from "../../../src/codeIndex/indexedFolders.ts";
import { nodePlace } from "../../../src/codeIndexNode/nodePlace.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";

const folder = fileURLToPath(new URL("../../../src", import.meta.url));
const sliceMs = 8;
const questions = [
  "where do we retry a request",
  "IndexSession",
  "onde o orçamento é reservado",
  "mask a CPF before it is sent",
];

test("in slices, as a browser's host has it, the index finds the same; no slice is longer than its time", async () => {
  let longest = 0;
  let since = 0;
  let time = 0;
  const sliced = await opened({
    pause: () => {
      longest = Math.max(longest, time - since);
      return new Promise((resolve) => {
        setImmediate(() => {
          since = time;
          resolve();
        });
      });
    },
    sliceMs,
    // A millisecond for each look at the clock, which stands between any two pieces of work.
    now: () => {
      time += 1;
      return time;
    },
  });
  const whole = await opened({});
  // The last look is the one that ends the slice.
  expect(longest).toBeLessThanOrEqual(sliceMs + 2);
  for (const query of questions) {
    const asked = { folder, query, limit: 10 };
    const { hits } = await whole.search(asked);
    expect(hits.length).toBeGreaterThan(0);
    expect((await sliced.search(asked)).hits).toEqual(hits);
  }
  await sliced.close();
  await whole.close();
}, 60_000);

async function opened(other: Partial<ReturnType<typeof nodePlace>>): Promise<IndexCalls> {
  const { calls } = new IndexedFolders({
    placeOf: (params) => ({
      ...nodePlace({ ...params, environment: {}, now: Date.now }),
      ...other,
    }),
    clock: systemClock,
  });
  await calls.open({ folder, usesHistory: false, maxFiles: 5_000, exclude: [] });
  await calls.refresh({ folder });
  return calls;
}
