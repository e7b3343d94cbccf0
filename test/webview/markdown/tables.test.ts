import { describe, expect, test } from "vitest";

import { type MarkdownPage, showMarkdown } from "./openMarkdown.ts";
import { groundsOf, linesOf, quoted, quotedBelow, table } from "./quotedTables.ts";

describe("a table with one long identifier", () => {
  test.each([300, 420, 800])("keeps its prose readable in %d px", async (width) => {
    const { page } = await showMarkdown([table], { width });
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
    const { page } = await showMarkdown([table], { width: 300 });
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
    const { page } = await showMarkdown([table], { width: 300 });
    const height = await page.evaluate(
      () =>
        document.querySelector<HTMLElement>("tbody tr:nth-child(2) .md-code-span")?.offsetHeight,
    );
    expect(height).toBeLessThan(30);
  });
});

test("the first column of a table in a quote has the ground of the quote", async () => {
  const { page } = await showMarkdown([quoted], { width: 300 });
  expect(await groundsOf(page)).toBeLessThanOrEqual(1);
});

test("the lines of a table in a quote are as clear as those of any other", async () => {
  const { page } = await showMarkdown([quotedBelow]);
  const { outside, inside } = await linesOf(page);
  expect(outside).toBeGreaterThan(1.1);
  expect(inside).toBeGreaterThanOrEqual(Math.min(outside, 3));
});

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
