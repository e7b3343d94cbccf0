import { expect, test } from "vitest";

import { FakeClock } from "../../support/fakeClock.ts";
import { setUpFolder } from "./indexedFolder.ts";
import { firstPath, openIndex, testLargeFolder } from "./largeFolder.ts";

const folder = setUpFolder();

testLargeFolder({ folders: 8, most: 6_000 });

test("after its work the index has no timer, and nothing wakes it until a file changes", async () => {
  const clock = new FakeClock();
  folder.write("src/a.ts", "export const alpha = 1;\n");
  const calls = openIndex(clock);
  const { code, data } = folder;
  await calls.open({ folder: code, data, usesHistory: false, maxFiles: 100, exclude: [] });
  // Before anything is asked there is nothing at all.
  expect(clock.pendingTimers).toBe(0);
  await calls.refresh({ folder: code });
  expect(await firstPath(calls, code, "alpha")).toEqual(["src/a.ts"]);
  // Within a minute of a write, further changes are gathered for the next.
  clock.advance(60_000);
  expect(clock.pendingTimers).toBe(0);
  await calls.close();
});
