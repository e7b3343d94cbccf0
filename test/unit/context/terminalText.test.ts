import { expect, test } from "vitest";

import { maxTerminalText, terminalText } from "../../../src/context/terminalText.ts";

test.each([
  ["colours", "\u001B[1;31mError\u001B[0m: no\r\n", "Error: no"],
  ["titles and links", "\u001B]0;title\u0007a\u001B]8;;https://e.test\u001B\\b", "ab"],
  ["a line written over", "10 %\r50 %\rdone\nnext", "done\nnext"],
  ["other controls", "a\u0000b\u001B(Bc\u0008", "abc"],
  ["a sequence that never ends", `\u001B]0;${"x".repeat(10)}`, "0;xxxxxxxxxx"],
])("%s are left out", (_, raw, shown) => {
  expect(terminalText(raw)).toBe(shown);
});

test("only the end is kept, in linear time", () => {
  const raw = `${"\u001B[".repeat(200_000)}${"x\r".repeat(200_000)}${"y".repeat(200_000)}end`;
  expect(terminalText(raw).length).toBeLessThanOrEqual(maxTerminalText);
  expect(terminalText(`${"line\n".repeat(50_000)}error`).endsWith("error")).toBe(true);
});
