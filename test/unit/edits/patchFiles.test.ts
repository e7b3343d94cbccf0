import { describe, expect, test } from "vitest";

import { applyPatchFiles, type PatchResult } from "../../../src/edits/patch/patchFiles.ts";
import { parsePatch } from "../../../src/edits/patch/patchGrammar.ts";

function patch(texts: Readonly<Record<string, string>>, text: string): PatchResult {
  const acts = parsePatch(text);
  if ("problem" in acts) {
    throw new Error(`${acts.line}: ${acts.problem}`);
  }
  return applyPatchFiles(acts, new Map(Object.entries(texts)));
}

function updated(before: string, ...lines: readonly string[]): unknown {
  const text = ["*** Begin Patch", "*** Update File: a.ts", ...lines, "*** End Patch"].join("\n");
  const result = patch({ "a.ts": before }, text);
  return result.kind === "patched" ? result.files[0]?.after : result.refusal;
}

const file = [
  "class One {",
  "  go() {",
  "    return 1;",
  "  }",
  "}",
  "",
  "class Two {",
  "  go() {",
  "    return 1;",
  "  }",
  "}",
  "",
].join("\n");

test("adds, changes, moves and deletes files", () => {
  const result = patch(
    { "a.ts": "one\ntwo\nthree\n", "b.ts": "keep = this;\n", "c.ts": "old\n" },
    `*** Begin Patch
*** Add File: new.ts
+first
+
+third
*** Update File: a.ts
@@
 one
-two
+2
 three
*** Update File: b.ts
*** Move to: d.ts
@@
-keep = this;
+keep = that;
*** Delete File: c.ts
*** End Patch`,
  );
  expect(result).toEqual({
    kind: "patched",
    files: [
      { path: "new.ts", movedTo: undefined, before: undefined, after: "first\n\nthird\n" },
      { path: "a.ts", movedTo: undefined, before: "one\ntwo\nthree\n", after: "one\n2\nthree\n" },
      { path: "b.ts", movedTo: "d.ts", before: "keep = this;\n", after: "keep = that;\n" },
      { path: "c.ts", movedTo: undefined, before: "old\n", after: undefined },
    ],
  });
});

test.each([
  ["a fence", "```diff\n", "\n```"],
  ["a here-document", "apply_patch <<'EOF'\n", "\nEOF\n"],
  ["words", "Here it is:\n\n", "\n\nDone."],
])("%s around the patch comes off, and padded markers count", (_, head, tail) => {
  const text = `${head}  *** Begin Patch  \n *** Update File:  a.ts \n@@ \n-one\n+two\n*** End Patch ${tail}`;
  expect(patch({ "a.ts": "one\n" }, text)).toMatchObject({ files: [{ after: "two\n" }] });
});

describe("the place of a change", () => {
  test("is refused if there are two", () => {
    expect(updated(file, "@@", "-    return 1;", "+    return 2;")).toEqual({
      path: "a.ts",
      reason: "edit",
      refusal: { edit: 0, reason: "ambiguous", lines: [3, 9] },
    });
  });

  test("is in the section that @@ names", () => {
    const expected = file.replace(/return 1(?=[^1]*$)/u, "return 2");
    expect(updated(file, "@@ class Two {", "-    return 1;", "+    return 2;")).toBe(expected);
    expect(updated(file, "@@ class Two", "@@   go() {", "-    return 1;", "+    return 2;")).toBe(
      expected,
    );
    expect(updated(file, "@@ -8,1 +8,1 @@ class Two {", "-    return 1;", "+    return 2;")).toBe(
      expected,
    );
  });

  test("is not the first after the last change", () => {
    expect(
      updated(file, "@@", " class One {", "-  go() {", "+  run() {", "@@", "-    return 1;"),
    ).toMatchObject({ reason: "edit", refusal: { reason: "ambiguous" } });
  });

  test("is the end of the file after End of File", () => {
    expect(updated("x\ny\nx\n", "@@", "-x", "+z", "*** End of File")).toBe("x\ny\nz\n");
  });

  test("of new lines alone is after the line of @@, or the end of the file", () => {
    expect(updated(file, "@@ class Two {", "+  more = 1;")).toBe(
      file.replace("class Two {\n", "class Two {\n  more = 1;\n"),
    );
    expect(updated("a\r\nb", "@@", "+c", "*** End of File")).toBe("a\r\nb\r\nc\r\n");
    expect(updated(file, "@@", "+  more = 1;")).toEqual({ path: "a.ts", reason: "noPlace" });
  });

  test("is whole lines", () => {
    expect(updated("ab\nb\n", "@@", "-b", "+c")).toBe("ab\nc\n");
  });
});

test("if the last file is missing, nothing is patched", () => {
  const text = `*** Begin Patch
*** Update File: a.ts
@@
-one
+two
*** Delete File: gone.ts
*** End Patch`;
  expect(patch({ "a.ts": "one\n" }, text)).toEqual({
    kind: "refused",
    refusal: { path: "gone.ts", reason: "missing" },
  });
});

test("a file that is there is neither added nor moved onto, and none is named twice", () => {
  const texts = { "a.ts": "one\n", "b.ts": "two\n" };
  const refused = (lines: string): unknown => {
    const result = patch(texts, `*** Begin Patch\n${lines}\n*** End Patch`);
    return result.kind === "refused" ? result.refusal : result;
  };
  expect(refused("*** Add File: a.ts\n+x")).toEqual({ path: "a.ts", reason: "exists" });
  expect(refused("*** Update File: a.ts\n*** Move to: b.ts\n@@\n-one\n+1")).toEqual({
    path: "b.ts",
    reason: "exists",
  });
  expect(refused("*** Delete File: a.ts\n*** Add File: a.ts\n+x")).toEqual({
    path: "a.ts",
    reason: "twice",
  });
});

test.each([
  ["no patch", 1, "there is no line *** Begin Patch"],
  ["*** Begin Patch\n*** Update File: a", 2, "there is no line *** End Patch"],
  ["*** Begin Patch\n*** End Patch", 2, "the patch names no file"],
  [
    "*** Begin Patch\nx\n*** End Patch",
    2,
    "a line *** Add File:, *** Update File: or *** Delete File: is needed",
  ],
  [
    "*** Begin Patch\n*** Add File: a\nx\n*** End Patch",
    3,
    "every line of an added file begins with +",
  ],
  [
    "*** Begin Patch\n*** Update File: a\n*x\n*** End Patch",
    3,
    "a line of a change begins with a space, + or -",
  ],
  ["*** Begin Patch\n*** Update File: a\n*** End Patch", 3, "the update of a has no changes"],
])("%j says what is wrong and where", (text, line, problem) => {
  expect(parsePatch(text)).toEqual({ line, problem });
});
