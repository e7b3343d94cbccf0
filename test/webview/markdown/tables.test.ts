import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { contrastOf, type Rgb } from "../../../src/webview/kit/contrast.ts";
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
    const { page } = await browser.show([table], { width });
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
    const { page } = await browser.show([table], { width: 300 });
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
    const { page } = await browser.show([table], { width: 300 });
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
    const { page } = await browser.show([quoted], { width: 300, theme });
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

test.each(["light", "dark", "hc-light", "hc-dark"] as const)(
  "the lines of a table in a quote are as clear as those of any other, in %s",
  async (theme) => {
    const { page } = await browser.show([`${table}\n${quotes(table)}`], { theme });
    const lines = await page.locator("tr:nth-child(2) > td:first-child").evaluateAll((cells) =>
      cells.map((cell) => {
        const { left, top, bottom } = cell.getBoundingClientRect();
        return [Math.round(top), Math.round(bottom) - 3].map((y) => ({ x: left + 4, y }));
      }),
    );
    const contrasts = await Promise.all(
      lines.map(async (points) => {
        const [line, ground] = await Promise.all(points.map((point) => colorAt(page, point)));
        return contrastOf(line as Rgb, ground as Rgb);
      }),
    );
    const [outside = 0, inside = 0] = contrasts;
    expect(outside).toBeGreaterThan(1.1);
    // Where lines are clear on every ground, they need not be the clearest (WCAG 2.2: 3 to 1).
    expect(inside).toBeGreaterThanOrEqual(Math.min(outside, 3));
  },
);

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
