import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { acceptedIn, cutLines, type CutLine } from "./offering.ts";
import { randomOf, realFiles } from "./realFiles.ts";

const perLanguage = 300;

function cutsOf(ending: string, files: readonly string[]): readonly CutLine[] {
  const next = randomOf(ending.length + 40);
  const cuts: CutLine[] = [];
  for (let tries = 0; files.length > 0 && cuts.length < perLanguage && tries < 3_000; tries += 1) {
    const text = readFileSync(files[next(files.length)] ?? "", "utf8");
    cuts.push(...cutLines(text, next, 4));
  }
  return cuts;
}

const cuts = Object.entries(realFiles()).flatMap(([ending, files]) => cutsOf(ending, files));

test("a right answer between closers of the editor gives the line as it was", () => {
  const wrong = cuts.flatMap(({ hole, rest, whole, style }) => {
    const got = acceptedIn(hole, rest, style);
    return got === whole ? [] : [{ rest, got }];
  });
  expect(cuts.length).toBeGreaterThan(2 * perLanguage);
  expect(1 - wrong.length / cuts.length).toBeGreaterThanOrEqual(0.995);
});
