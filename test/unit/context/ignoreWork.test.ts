import { expect, test } from "vitest";

import { IgnoreRules } from "../../../src/context/ignoreRules.ts";

/** Rules as people write them: names, endings, cases in brackets, folders below any folder, beginnings, paths. */
function manyRules(count: number): string {
  const forms = [
    (at: number) => `name${at}`,
    (at: number) => `*.e${at}`,
    (at: number) => `[Bb]uild${at}/`,
    (at: number) => `**/[Pp]ackages${at}/*`,
    (at: number) => `**/cache${at}/`,
    (at: number) => `~temp${at}*`,
    (at: number) => `/out${at}/**/*.o`,
    (at: number) => `*_i${at}.c`,
    (at: number) => `!keep${at}.e${at}`,
    (at: number) => `TestResult${at}[0-9]*.xml`,
  ];
  return Array.from({ length: count }, (_, at) => forms[at % forms.length]?.(at) ?? "").join("\n");
}

test("ten thousand rules cost at most twenty units a path, and none is refused for the number of paths", () => {
  const rules = new IgnoreRules([{ path: ".gitignore", content: manyRules(10_000) }]);
  const asked = Array.from(
    { length: 60_000 },
    (_, at) => `src/area${at % 50}/part${at % 700}/file${at}.ts`,
  );
  expect(asked.filter((path) => rules.isIgnored(path))).toEqual([]);
  expect(rules.work / asked.length).toBeLessThanOrEqual(20);
  expect(rules.refused).toEqual([]);
  expect(
    [
      "a/name0",
      "a/b.e1",
      "BUILD2/x",
      "packages3/x",
      "a/packages3/x",
      "b/cache4/x",
      "~temp5.x",
      "out6/a/b.o",
      "a_i7.c",
      "keep8.e8",
      "testresult91.xml",
      "testresult9x1.xml",
    ].map((path) => rules.isIgnored(path)),
  ).toEqual([true, true, true, true, true, true, true, true, true, false, true, false]);
});

test("ten thousand rules with one literal between wildcards, or one beginning, cost few units a path", () => {
  const content = Array.from({ length: 10_000 }, (_, at) =>
    at % 2 === 0 ? `*_part${at}_*` : `cache[0-9]*of${at}`,
  ).join("\n");
  const rules = new IgnoreRules([{ path: ".gitignore", content }]);
  const asked = Array.from({ length: 60_000 }, (_, at) => `src/area${at % 50}/cache${at}.ts`);
  expect(asked.filter((path) => rules.isIgnored(path))).toEqual([]);
  expect(rules.work / asked.length).toBeLessThanOrEqual(25);
  expect(rules.refused).toEqual([]);
  expect(["a/b_part8_c.ts", "a/cache7xof9"].map((path) => rules.isIgnored(path))).toEqual([
    true,
    true,
  ]);
});

test("rules that cost as much as two thousand units a path are used for any number of paths", () => {
  const dear = Array.from({ length: 6 }, (_, at) => `*[o-s]*[a-e]*[!a-z]*[${at}yz]`).join("\n");
  const rules = new IgnoreRules([{ path: ".gitignore", content: dear }], 100_000);
  for (let at = 0; at < 5_000; at += 1) {
    rules.isIgnored(`source${at}.ts`);
  }
  expect(rules.refused).toEqual([]);
  expect(rules.work).toBeGreaterThan(100_000);
});

test("rules that fill a file are read in work that grows with its size", () => {
  const rules = new IgnoreRules([{ path: ".gitignore", content: "a\n".repeat(200_000) }]);
  expect(rules.isIgnored("b/a")).toBe(true);
  expect(rules.work).toBeLessThan(10);
});
