import { expect, test } from "vitest";

import { growingPatch } from "../../../src/edits/patch/growingPatch.ts";

const before = "one\ntwo\nthree\ntwo\nfour\n";
const patch = [
  "*** Begin Patch",
  "*** Update File: a.txt",
  "@@",
  "-one",
  "+ONE",
  "@@",
  " two",
  "-four",
  "+FOUR",
  "*** Add File: b.txt",
  "+new",
  "*** Delete File: c.txt",
  "*** End Patch",
  "",
].join("\n");

/** The growing text after each of the patch's lines. */
function steps(text: string): readonly unknown[] {
  const lines = text.split("\n");
  return lines.map((_, row) => {
    const sofar = growingPatch(lines.slice(0, row + 1).join("\n"), false);
    return sofar && [sofar.path, sofar.textFrom(sofar.path === "a.txt" ? before : "")];
  });
}

test("a patch grows line by line, its last file is the one that counts", () => {
  const first = before.replace("one", "ONE");
  const cut = before.replace("one\n", "");
  expect(steps(patch)).toEqual([
    undefined,
    undefined,
    ["a.txt", before],
    ["a.txt", before],
    ["a.txt", cut],
    ["a.txt", first],
    ["a.txt", first],
    // A line that is there twice has no place yet.
    ["a.txt", first],
    ["a.txt", first.replace("four\n", "")],
    ["a.txt", first.replace("four", "FOUR")],
    ["b.txt", ""],
    ["b.txt", "new\n"],
    undefined,
    undefined,
  ]);
});

test("a whole patch is read to its last line; one without places leaves the text", () => {
  const add = "*** Begin Patch\n*** Add File: a\n+x";
  expect(growingPatch(add, true)?.textFrom("")).toBe("x\n");
  expect(growingPatch(`${add}\n*** End Patch`, true)?.textFrom("")).toBe("x\n");
  const wrong = growingPatch("*** Begin Patch\n*** Update File: a\n@@\n-gone\n+x\n", false);
  expect(wrong?.textFrom(before)).toBe(before);
  expect(growingPatch("no patch\n", true)).toBeUndefined();
});
