import { beforeAll, beforeEach, describe, expect, test } from "vitest";

import { mixedText } from "../../../bench/renderer/corpus.ts";
import { type MarkdownPage, openMarkdown } from "./openMarkdown.ts";

let opened: MarkdownPage;

beforeAll(async () => {
  opened = await openMarkdown();
});

beforeEach(async () => {
  await opened.page.evaluate(() => document.querySelector("#root")?.replaceChildren());
});

describe("while text streams in", () => {
  test("the first of it is drawn at once, the rest once a frame", async () => {
    const shown = await opened.page.evaluate(() => {
      const { host, container, markdown } = markdownTest.start();
      markdown.append("One");
      const first = container.textContent;
      markdown.append(" and two");
      const second = container.textContent;
      host.frame();
      return [first, second, container.textContent];
    });
    expect(shown).toEqual(["One", "One", "One and two"]);
  });

  test.each(["md", "markdown title=x"])(
    "a block of %s holds blocks with fences of the same length, whatever its pieces",
    async (info) => {
      const text = `\`\`\`${info}\n# A\n\`\`\`ts\nlet a;\n\`\`\`\n\`\`\`js\nlet b;\n\`\`\`\nEnd\n\`\`\`\nAfter`;
      const shown = await opened.page.evaluate((whole) => {
        const { host, container, markdown } = markdownTest.start();
        for (const piece of whole.match(/[^]{1,3}/gu) ?? []) {
          markdown.append(piece);
          host.settle();
        }
        markdown.finish();
        host.settle();
        const code = Array.from(container.querySelectorAll("pre code"), (one) => one.textContent);
        return { code, isAfter: container.querySelector("p")?.textContent };
      }, text);
      expect(shown).toEqual({
        code: ["# A\n```ts\nlet a;\n```\n```js\nlet b;\n```\nEnd"],
        isAfter: "After",
      });
    },
  );

  test("blocks, items, rows and lines that are whole stay the same nodes", async () => {
    const isSame = await opened.page.evaluate(() => {
      const { host, container, markdown } = markdownTest.start();
      markdown.append(
        "# Title\n\nFirst *paragraph*.\n\n- one\n- two\n\n| a |\n| - |\n| 1 |\n\n```\nline 1\nline 2\n```\n\nSecond",
      );
      host.settle();
      const shown = Array.from(container.querySelectorAll("*")).filter(
        (element) => !element.textContent?.includes("Second"),
      );
      const records: MutationRecord[] = [];
      const observer = new MutationObserver((list) => records.push(...list));
      for (const element of shown) {
        observer.observe(element, { childList: true, characterData: true, attributes: true });
      }
      for (const delta of [
        " par",
        "agraph.\n\n- thr",
        "ee\n\n> quo",
        "te\n\n```ts\nconst",
        " a = 1;\n```\n",
      ]) {
        markdown.append(delta);
        host.settle();
      }
      markdown.finish();
      host.settle();
      records.push(...observer.takeRecords());
      return {
        shown: shown.length,
        changed: records.length,
        isThere: shown.every((one) => one.isConnected),
      };
    });
    expect(isSame).toMatchObject({ changed: 0, isThere: true });
    expect(isSame.shown).toBeGreaterThan(20);
  });

  test.each([
    ["a list's bullet", "- ", "", "- a", "a"],
    ["a number", "12", "", "12 apples", "12 apples"],
    ["an underline", "Title\n==", "Title", "Title\n==\n", "Title"],
    ["a table's header", "Text\n| a | b |\n", "Text", "Text\n| a | b |\n| - | - |\n", "Textab"],
    ["a fence", "``", "", "```\nx\n", "x"],
    ["a closing fence", "```\nx\n``", "x", "```\nx\n```\ny", "xy"],
    [
      "a definition",
      "See.\n\n[x]: https://exam",
      "See.",
      "See.\n\n[x]: https://example.com\n",
      "See.",
    ],
    ["a task's box", "- [", "", "- [ ] do", "do"],
    ["half a character", "a\ud83d", "a", "a\ud83d\ude00", "a😀"],
  ])(
    "%s is not shown as text before it is known to be none",
    async (...[, part, before, whole, after]) => {
      const texts = await opened.page.evaluate(
        ([first, second]) =>
          [first, second].map((text) => {
            const { host, container, markdown } = markdownTest.start();
            markdown.append(text ?? "");
            host.settle();
            for (const header of container.querySelectorAll(".md-code-header")) {
              header.remove();
            }
            return container.textContent;
          }),
        [part, whole],
      );
      expect(texts).toEqual([before, after]);
    },
  );

  test("a reference gets its address when that comes at the end", async () => {
    const states = await opened.page.evaluate(() => {
      const { host, container, markdown } = markdownTest.start();
      const hrefs = (): (string | null)[] =>
        Array.from(container.querySelectorAll("a"), (link) => link.getAttribute("href"));
      markdown.append("See [the docs][1] and [2].\n\n| [1] |\n| --- |\n\nMore.\n\n");
      host.settle();
      const before = hrefs();
      markdown.append("[1]: https://example.com/1\n[2]: https://example.com/2\n\n");
      host.settle();
      return { before, after: hrefs(), text: container.textContent };
    });
    expect(states).toEqual({
      before: [],
      after: ["https://example.com/1", "https://example.com/2", "https://example.com/1"],
      text: "See the docs and 2.1More.",
    });
  });

  test("a flush ends when its time is over, and the next frame goes on", async () => {
    const result = await opened.page.evaluate(() => {
      const { host, container, markdown } = markdownTest.start(1);
      const text = "A paragraph of some words.\n\n".repeat(2000);
      markdown.append(text);
      markdown.finish();
      host.frame();
      const afterOne = container.querySelectorAll("p").length;
      const frames = host.settle();
      return { afterOne, frames, all: container.querySelectorAll("p").length };
    });
    expect(result.afterOne).toBeGreaterThan(0);
    expect(result.afterOne).toBeLessThan(2000);
    expect(result.frames).toBeGreaterThan(2);
    expect(result.all).toBe(2000);
  });

  test("the page is told of growth, and of the end when all is drawn", async () => {
    const result = await opened.page.evaluate(async () => {
      const { host, markdown } = markdownTest.start();
      let isDone = false;
      void (async () => {
        await markdown.done;
        isDone = true;
      })();
      markdown.append("a");
      host.settle();
      await Promise.resolve();
      const before = { grew: host.grewCount, isDone };
      markdown.finish();
      host.settle();
      await markdown.done;
      return { before, grew: host.grewCount };
    });
    expect(result).toEqual({ before: { grew: 1, isDone: false }, grew: 2 });
  });

  test("what is disposed of leaves nothing and asks for no more frames", async () => {
    const result = await opened.page.evaluate(() => {
      const { host, container, markdown } = markdownTest.start();
      markdown.append("a\n\nb");
      host.frame();
      markdown.append("c");
      markdown.dispose();
      return { isWaiting: host.frame(), children: container.childNodes.length };
    });
    expect(result).toEqual({ isWaiting: false, children: 0 });
  });
});

