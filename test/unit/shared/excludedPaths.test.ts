import { afterEach, expect, test } from "vitest";

import { promptText } from "../../../src/context/promptText.ts";
import {
  exclusions,
  isExcluded,
  namesExcluded,
  onDidChangeExclusions,
  setExclusions,
} from "../../../src/shared/guarded/excludedPaths.ts";
import { isSecretFile } from "../../../src/shared/guarded/secretFiles.ts";
import { exclusionsSchema } from "../../../src/shared/hubApi/exclusions.ts";

afterEach(() => {
  setExclusions("machine");
  setExclusions("hub");
});

test.each([
  ["finance/", "finance/plan.txt", true],
  ["/finance/", "/home/ana/repo/finance/2026/plan.txt", true],
  ["finance", "C:\\repo\\FINANCE\\plan.txt", true],
  ["finance", "finances/plan.txt", false],
  ["finance", "src/../finance/plan.txt", true],
  ["a/b", "a/x/../b/c", true],
  ["a/b", "x/a/b", true],
  ["a/b", "a/x/b", false],
  ["a/**/b", "a/x/y/b", true],
  ["a/**/b", "a/b/c", true],
  ["**/*.key", "b.KEY", true],
  ["legal/*.md", "docs/legal/x.md", true],
  ["legal/*.md", "docs/legal/x.txt", false],
  ["*", "x", true],
  ["**", "a/b", true],
  ["finance", "ｆinance/a", true],
  ["finance", "fin\u200Bance/a", true],
  ["/", "a/b", false],
])("the pattern %s on %s", (pattern, path, isOut) => {
  setExclusions("machine", [pattern]);
  expect(isExcluded(path)).toBe(isOut);
});

test("whoever guards secret files guards excluded ones", () => {
  expect(isSecretFile("finance/plan.txt")).toBe(false);
  setExclusions("machine", ["finance/"]);
  expect(isSecretFile("finance/plan.txt")).toBe(true);
});

test("machine and hub exclude together, and a change is told once", () => {
  let changes = 0;
  const watching = onDidChangeExclusions(() => {
    changes += 1;
  });
  setExclusions("machine", ["a/"]);
  setExclusions("hub", ["b/"]);
  setExclusions("hub", ["b/"]);
  expect(exclusions()).toEqual(["a/", "b/"]);
  expect(["a/x", "b/x", "c/x"].map(isExcluded)).toEqual([true, true, false]);
  setExclusions("hub");
  expect(isExcluded("b/x")).toBe(false);
  expect(changes).toBe(3);
  watching.dispose();
});

test("words of commands and arguments name excluded paths", () => {
  expect(namesExcluded("cat finance/a")).toBe(false);
  setExclusions("hub", ["finance/"]);
  const texts = ["cat finance/a", "--file=finance/a", "HEAD:finance/a", '{"path":"x/finance/a b"}'];
  expect(texts.map(namesExcluded)).toEqual([true, true, true, true]);
  expect(namesExcluded("cat open/a")).toBe(false);
});

test("an attachment of an excluded file that was added before the rule is left out of the message", () => {
  const info = { id: "1", kind: "file", name: "plan.txt", languageId: "text", size: 6 } as const;
  const attachments = [
    { info: { ...info, path: "finance/plan.txt" }, content: "canary" },
    { info: { ...info, path: "plan.txt", uri: "file:///a/finan%63e/plan.txt" }, content: "canary" },
    { info: { ...info, path: "open.txt" }, content: "open" },
  ];
  setExclusions("hub", ["finance/"]);
  const text = promptText("What?", attachments);
  expect(text).not.toContain("canary");
  expect(text).toContain("the organisation excludes this path");
  expect(text).toContain("open");
});

test.each(["", "!a", "a?", "[ab]", "{a,b}", "a\\b", "a\nb", "x".repeat(301)])(
  "the pattern %j is refused, because it would exclude something else",
  (pattern) => {
    expect(exclusionsSchema.safeParse([pattern]).success).toBe(false);
  },
);

test("a long pattern on a long path takes little work", () => {
  setExclusions(
    "hub",
    Array.from({ length: 200 }, () => "**/a*/**/b*/".repeat(20)),
  );
  expect(isExcluded("a/b/".repeat(100))).toBe(true);
  expect(isExcluded("a/".repeat(200))).toBe(false);
});
