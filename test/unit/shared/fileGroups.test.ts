import { expect, test } from "vitest";

import { groupFiles, ownFirst } from "../../../src/shared/text/fileGroups.ts";

const files = ["a", "", "b", "b", "c", "d", "d", undefined].map((group, at) => ({
  path: String(at),
  ...(group !== undefined && { group }),
}));

test("own files come first, then the largest folders; the rest is one group", () => {
  const { own, groups } = groupFiles(files);
  expect(own.map(({ path }) => path)).toEqual(["7"]);
  expect(groups.map((group) => [group.name, group.files.length])).toEqual([
    ["b", 2],
    ["d", 2],
    ["a", 1],
    ["", 2],
  ]);
  expect(ownFirst(files).map(({ path }) => path)).toEqual(["7", "2", "3", "5", "6", "0", "4", "1"]);
});
