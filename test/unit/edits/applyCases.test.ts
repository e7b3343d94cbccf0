import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";

import { expect, test } from "vitest";

import { linesOf } from "../../../src/edits/fileLines.ts";
import { placeBlock } from "../../../src/edits/place/placeBlock.ts";
import { type ApplyCase, sourceOf } from "../../support/applyCases/applyCase.ts";
import { type NamedSource, tally } from "../../support/applyCases/tally.ts";

const root = join(import.meta.dirname, "../../..");
/** Any folder of source files: `AI_HUB_APPLY_FILES`. */
const folder = process.env["AI_HUB_APPLY_FILES"];
/** Twenty thousand by `AI_HUB_APPLIES=20000`; fewer keep the run short. */
const count = Number(process.env["AI_HUB_APPLIES"] ?? 1_000);
const seed = Number(process.env["AI_HUB_APPLY_SEED"] ?? 1);
const maxText = 60_000;

/** Files of packages, as others write them, and our own in languages that no package has. */
const places = [
  "test/fixtures/applySources",
  "src/edits",
  "node_modules/fast-check/lib",
  "node_modules/vitest/dist",
  "node_modules/zod",
];

function sourcesIn(path: string): readonly NamedSource[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const file = join(entry.parentPath, entry.name);
      const text = readFileSync(file, "utf8");
      const source = text.length > maxText ? undefined : sourceOf(file, text);
      return source ? [{ path: file, source }] : [];
    });
}

function apply({ file, block, language }: ApplyCase): readonly string[] | undefined {
  const placed = placeBlock(linesOf(file), { code: block, language });
  return placed && placed.doubt === undefined ? placed.lines : undefined;
}

test(
  "a changed declaration makes the file that is meant, or nothing, in every language",
  { timeout: 60_000 + 60 * count },
  () => {
    const all =
      folder === undefined
        ? places.flatMap((path) => sourcesIn(join(root, path)))
        : sourcesIn(folder);
    const languages = [...new Set(all.map(({ path }) => extname(path)))];
    const share = Math.ceil(count / languages.length);
    const results = languages.map((language) => {
      const sources = all.filter(({ path }) => extname(path) === language);
      const options = { count: share, seed, apply, keyOf: () => language };
      return { language, ...tally(sources, options) };
    });
    const wrong = results.flatMap((result) =>
      result.wrong.map(({ path, seed: own, operation, form, elision }) => ({
        path,
        seed: own,
        operation,
        form,
        elision,
      })),
    );
    expect(wrong).toEqual([]);
    // Who refuses everything is never wrong.
    const counts = results.flatMap(({ counts: own }) => Object.values(own));
    const sum = (key: "equal" | "refused"): number =>
      counts.reduce((total, { [key]: value }) => total + value, 0);
    if (folder !== undefined) {
      process.stdout.write(
        `${JSON.stringify(
          results.map(({ counts: own }) => own),
          undefined,
          2,
        )}\n`,
      );
    }
    expect(sum("equal") / (sum("equal") + sum("refused"))).toBeGreaterThan(0.7);
  },
);
