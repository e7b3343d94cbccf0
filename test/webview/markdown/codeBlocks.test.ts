import { beforeAll, beforeEach, describe, expect, test } from "vitest";

import { faultless, faultsOf } from "../../support/drawnPage.ts";
import { type MarkdownPage, openMarkdown, openSample } from "./openMarkdown.ts";

let opened: MarkdownPage;

beforeAll(async () => {
  opened = await openMarkdown();
});

beforeEach(async () => {
  await opened.page.evaluate(() => document.querySelector("#root")?.replaceChildren());
});

/** Draws a text whole. */
async function show(text: string): Promise<void> {
  await opened.page.evaluate((given) => void markdownTest.show([given]), text);
}

describe("code", () => {
  test("is highlighted when its language has been loaded, under the page's policy", async () => {
    await opened.page.evaluate(() => {
      const { host } = markdownTest.show(["```rust\nfn main() {}\n```\n"]);
      const loop = (): void => {
        host.settle();
        requestAnimationFrame(loop);
      };
      loop();
    });
    await opened.page.locator(".hl-keyword", { hasText: "fn" }).waitFor();
    expect(opened.problems).toEqual([]);
  });

  test("each line is highlighted once, the open one not at all", async () => {
    await opened.page.evaluate(() => markdownTest.loadLanguage("ts"));
    const result = await opened.page.evaluate(() => {
      const { host, container, markdown } = markdownTest.start();
      const spans = (): Element[] => [...container.querySelectorAll(".md-chunk span")];
      markdown.append("```ts\nconst a = 1;\nlet b");
      host.settle();
      const first = spans();
      const open = container.querySelector(".md-chunk")?.lastChild?.textContent;
      markdown.append(" = 2;\nreturn `x\n${a}`;\n```\n");
      host.settle();
      const all = spans();
      return {
        open,
        first: first.map((span) => `${span.className} ${span.textContent}`),
        isKept: first.every((span, index) => span === all[index]),
        text: container.querySelector("code")?.textContent,
      };
    });
    expect(result).toEqual({
      open: "\nlet b",
      first: ["hl-keyword const", "hl-operator =", "hl-number 1"],
      isKept: true,
      text: "const a = 1;\nlet b = 2;\nreturn `x\n${a}`;",
    });
  });

  test("neighbours of one colour share an element, with the white space between them", async () => {
    await opened.page.evaluate(() => markdownTest.loadLanguage("ts"));
    const result = await opened.page.evaluate(() => {
      const { container } = markdownTest.show([
        "```ts\nexport async function f() {}\nexport\n```\n",
      ]);
      return {
        spans: Array.from(container.querySelectorAll(".md-chunk span"), (span) => span.textContent),
        text: container.querySelector("code")?.textContent,
      };
    });
    expect(result).toEqual({
      spans: ["export async function", "f", "export"],
      text: "export async function f() {}\nexport",
    });
  });

  test("its actions get the code as it was written, and where it is from", async () => {
    const ran = await opened.page.evaluate(() => {
      const lines = Array.from({ length: 100 }, (_, index) => `  line ${index}`).join("\n");
      const { container, host } = markdownTest.show([
        `\`\`\`12:111:src/a.ts\n${lines}\n\n\`\`\`\n`,
      ]);
      container.querySelector<HTMLButtonElement>("button[aria-label='Insert at cursor']")?.click();
      return host.ran.map(({ id, code, info }) => ({ id, isWhole: code === `${lines}\n`, info }));
    });
    expect(ran).toEqual([
      {
        id: "insert",
        isWhole: true,
        info: { language: "ts", fileName: "src/a.ts", startLine: 12, endLine: 111 },
      },
    ]);
  });

  test("copied by hand it has each line once", async () => {
    await show(
      `\`\`\`\n${Array.from({ length: 100 }, (_, index) => `line ${index}`).join("\n")}\n\`\`\`\n`,
    );
    const text = await opened.page.evaluate(() => {
      const code = document.querySelector("code");
      getSelection()?.selectAllChildren(code ?? document.body);
      return getSelection()?.toString();
    });
    expect(text).toBe(Array.from({ length: 100 }, (_, index) => `line ${index}`).join("\n"));
  });
});

describe("for everyone", () => {
  test("code, tables, boxes, headings and images have their roles and names", async () => {
    await show(
      "# One\n\n###### Six\n\n- [x] done\n- [ ] open\n\n| a |\n| - |\n| b |\n\n```ts src/a.ts\nx\n```\n\n![A cat](https://example.com/cat.png)\n",
    );
    const { page } = opened;
    for (const [name, level] of [
      ["One", "3"],
      ["Six", "8"],
    ] as const) {
      const heading = page.getByRole("heading", { name });
      await expect.poll(() => heading.getAttribute("aria-level")).toBe(level);
    }
    await page.getByRole("checkbox", { name: "Done", checked: true, disabled: true }).waitFor();
    await page.getByRole("checkbox", { name: "To do", checked: false }).waitFor();
    await page
      .getByRole("group", { name: "Table" })
      .getByRole("columnheader", { name: "a" })
      .waitFor();
    const code = page.getByRole("group", { name: "Code, TypeScript: src/a.ts" });
    await code.getByRole("button", { name: "Copy code" }).waitFor();
    await code.getByRole("button", { name: "Insert at cursor" }).waitFor();
    const image = page.locator(".md-image");
    await expect
      .poll(() => image.innerText())
      .toMatch(/Image not loaded\s*A cat\s*https:\/\/example\.com\/cat\.png/);
  });

  test("code and tables scroll by keyboard", async () => {
    await show(`\`\`\`\n${"wide ".repeat(100)}\n\`\`\`\n`);
    const scroller = opened.page.locator(".md-code-scroll");
    await scroller.focus();
    await opened.page.keyboard.press("ArrowRight");
    await opened.page.waitForFunction(
      () => (document.querySelector(".md-code-scroll")?.scrollLeft ?? 0) > 0,
    );
  });

  test("are drawn without a fault", async () => {
    expect(await faultsOf(await openSample(), "#root")).toEqual(faultless);
  });
});
