import { describe, expect, test } from "vitest";

import { showMarkdown } from "./openMarkdown.ts";

describe("a table of many rows", () => {
  const rows = Array.from({ length: 120 }, (_, index) => `| ${index} | some text | ${index} % |`);
  const long = `| n | text | share |\n| - | - | -: |\n${rows.join("\n")}\n`;

  test("is laid out in blocks of 50 rows with the same columns", async () => {
    const { page } = await showMarkdown([long]);
    const blocks = await page.evaluate(() =>
      Array.from(document.querySelectorAll<HTMLTableElement>(".md-table"), (block) => ({
        rows: block.tBodies[0]?.rows.length,
        columns: Array.from(block.rows[0]?.cells ?? [], (cell) => cell.offsetWidth),
        layout: getComputedStyle(block).tableLayout,
      })),
    );
    expect(blocks.map((block) => block.rows)).toEqual([50, 50, 20]);
    expect(new Set(blocks.map(({ columns }) => columns.join())).size).toBe(1);
    expect(blocks.every(({ layout }) => layout === "fixed")).toBe(true);
  });

  test("is one table for a screen reader", async () => {
    const { page } = await showMarkdown([long]);
    const session = await page.context().newCDPSession(page);
    const roles = ["table", "row", "columnheader", "cell", "rowgroup"];
    // The browser makes the tree beside the page.
    const counts = async () => {
      const { nodes } = await session.send("Accessibility.getFullAXTree");
      return roles.map((role) => nodes.filter((node) => node.role?.value === role).length);
    };
    await expect.poll(counts).toEqual([1, 121, 3, 360, 0]);
    await expect.poll(() => page.getByRole("table").getAttribute("aria-rowcount")).toBe("121");
  });

  test("has blocks that the browser skips with the height that they have", async () => {
    const { page } = await showMarkdown([]);
    const blocks = await page.evaluate(
      (given) => {
        const { container, host, markdown } = markdownTest.start();
        for (const part of given) {
          markdown.append(part);
          host.frame();
        }
        return Array.from(container.querySelectorAll<HTMLElement>(".md-table-block"), (block) => ({
          isSkippable: getComputedStyle(block).contentVisibility === "auto",
          isMeasured: block.style.containIntrinsicBlockSize === `auto ${block.offsetHeight}px`,
        }));
      },
      [long.slice(0, 2500), long.slice(2500), "\nText"],
    );
    expect(blocks).toEqual([
      { isSkippable: true, isMeasured: true },
      { isSkippable: true, isMeasured: true },
      { isSkippable: false, isMeasured: false },
    ]);
  });

  test("creates each cell once, however the text is cut", async () => {
    const { page } = await showMarkdown([]);
    const created = await page.evaluate((text) => {
      const cells = new Set<Element>();
      const note = (records: readonly MutationRecord[]): void => {
        for (const added of records.flatMap((record) => [...record.addedNodes])) {
          const all = added instanceof Element ? [added, ...added.querySelectorAll("td")] : [];
          for (const cell of all.filter((one) => one.localName === "td")) {
            cells.add(cell);
          }
        }
      };
      const observer = new MutationObserver(note);
      observer.observe(document, { childList: true, subtree: true });
      markdownTest.show(Array.from(text.matchAll(/[^]{1,7}/g), ([part]) => part));
      note(observer.takeRecords());
      observer.disconnect();
      return cells.size;
    }, long);
    expect(created).toBe(360);
  });

  test("has rows that are whole before the page has them, with the marks that its widths need", async () => {
    const { page } = await showMarkdown([]);
    const wordy = long.replaceAll("some text", "a text of many words");
    const seen = await page.evaluate((text) => {
      let changesWithin = 0;
      const observer = new MutationObserver(() => {});
      observer.observe(document, { childList: true, subtree: true });
      markdownTest.show([text]);
      for (const { target } of observer.takeRecords()) {
        changesWithin += target instanceof Element && target.closest("tr") ? 1 : 0;
      }
      observer.disconnect();
      return { changesWithin, marked: document.querySelectorAll("td.md-wordy").length };
    }, wordy);
    expect(seen).toEqual({ changesWithin: 0, marked: 50 });
  });

  test("finds its columns again when the view becomes narrower, and wider", async () => {
    const prose = "words that may well be broken into several lines ";
    const wide = long.replaceAll("some text", prose.repeat(2));
    const { page } = await showMarkdown([wide], { width: 800 });
    const scrolls = () =>
      page.locator(".md-table-scroll").evaluate((one) => one.scrollWidth > one.clientWidth);
    expect(await scrolls()).toBe(false);
    const before = await page.locator(".md-table-frame").evaluate((one) => one.clientWidth);
    await page.setViewportSize({ width: 500, height: 800 });
    await page.waitForFunction(
      (known) => (document.querySelector(".md-table-frame")?.clientWidth ?? known) < known,
      before,
    );
    expect(await scrolls()).toBe(false);
    await page.setViewportSize({ width: 800, height: 800 });
    await page.waitForFunction(
      (known) => document.querySelector(".md-table-frame")?.clientWidth === known,
      before,
    );
  });

  test("finds its columns again when the editor's letters become larger", async () => {
    const { page } = await showMarkdown([long], { width: 300 });
    const width = (): Promise<number> =>
      page.locator(".md-table-frame").evaluate(({ clientWidth }) => clientWidth);
    await page.locator(".md-table-block").nth(1).waitFor();
    const before = await width();
    await page.evaluate(() => {
      document.body.style.fontSize = "300%";
    });
    await expect.poll(width).toBeGreaterThan(before);
  });

  test("is copied as one table", async () => {
    const { page } = await showMarkdown([`Before\n\n${long}\nAfter`]);
    await page.evaluate(() => {
      document.addEventListener("copy", ({ clipboardData }) => {
        Object.assign(globalThis, {
          copied: ["text/html", "text/plain"].map((type) => clipboardData?.getData(type)),
        });
      });
      const cells = [...document.querySelectorAll("td")];
      const first = cells.find((cell) => cell.textContent === "48");
      const last = cells.find((cell) => cell.textContent === "101 %");
      document.getSelection()?.setBaseAndExtent(first ?? document, 0, last ?? document, 1);
    });
    await page.keyboard.press("Control+c");
    const copied = await page.evaluate(() => {
      const [html = "", text = ""] = (globalThis as unknown as { copied: string[] }).copied;
      const parsed = new DOMParser().parseFromString(markdownTest.trusted(html), "text/html");
      const tables = [...parsed.querySelectorAll("table")];
      return {
        rows: tables.map((one) => Array.from(one.rows, (row) => row.cells[0]?.textContent)),
        roles: parsed.querySelectorAll("[role]").length,
        lines: text
          .trim()
          .split("\n")
          .filter((line) => line.trim() !== "").length,
      };
    });
    const names = Array.from({ length: 54 }, (_, index) => String(index + 48));
    expect(copied).toEqual({ rows: [names], roles: 0, lines: 54 });
  });
});