describe("long answers", () => {
  test("are kept in pages, of which the full ones know their height", async () => {
    const pages = await opened.page.evaluate(() => {
      const { host, container, markdown } = markdownTest.start();
      for (let index = 0; index < 150; index += 1) {
        markdown.append(`Paragraph ${index}.\n\n`);
        host.settle();
      }
      markdown.append("End");
      host.settle();
      return {
        counts: Array.from(container.children, (page) => page.childElementCount),
        full: Array.from(container.children, (page) => page.matches(".md-page-full")),
        heights: Array.from(
          container.querySelectorAll<HTMLElement>(".md-page-full"),
          (page) => Number(/[\d.]+(?=px)/.exec(page.style.containIntrinsicBlockSize)?.[0]) > 500,
        ),
      };
    });
    expect(pages).toEqual({
      counts: [48, 48, 48, 7],
      full: [true, true, true, false],
      heights: [true, true, true],
    });
  });

  test("a long list goes on in groups without losing its numbers", async () => {
    const items = await opened.page.evaluate(() => {
      const { container } = markdownTest.show([
        Array.from({ length: 120 }, (_, index) => `${index + 5}. item`).join("\n"),
      ]);
      return {
        lists: container.querySelectorAll("ol").length,
        groups: Array.from(
          container.querySelectorAll(".md-group"),
          (group) => group.childElementCount,
        ),
        values: Array.from(
          container.querySelectorAll<HTMLLIElement>("li[value]"),
          (item) => item.value,
        ),
      };
    });
    expect(items).toEqual({ lists: 1, groups: [48, 24], values: [53, 101] });
  });

  test.each([
    ["quotes in quotes", "> ".repeat(20_000)],
    ["lists in lists", "- ".repeat(20_000)],
    ["brackets that never close", "[".repeat(50_000)],
    ["images in links in images", "![[".repeat(20_000)],
    ["stars that never close", "**a *b ".repeat(10_000)],
    ["strokes that never close", "~~a~ ".repeat(10_000)],
    ["runs of backticks", Array.from({ length: 300 }, (_, index) => "`".repeat(index)).join(" ")],
    ["comments that never close", "<!-- ".repeat(20_000)],
    ["a table of a thousand columns", `|${" a |".repeat(1000)}\n|${" - |".repeat(1000)}\n| b |\n`],
    ["a line of 200 KB", "word ".repeat(40_000)],
    ["a line of code of 200 KB", `\`\`\`js\n${"a=1;".repeat(50_000)}\n\`\`\``],
    [
      "definitions for one paragraph",
      `${"[a] ".repeat(500)}\n\n${Array.from({ length: 500 }, (_, index) => `[a${index}]: /x`).join("\n\n")}`,
    ],
  ])("%s are drawn without an error", async (_name, text) => {
    const result = await opened.page.evaluate((given) => {
      const parts = Array.from({ length: Math.ceil(given.length / 997) }, (_part, index) =>
        given.slice(index * 997, (index + 1) * 997),
      );
      const cut = markdownTest.draw(parts);
      return { isSame: cut.fingerprint === markdownTest.draw([given]).fingerprint };
    }, text);
    expect(result).toEqual({ isSame: true });
    expect(opened.problems).toEqual([]);
  });
});

