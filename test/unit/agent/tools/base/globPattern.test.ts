import { expect, test } from "vitest";

import { globMatcher } from "../../../../../src/agent/tools/base/globPattern.ts";

test("a pattern finds the last of a hundred thousand paths like the first", () => {
  const matches = globMatcher("src/**/test/*.spec.ts");
  const paths = Array.from(
    { length: 100_000 },
    (_, at) => `src/area${at % 50}/part${at % 700}/test/file${at}.spec.ts`,
  );
  expect(paths.filter(matches).length).toBe(paths.length);
});

test("a pattern without a folder matches names in any folder", () => {
  expect(["a.ts", "b/c/a.ts", "b/a.js"].map(globMatcher("*.ts"))).toEqual([true, true, false]);
});
