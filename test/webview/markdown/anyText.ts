import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";

import { compare } from "./comparison.ts";
import { type MarkdownPage, openMarkdown } from "./openMarkdown.ts";

/** Always the same texts, so that the result tells of a change. `FUZZ_SEED` and `FUZZ_FACTOR` try others, and more of them. */
const seed = Number(process.env["FUZZ_SEED"] ?? 20_261_121);

const factor = Number(process.env["FUZZ_FACTOR"] ?? 1);

/** Draws random texts, `share` of the usual number of each kind. */
export function testAnyText(share: number): void {
  let opened: MarkdownPage;
  beforeAll(async () => {
    opened = await openMarkdown();
  });
  const runs = (count: number): number => count * share * factor;

  describe("any text, cut anywhere", () => {
    test("makes the same nodes as the whole, whatever it is", async () => {
      await fc.assert(
        fc.asyncProperty(cutText(lines(anyPrefixes, anyBodies)), async ({ text, parts }) => {
          const { fingerprints } = await compare(opened, { text, parts });
          expect(fingerprints[1]).toBe(fingerprints[0]);
        }),
        { seed, numRuns: runs(400) },
      );
    });

    test("makes the same nodes where paragraphs are so long that they are committed in pieces", async () => {
      await fc.assert(
        fc.asyncProperty(cutText(longParagraph), async ({ text, parts }) => {
          const { fingerprints, whole, references } = await compare(opened, { text, parts });
          expect(fingerprints[1]).toBe(fingerprints[0]);
          expect(references[0]).toBe(whole);
        }),
        { seed, numRuns: runs(60) },
      );
    });

    test("has the structure that one of the CommonMark references gives it", async () => {
      await fc.assert(
        fc.asyncProperty(cutText(lines(blockPrefixes, blockBodies)), async ({ text, parts }) => {
          const { whole, references } = await compare(opened, { text, parts });
          expect(references).toContain(whole);
        }),
        { seed, numRuns: runs(400) },
      );
    });

    test("has the structure that the GFM reference gives it", async () => {
      await fc.assert(
        fc.asyncProperty(cutText(lines(gfmPrefixes, gfmBodies)), async ({ text, parts }) => {
          const { whole, references } = await compare(opened, { text, parts });
          expect(whole).toBe(references[0]);
        }),
        { seed, numRuns: runs(400) },
      );
    });
  });
}

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
