import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { beforeAll, expect, test } from "vitest";

import type { Case } from "../../../bench/index/commitCases.ts";
import { docCases } from "../../../bench/index/docCases.ts";
import { inPortuguese, masked } from "../../../bench/index/newcomer.ts";
import { buildIndex, hitsOf } from "../../../bench/index/ourIndex.ts";

/**
 * Questions about this product's source, made by a rule: the first sentence of a function's comment, which is then
 * taken out of the index, without the words of the function's name.
 */
const folder = fileURLToPath(new URL("../../../src", import.meta.url));
const files = new Map(
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/u.test(path))
    .map((path) => [path.replaceAll("\\", "/"), readFileSync(join(folder, path), "utf8")]),
);
const { cases, blanked } = docCases(files, 500);
const questions = masked(cases);
let index: ReturnType<typeof buildIndex> | undefined;

beforeAll(() => {
  index = buildIndex(blanked, []);
}, 60_000);

async function shareFound(asked: readonly Case[]): Promise<number> {
  let found = 0;
  for (const { query, gold } of asked) {
    const hits = index ? await hitsOf(index, blanked, query, 10) : [];
    found += hits.some(({ path }) => gold.includes(path)) ? 1 : 0;
  }
  return found / asked.length;
}

test("three in ten questions without a name have their file among ten excerpts", async () => {
  expect(await shareFound(questions)).toBeGreaterThan(0.3);
}, 60_000);

test("the same questions in Portuguese find two thirds as many", async () => {
  const english = await shareFound(questions);
  expect(await shareFound(inPortuguese(questions))).toBeGreaterThan((2 / 3) * english);
}, 60_000);

test.each([
  ["what happens on a 429?", "hub/errors/retry.ts"],
  ["how is a CSV parsed?", "seller/csv/read/csvParser.ts"],
  ["onde a cor é escolhida?", "extension/editing/inlineEdit/inlineColors.ts"],
])("%s", async (query, path) => {
  const hits = index ? await hitsOf(index, files, query, 8) : [];
  expect(hits.map((hit) => hit.path)).toContain(path);
});
