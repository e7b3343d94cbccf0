import { describe, expect, test } from "vitest";

import { createdLines, patchedFile, patchFiles } from "../../../src/edits/patch/patch.ts";

test.each([
  ["--- a/src/count.ts\n+++ b/src/count.ts\n@@ -1 +1 @@\n-a\n+b", "src/count.ts"],
  ["--- src/count.ts\t2026-01-01\n+++ src/count.ts\t2026-01-02\n@@\n-a\n+b", "src/count.ts"],
  ["--- a/old.ts\n+++ /dev/null\n@@\n-a", undefined],
  ["@@\n-a\n+b", undefined],
])("a patch says which file it changes: %j", (code, name) => {
  expect(patchedFile(code.split("\n"))).toBe(name);
});

describe("a patch of several files", () => {
  const patch = [
    "diff --git a/src/a.ts b/src/a.ts",
    "index 111..222 100644",
    "--- a/src/a.ts",
    "+++ b/src/a.ts",
    "@@ -1,2 +1,2 @@",
    " const a = 1;",
    "--- an old remark",
    "+++ a new remark",
    "",
    "diff --git a/new.md b/new.md",
    "new file mode 100644",
    "--- /dev/null",
    "+++ b/new.md",
    "@@ -0,0 +1,2 @@",
    "+# New",
    "+",
    "--- a/gone.ts",
    "+++ /dev/null",
    "@@ -1 +0,0 @@",
    "-const gone = 1;",
  ];

  test("is taken apart at its headers, not at lines that look like them", () => {
    expect(
      patchFiles(patch).map(({ fileName, kind, code }) => [fileName, kind, code.length]),
    ).toEqual([
      ["src/a.ts", "change", 6],
      ["new.md", "create", 5],
      ["gone.ts", "delete", 4],
    ]);
  });

  test("has the text of a file that it makes, and none for one that has to be there", () => {
    const [changed, made] = patchFiles(patch);
    expect(createdLines(made?.code ?? [])).toEqual(["# New", ""]);
    expect(createdLines(changed?.code ?? [])).toBeUndefined();
  });
});
