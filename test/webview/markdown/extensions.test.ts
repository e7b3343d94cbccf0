import { beforeAll, beforeEach, describe, expect, test } from "vitest";

import { type MarkdownPage, openMarkdown } from "./openMarkdown.ts";

let opened: MarkdownPage;

beforeAll(async () => {
  opened = await openMarkdown();
});

beforeEach(async () => {
  await opened.page.evaluate(() => document.querySelector("#root")?.replaceChildren());
});

/** The drawing as HTML, without what is not asked about. */
function draw(...parts: string[]): Promise<string> {
  return opened.page.evaluate((texts) => {
    const { container } = markdownTest.show(texts);
    return container.innerHTML
      .replaceAll(/<div class="md-page">|<\/div>$| dir="auto"/g, "")
      .replaceAll(/<span class="codicon[^>]*><\/span>/g, "");
  }, parts);
}

const samples: readonly (readonly [string, string, string])[] = [
  [
    "an alert",
    "> [!NOTE]\n> Mind **this**.\n\nAfter.",
    '<blockquote class="md-quote md-alert md-alert-note"><p class="md-alert-title">Note</p><p>Mind <strong>this</strong>.</p></blockquote><p>After.</p>',
  ],
  [
    "an alert whose text is a list",
    "> [!warning]\n> - a\n",
    '<blockquote class="md-quote md-alert md-alert-warning"><p class="md-alert-title">Warning</p><p></p><ul class="md-list"><li class="md-item"><p>a</p></li></ul></blockquote>',
  ],
  [
    "a quote that only looks like an alert",
    "> [!NOTE] not alone\n\n> [!OTHER]\n> x\n",
    '<blockquote class="md-quote"><p>[!NOTE] not alone</p></blockquote><blockquote class="md-quote"><p>[!OTHER]\nx</p></blockquote>',
  ],
  [
    "a part that can be folded",
    "<details>\n<summary>The `log`</summary>\n\n- a\n\n```\n</details>\n```\n</details>\nAfter.",
    "",
  ],
  [
    "a folded part in one line, inside another that is open",
    "<details open>\n<summary>Outer</summary>\n<details><summary>Inner</summary>\ntext\n</details>\nmore\n</details>\n",
    '<details class="md-details" open=""><summary class="md-summary">Outer</summary><details class="md-details"><summary class="md-summary">Inner</summary><p>text</p></details><p>more</p></details>',
  ],
  [
    "a tag with a handler",
    '<details ontoggle="alert(1)">\nx\n',
    '<p class="md-html">&lt;details ontoggle="alert(1)"&gt;\nx</p>',
  ],
  [
    "keys and raised text",
    "Press <kbd>Ctrl</kbd>+<kbd>*C*</kbd>, H<sub>2</sub>O, <kbd>open, <kbd onclick=x>no</kbd>.",
    "<p>Press <kbd>Ctrl</kbd>+<kbd><em>C</em></kbd>, H<sub>2</sub>O, <kbd>open, &lt;kbd onclick=x&gt;no</kbd>.</p>",
  ],
  [
    "a footnote",
    "Text[^1] and [^a-z].\n\n[^1]: The *note*.\n[^2]: Another.\n",
    '<p>Text<sup class="md-footnote-mark"><button class="md-footnote-link" type="button" data-footnote="1" aria-label="Footnote 1">1</button></sup> and [^a-z].</p><div class="md-footnote" data-footnote="1" role="note" aria-label="Footnote 1" tabindex="-1"><p>The <em>note</em>.</p></div><div class="md-footnote" data-footnote="2" role="note" aria-label="Footnote 2" tabindex="-1"><p>Another.</p></div>',
  ],
  [
    "a footnote of two paragraphs and a list",
    "[^1]: One\nmore.\n\n    Two.\n\n    - a\n\nText.\n",
    '<div class="md-footnote" data-footnote="1" role="note" aria-label="Footnote 1" tabindex="-1"><p>One\nmore.</p><p>Two.</p><ul class="md-list"><li class="md-item"><p>a</p></li></ul></div><p>Text.</p>',
  ],
];

test.each(samples.filter(([, , html]) => html !== ""))(
  "%s: is built of elements",
  async (_, text, html) => {
    expect(await draw(text)).toBe(html);
  },
);

describe.each(samples)("%s", (_, text) => {
  test("is the same however it is cut", async () => {
    const whole = await draw(text);
    expect(await draw(...text.split(""))).toBe(whole);
    for (let at = 1; at < text.length; at += 7) {
      expect(await draw(text.slice(0, at), text.slice(at))).toBe(whole);
    }
  });
});

test("a fence inside a folded part may contain its end", async () => {
  const html = await draw(samples[3]?.[1] ?? "");
  expect(html).toContain(
    '<summary class="md-summary">The <code class="md-code-span" dir="ltr">log</code>',
  );
  expect(html).toContain("&lt;/details&gt;");
  expect(html).toMatch(/<\/details><p>After\.<\/p>/u);
});

test("a mark leads to its note", async () => {
  await draw("Text[^1].\n\n[^1]: The note.\n");
  await opened.page.getByRole("button", { name: "Footnote 1" }).click();
  await expect
    .poll(() => opened.page.evaluate(() => document.activeElement?.textContent))
    .toBe("The note.");
});

test("each block finds its own direction, code goes from left to right", async () => {
  await draw("שלום\n\nHello\n\n- שלום\n\n| א |\n| - |\n| ב |\n");
  const directions = await opened.page.evaluate(() =>
    [...document.querySelectorAll("p, td")].map((block) => getComputedStyle(block).direction),
  );
  expect(directions).toEqual(["rtl", "ltr", "rtl", "rtl"]);
  expect(opened.problems).toEqual([]);
});

test("code in a sentence from right to left keeps its own order, and does not decide the sentence's", async () => {
  await draw("`run()` שלום\n");
  const [sentence, letters, bracket] = await opened.page.evaluate(() => {
    const text = document.querySelector("code")?.firstChild;
    const leftOf = (from: number): number => {
      const range = new Range();
      range.setStart(text ?? document, from);
      range.setEnd(text ?? document, from + 1);
      return range.getBoundingClientRect().left;
    };
    const paragraph = document.querySelector("p") ?? document.body;
    return [getComputedStyle(paragraph).direction, leftOf(0), leftOf(3)] as const;
  });
  expect(sentence).toBe("rtl");
  expect(bracket).toBeGreaterThan(letters);
});

test.each([
  ["a list", "- שלום\n- Hello\n", "ul"],
  ["a list that begins with code", "1. ```\n   code\n   ```\n   שלום\n", "ol"],
  ["a quote", "> # שלום\n", "blockquote"],
  ["an alert", "> [!NOTE]\n> שלום\n", "blockquote"],
  ["a footnote", "[^1]: שלום\n\n    Hello\n", ".md-footnote"],
])("%s in Hebrew has its mark on the right, other text in it keeps its side", async (...named) => {
  const [, text, selector] = named;
  await draw(text);
  const drawn = await opened.page.evaluate((query) => {
    const block = document.querySelector(query);
    return {
      block: block && getComputedStyle(block).direction,
      code: [...document.querySelectorAll("pre")].map((pre) => getComputedStyle(pre).direction),
      texts: [...document.querySelectorAll("p:not(.md-alert-title), h1")].map((line) => {
        const range = document.createRange();
        range.selectNodeContents(line);
        const { left, right } = range.getBoundingClientRect();
        const box = line.getBoundingClientRect();
        return left - box.left < box.right - right ? "left" : "right";
      }),
    };
  }, selector);
  expect(drawn).toEqual({
    block: "rtl",
    code: text.includes("```") ? ["ltr"] : [],
    texts: text.includes("Hello") ? ["right", "left"] : ["right"],
  });
});
