import * as fc from "fast-check";
import { expect, test } from "vitest";

import { englishExportWords } from "../../../src/chat/export/exportWords.ts";
import { markdownHtml } from "../../../src/chat/export/markdownHtml.ts";
import { CodeStream } from "../../../src/edits/review/codeStream.ts";

interface Fence {
  readonly char: string;
  readonly length: number;
}

const line = ({ char, length }: Fence, tag = ""): string => char.repeat(length) + tag;
const word = fc.stringMatching(/^[a-z# ]{0,12}[a-z]$/u);
const anyFence = fc.record({
  char: fc.constantFrom("`", "~"),
  length: fc.integer({ min: 3, max: 6 }),
});
const longer = (least: number): fc.Arbitrary<number> => fc.integer({ min: least, max: least + 3 });

/** Lines of code that do not end its fence: words, shorter fences, fences of the other character. */
function codeIn(around: Fence): fc.Arbitrary<string> {
  const other = anyFence.filter(
    ({ char, length }) => char !== around.char || length < around.length,
  );
  return fc.oneof(
    word,
    other.map(line),
    fc.tuple(other, word).map(([one, tag]) => line(one, tag)),
  );
}

/** A block inside a fence with Markdown: with a tag, of the other character, or shorter. */
function blockIn(around: Fence, depth: number): fc.Arbitrary<readonly string[]> {
  const tagged = longer(around.length).map((length) => ({ char: around.char, length }));
  const other = longer(3).map((length) => ({ char: around.char === "`" ? "~" : "`", length }));
  return fc.oneof(
    fc
      .oneof(tagged, other)
      .chain((fence) =>
        fc
          .array(codeIn(fence), { maxLength: 4 })
          .map((code) => [line(fence, "ts"), ...code, line(fence)]),
      ),
    other.chain((fence) =>
      fc.array(codeIn(fence), { maxLength: 4 }).map((code) => [line(fence), ...code, line(fence)]),
    ),
    ...(depth > 0
      ? [
          fc
            .oneof(tagged, other)
            .chain((fence) =>
              markdownIn(fence, depth - 1).map((inner) => [
                line(fence, "md"),
                ...inner,
                line(fence),
              ]),
            ),
        ]
      : []),
  );
}

function markdownIn(around: Fence, depth: number): fc.Arbitrary<readonly string[]> {
  const plain = word.map((text): readonly string[] => [text]);
  return fc
    .array(fc.oneof(plain, blockIn(around, depth)), { maxLength: 5 })
    .map((parts) => parts.flat());
}

const fenced = anyFence.chain((fence) => markdownIn(fence, 2).map((inside) => ({ fence, inside })));

test("Copy, Apply and the export have the whole of a Markdown block with blocks inside", () => {
  fc.assert(
    fc.property(fenced, ({ fence, inside }) => {
      const text = [line(fence, "markdown"), ...inside, line(fence), "After"].join("\n");
      const stream = new CodeStream();
      stream.append(text);
      expect(stream.finish()).toEqual(inside);
      expect(markdownHtml(text, englishExportWords)).toMatch(/<\/code><\/pre>\s*<p>After<\/p>$/u);
    }),
    { numRuns: 2_000 },
  );
});
