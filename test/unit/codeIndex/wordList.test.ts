import { expect, test } from "vitest";

import { isWordList } from "../../../src/codeIndex/text/wordList.ts";
import { hitsIn } from "./indexing.ts";

const words =
  'export const shown = {\n  a: "The request is retried after the limit.",\n  b: "Limit of requests reached.",\n};\n';

test("a file that is mostly texts and does nothing is a list of words", () => {
  expect(isWordList(words)).toBe(true);
  expect(isWordList(`${words}export function f() {\n  return shown;\n}\n`)).toBe(false);
  expect(isWordList('const a = compute(first, second, third, "x");\n')).toBe(false);
  expect(isWordList(`// "all of this is a comment about a text"\nconst a = other;\n`)).toBe(false);
});

test("unclosed quotes and comments take linear time", () => {
  const hostile = ["/*".repeat(8_000), '"\\'.repeat(8_000), "`a\n".repeat(6_000)];
  expect(hostile.map(isWordList)).toEqual([false, false, false]);
});

test("code comes before a list of words that has the question's words more often", async () => {
  const [first] = await hitsIn(
    {
      "src/shown.ts": words,
      "src/retry.ts": "export function retry(request: A): void {\n  send(request, limit);\n}\n",
    },
    "where is a request retried after the limit",
  );
  expect(first?.path).toBe("src/retry.ts");
});
