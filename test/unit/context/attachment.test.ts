import { expect, test } from "vitest";

import { createAttachment } from "../../../src/context/attachment.ts";
import { countInvisible } from "../../../src/context/invisibleCharacters.ts";

test("the description carries name, lines, size and how many characters cannot be seen", () => {
  const source = {
    kind: "selection",
    path: "src/deep/retry.ts",
    languageId: "typescript",
    startLine: 3,
    endLine: 4,
  } as const;
  expect(createAttachment("a1", source, "ab\u{E0041}\u{E0042}\n").info).toEqual({
    id: "a1",
    kind: "selection",
    name: "retry.ts",
    path: "src/deep/retry.ts",
    languageId: "typescript",
    startLine: 3,
    endLine: 4,
    size: 7,
    invisibleCharacters: 2,
  });
});

test.each([
  ["plain text, accents and emoji", "olá 👩‍👩‍👧 ✌️ ação", 0],
  ["bidirectional overrides", "a\u202Eb\u2066c\u2069", 3],
  ["zero-width spaces and a byte-order mark", "\uFEFFa\u200Bb", 2],
  ["a run of variation selectors", `a${"\uFE01".repeat(5)}`, 4],
])("invisible characters in %s", (_what, text, count) => {
  expect(countInvisible(text)).toBe(count);
});
