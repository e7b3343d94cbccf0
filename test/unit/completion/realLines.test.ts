import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { acceptedIn, cutLines, type CutLine } from "./offering.ts";

/** Those that this machine has are read. */
const sources: Readonly<Record<string, readonly string[]>> = {
  ".ts": ["src"],
  ".tsx": ["src"],
  ".js": ["node_modules/typescript/lib", "node_modules/vite/dist"],
  ".py": ["/usr/lib/python3", "/usr/lib/python3.11"],
  ".h": ["/usr/include"],
  ".go": ["/usr/share/go-1.19/src/net"],
  ".php": ["/usr/share/php"],
  ".pm": ["/usr/share/perl", "/usr/share/perl5"],
  ".rb": ["/usr/lib/ruby"],
};
const perLanguage = 300;

function filesIn(folder: string, ending: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(ending))
      .toSorted()
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile() && statSync(path).size < 400_000);
  } catch {
    return [];
  }
}

function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function cutsOf(ending: string, folders: readonly string[]): readonly CutLine[] {
  const files = folders.flatMap((folder) => filesIn(folder, ending));
  const next = random(ending.length + 40);
  const cuts: CutLine[] = [];
  for (let tries = 0; files.length > 0 && cuts.length < perLanguage && tries < 3_000; tries += 1) {
    const text = readFileSync(files[next(files.length)] ?? "", "utf8");
    cuts.push(...cutLines(text, next, 4));
  }
  return cuts;
}

const cuts = Object.entries(sources).flatMap(([ending, folders]) => cutsOf(ending, folders));

test("a right answer between closers of the editor gives the line as it was", () => {
  const wrong = cuts.flatMap(({ hole, rest, whole, style }) => {
    const got = acceptedIn(hole, rest, style);
    return got === whole ? [] : [{ rest, got }];
  });
  expect(cuts.length).toBeGreaterThan(2 * perLanguage);
  expect(1 - wrong.length / cuts.length).toBeGreaterThanOrEqual(0.995);
});
