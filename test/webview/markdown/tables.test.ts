import { afterAll, beforeAll, describe, expect, test } from "vitest";

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

async function drawn(width: number): Promise<MarkdownPage> {
  const opened = await browser.open({ width });
  await opened.page.evaluate((text) => {
    markdownTest.show([text]);
  }, table);
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
