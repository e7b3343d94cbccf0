import { expect, test } from "vitest";

import { hitsIn } from "./indexing.ts";

const query = "Clears the entries that are expired";
const clear = "export function clearExpiredEntries(): void {\n  entries.clear();\n}\n";
const others = "const a = 1;\n".repeat(60);

test("an excerpt has 12 lines, fewer only at the end of the file", async () => {
  const [inside] = await hitsIn({ "a.ts": `${others}${clear}${others}` }, query);
  expect([inside?.startLine, inside?.endLine]).toEqual([61, 72]);
  const [atEnd] = await hitsIn({ "a.ts": `const a = 1;\n${clear}` }, query);
  expect([atEnd?.startLine, atEnd?.endLine]).toEqual([2, 4]);
});

test("a member of an interface comes with the interface's head", async () => {
  const members = Array.from({ length: 20 }, (_, place) => `  other${place}(): void;\n`).join("");
  const text = `const a = 1;\n\nexport interface Entries {\n${members}  readonly clearExpired: () => void;\n  ${members}}\n`;
  const [hit] = await hitsIn({ "a.ts": text }, query);
  expect(hit?.text).toMatch(/^export interface Entries/u);
  expect(hit?.text).toContain("clearExpired");
});

test("the best file shows three functions before the next file shows its first", async () => {
  const files = {
    "src/entries.ts": `${clear}${others}export function expiredEntries(): void {\n  return 1;\n}\n${others}export function clearEntries(): void {\n  return 1;\n}\n${others}`,
    "src/other.ts": "export function clear(): void {\n  entry();\n}\n",
  };
  const hits = await hitsIn(files, query);
  expect(hits.slice(0, 4).map(({ path, startLine }) => `${path}:${startLine}`)).toEqual([
    "src/entries.ts:1",
    "src/entries.ts:64",
    "src/entries.ts:127",
    "src/other.ts:1",
  ]);
});

test("an excerpt has at most 8,000 characters, in whole lines", async () => {
  const line = `  entries.clear("${"x".repeat(280)}");\n`;
  const text = `export function clearExpiredEntries(): void {\n${line.repeat(50)}}\n`;
  const [hit] = await hitsIn({ "a.ts": text }, query);
  expect(hit?.text.length).toBeLessThanOrEqual(8_000);
  expect(hit?.text).toMatch(/^export function clearExpiredEntries.*\n$/su);
});
