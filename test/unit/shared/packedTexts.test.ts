import * as fc from "fast-check";
import { expect, test } from "vitest";

import { PackedTexts } from "../../../src/shared/text/packedTexts.ts";

test("texts of any length come back as they were", () => {
  const texts = fc.array(fc.oneof(fc.string({ unit: "grapheme" }), fc.json()), { maxLength: 600 });
  fc.assert(
    fc.property(texts, fc.nat(), (some, long) => {
      const packed = new PackedTexts();
      const all = [...some, "\u{feff}é€😀".repeat(long % 40_000), ...some];
      const indices = all.map((text) => packed.add(text));
      expect(indices.map((index) => packed.at(index))).toEqual(all);
    }),
    { numRuns: 50 },
  );
});

test("a text longer than a block stands between short ones, and an unknown index has none", () => {
  const packed = new PackedTexts();
  const long = "ç".repeat(400_000);
  const indices = ["a", long, "b", ""].map((text) => packed.add(text));
  expect(indices.map((index) => packed.at(index))).toEqual(["a", long, "b", ""]);
  expect(packed.at(4)).toBe("");
});
