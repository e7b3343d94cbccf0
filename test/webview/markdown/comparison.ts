import type { MarkdownPage } from "./openMarkdown.ts";

/** One text as drawn whole and in parts, and as micromark with GFM and commonmark.js read it. */
export interface Comparison {
  readonly whole: string;
  readonly references: readonly string[];
  /** Of all nodes: drawn whole, and in parts. */
  readonly fingerprints: readonly string[];
}

interface CutText {
  readonly text: string;
  readonly parts: readonly string[];
}

/** Draws each of the texts. */
export function compareAll(
  { page }: MarkdownPage,
  texts: readonly CutText[],
): Promise<readonly Comparison[]> {
  return page.evaluate(
    (given) =>
      given.map(({ text, parts }) => {
        const whole = markdownTest.draw([text]);
        const cut = markdownTest.draw(parts);
        const references = [markdownTest.reference(text), markdownTest.commonmark(text)];
        return {
          whole: JSON.stringify(whole.structure),
          references: references.map((reference) => JSON.stringify(reference)),
          fingerprints: [whole.fingerprint, cut.fingerprint],
        };
      }),
    texts,
  );
}

export async function compare(page: MarkdownPage, text: CutText): Promise<Comparison> {
  const [comparison] = await compareAll(page, [text]);
  if (!comparison) {
    throw new Error("The page drew nothing");
  }
  return comparison;
}