describe("a long text that is known as a whole", () => {
  test("is drawn from its last blocks on, and then before them", async () => {
    const text = `First.\n\n${"A *paragraph* of some words.\n\n".repeat(2000)}Last.\n`;
    const { first, drawn, whole } = await opened.page.evaluate((given) => {
      const restored = markdownTest.restore(given);
      return {
        first: restored.first,
        drawn: JSON.stringify(restored.structure),
        whole: JSON.stringify(markdownTest.draw([given]).structure),
      };
    }, text);
    expect(first).toMatch(/Last\.$/);
    expect(first).not.toContain("First.");
    expect(first.length).toBeLessThan(9000);
    expect(drawn).toBe(whole);
  });

  test.each([
    [
      "one block from the first line to the last",
      `- one\n${"- more words in a list\n".repeat(1500)}`,
    ],
    ["code that is never closed", `\`\`\`\n${"# no heading\n\n".repeat(2000)}`],
    ["line ends of other systems", "Words.\r\n\r\n# A title\r\rMore.\r\n\r\n".repeat(900)],
    [
      "a label that is defined twice, and a note",
      `[a]: /first\n\n[^n]: A note.\n\n${"Some [a] words[^n] and [b].\n\n".repeat(1500)}[a]: /second\n[b]: /b\n`,
    ],
    ["tables, lists and code", mixedText(60_000)],
  ])("%s has the structure of the same text drawn from its start", async (_name, text) => {
    const [drawn, whole] = await opened.page.evaluate(
      (given) => [
        JSON.stringify(markdownTest.restore(given).structure),
        JSON.stringify(markdownTest.draw([given]).structure),
      ],
      text,
    );
    expect(drawn).toBe(whole);
    expect(opened.problems).toEqual([]);
  });
});
