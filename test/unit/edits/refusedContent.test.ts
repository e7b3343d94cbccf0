import { expect, test } from "vitest";

import { dropsMost, noticeMark, refusedContent } from "../../../src/edits/refusedContent.ts";

function maskTokens(text: string): readonly string[] {
  return text.match(/\[CPF_\d+\]/gu) ?? [];
}

function lines(count: number): string {
  return "x\n".repeat(count);
}

function reasonOf(before: string, after: string, language = "ts"): string | undefined {
  return refusedContent({ before, after, language, maskTokens })?.reason;
}

test.each([
  ["// ... existing code ...", "omitted"],
  ["  # … rest of the file", "omitted"],
  ["/* ... unchanged ... */", "omitted"],
  ["// The rest of the file", "omitted"],
  ["...", "omitted"],
  [`${noticeMark} 300 lines left out]`, "notice"],
  ["<<<<<<< HEAD", "conflict"],
  [">>>>>>> branch", "conflict"],
  ["const cpf = '[CPF_1]';", "maskToken"],
  ["const rest = [...all];", undefined],
  ["=======", undefined],
  ["// Wait… then go", undefined],
])("a new line %j", (line, reason) => {
  expect(reasonOf("a\n", `a\n${line}\n`)).toBe(reason);
  // What the file has already may stay.
  expect(reasonOf(`a\n${line}\n`, `b\n  ${line}\n`)).toBeUndefined();
});

test("the first refused line is told by number", () => {
  expect(refusedContent({ before: "", after: "a\n// ...\n", language: "ts" })).toEqual({
    reason: "omitted",
    line: 2,
    text: "// ...",
  });
});

test("a write that drops over half of 50 lines or more", () => {
  expect(dropsMost(lines(31_699), lines(16))).toBe(true);
  expect(dropsMost(lines(60), lines(29))).toBe(true);
  expect(dropsMost(lines(60), lines(31))).toBe(false);
  expect(dropsMost(lines(40), "")).toBe(false);
});
