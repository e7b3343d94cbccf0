import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { ThemeName } from "../../support/fakeHost/themes.ts";
import { MarkdownBrowser, type MarkdownPage } from "./markdownBrowser.ts";

const identifier = "internal.governance.reservations.maximumConcurrentReservationsPerToken";
const table = `| Name | What it does | Default |
| --- | --- | ---: |
| \`${identifier}\` | Limits how many requests of one token may hold a reservation at the same time. | 8 |
| \`model\` | The default model of new conversations. | none |
`;

let browser: MarkdownBrowser;

beforeAll(async () => {
  browser = await MarkdownBrowser.start();
});

afterAll(() => browser.stop());

describe("a table with one long identifier", () => {
  test.each([300, 420, 800])("keeps its prose readable in %d px", async (width) => {
    const { page } = await drawn(width);
    const widths = await page.evaluate(() => {
      const row = document.querySelector("tbody tr");
      const prose = row?.children[1];
      const padding = prose ? Number.parseFloat(getComputedStyle(prose).paddingInline) * 2 : 0;
      const probe = document.createElement("span");
      probe.style.cssText = "display: block; width: 14ch";
      prose?.append(probe);
      const fourteen = probe.offsetWidth;
      probe.remove();
      const code = row?.querySelector<HTMLElement>(".md-code-span");
      return {
        prose: (prose?.clientWidth ?? 0) - padding,
        fourteen,
        isWrapped: (code?.offsetHeight ?? 0) > 30,
      };
    });
    expect(widths.prose).toBeGreaterThanOrEqual(widths.fourteen - 1);
    expect(widths.isWrapped).toBe(true);
  });

  test("scrolls sideways below its first column, which takes half of the width at most", async () => {
    const { page } = await drawn(300);
    const before = await places(page);
    await page.locator(".md-table-scroll").evaluate((scroller) => {
      scroller.scrollLeft = 1000;
    });
    const after = await places(page);
    expect(after.first).toBe(before.first);
    expect(after.second).toBeLessThan(before.second);
    expect(after.firstWidth).toBeLessThanOrEqual(after.width / 2 + 1);
    // What scrolls below the first column does not shine through.
    expect(after.ground).not.toBe("rgba(0, 0, 0, 0)");
  });

  test("is no wider than it must be: a short cell keeps its word whole", async () => {
    const { page } = await drawn(300);
    const height = await page.evaluate(
      () =>
        document.querySelector<HTMLElement>("tbody tr:nth-child(2) .md-code-span")?.offsetHeight,
    );
    expect(height).toBeLessThan(30);
  });
});

const quotes = (text: string): string => text.trimEnd().replaceAll(/^/gmu, "> ");

describe("the first column of a table in a quote", () => {
  const quoted = quotes(`Before\n\n${table}\n${quotes(`Deeper\n\n${table}`)}`);

  test.each<[theme: ThemeName, ground?: string]>([
    ["dark"],
    ["light"],
    ["hc-dark"],
    ["hc-light"],
    ["dark", "rgba(127, 127, 127, 0.2)"],
  ])("has the ground of the quote, in %s with %s", async (theme, ground?: string) => {
    const { page } = await drawn(300, [quoted], theme);
    await page.evaluate((given) => {
      if (given !== undefined) {
        document.documentElement.style.setProperty("--vscode-textBlockQuote-background", given);
      }
    }, ground);
    const points = await page.locator("td.md-lead").evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const { left, bottom } = cell.getBoundingClientRect();
        const quote = cell.closest(".md-quote")?.getBoundingClientRect();
        return [left + 4, (quote?.left ?? 0) + 6].map((x) => ({ x, y: bottom - 3 }));
      }),
    );
    const colors = await Promise.all(points.map((point) => colorAt(page, point)));
    expect(colors).toHaveLength(8);
    // One layer over another may be rounded otherwise than the same two at once.
    const [first = [0, 0, 0]] = colors;
    const farthest = Math.max(
      ...colors.flatMap((color) => color.map((value, at) => Math.abs(value - (first[at] ?? 0)))),
    );
    expect(farthest).toBeLessThanOrEqual(1);
  });
});

describe("a table of many rows", () => {
  const rows = Array.from({ length: 120 }, (_, index) => `| ${index} | some text | ${index} % |`);
  const long = `| n | text | share |\n| - | - | -: |\n${rows.join("\n")}\n`;

  test("is laid out in blocks of 50 rows with the same columns", async () => {
    const { page } = await drawn(420, [long]);
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
    const { page } = await drawn(420, [long]);
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    const count = (role: string) => nodes.filter((node) => node.role?.value === role).length;
    expect(count("table")).toBe(1);
    expect(count("row")).toBe(121);
    expect(count("columnheader")).toBe(3);
    expect(count("cell")).toBe(360);
    expect(count("rowgroup")).toBe(0);
    await expect.poll(() => page.getByRole("table").getAttribute("aria-rowcount")).toBe("121");
  });

  test("has blocks that the browser skips with the height that they have", async () => {
    const { page } = await drawn(420, []);
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
    const { page } = await drawn(420, []);
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
    const { page } = await drawn(420, []);
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
    const { page } = await drawn(800, [wide]);
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
    const { page } = await drawn(300, [long]);
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
    const { page } = await drawn(420, [`Before\n\n${long}\nAfter`]);
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

async function drawn(
  width: number,
  parts: readonly string[] = [table],
  theme: ThemeName = "dark",
): Promise<MarkdownPage> {
  const opened = await browser.open({ width, theme });
  await opened.page.evaluate((given) => {
    markdownTest.show(given);
  }, parts);
  return opened;
}

function places(page: MarkdownPage["page"]) {
  return page.evaluate(() => {
    const [first, second] = document.querySelectorAll<HTMLElement>("tbody tr:first-child td");
    return {
      first: Math.round(first?.getBoundingClientRect().left ?? 0),
      second: Math.round(second?.getBoundingClientRect().left ?? 0),
      firstWidth: first?.offsetWidth ?? 0,
      width: document.querySelector<HTMLElement>(".md-table-scroll")?.offsetWidth ?? 0,
      ground: first ? getComputedStyle(first).backgroundColor : "",
    };
  });
}

/** Red, green and blue of one pixel. */
async function colorAt(
  page: MarkdownPage["page"],
  place: { readonly x: number; readonly y: number },
): Promise<readonly number[]> {
  const png = await page.screenshot({ clip: { ...place, width: 1, height: 1 } });
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const context = new OffscreenCanvas(1, 1).getContext("2d");
    context?.drawImage(await createImageBitmap(new Blob([bytes])), 0, 0);
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
  }, png.toString("base64"));
}
