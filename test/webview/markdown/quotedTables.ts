import type { Page } from "playwright-core";
import { expect } from "vitest";

import { contrastOf, type Rgb } from "../../../src/webview/kit/contrast.ts";

const identifier = "internal.governance.reservations.maximumConcurrentReservationsPerToken";
export const table = `| Name | What it does | Default |
| --- | --- | ---: |
| \`${identifier}\` | Limits how many requests of one token may hold a reservation at the same time. | 8 |
| \`model\` | The default model of new conversations. | none |
`;

const quotes = (text: string): string => text.trimEnd().replaceAll(/^/gmu, "> ");

/** A table in a quote, and another in a quote inside it. */
export const quoted = quotes(`Before\n\n${table}\n${quotes(`Deeper\n\n${table}`)}`);

/** A table, and the same one in a quote below it. */
export const quotedBelow = `${table}\n${quotes(table)}`;

/** The largest difference of a colour's part between the quotes' ground and that of the tables' first column. */
export async function groundsOf(page: Page): Promise<number> {
  const points = await page.locator("td.md-lead").evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const { left, bottom } = cell.getBoundingClientRect();
      const quote = cell.closest(".md-quote")?.getBoundingClientRect();
      return [left + 4, (quote?.left ?? 0) + 6].map((x) => ({ x, y: bottom - 3 }));
    }),
  );
  const colors = await colorsAt(page, points);
  expect(colors).toHaveLength(8);
  // One layer over another may be rounded otherwise than the same two at once.
  const [first = [0, 0, 0]] = colors;
  return Math.max(
    ...colors.flatMap((color) => color.map((value, at) => Math.abs(value - (first[at] ?? 0)))),
  );
}

/** The contrast of the lines to their ground, in the table outside the quote and in that inside. */
export async function linesOf(
  page: Page,
): Promise<{ readonly outside: number; readonly inside: number }> {
  const points = await page.locator("tr:nth-child(2) > td:first-child").evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const { left, top, bottom } = cell.getBoundingClientRect();
      return [Math.round(top), Math.round(bottom) - 3].map((y) => ({ x: left + 4, y }));
    }),
  );
  const [lineOut, groundOut, lineIn, groundIn] = await colorsAt(page, points);
  return {
    outside: contrastOf(lineOut as Rgb, groundOut as Rgb),
    inside: contrastOf(lineIn as Rgb, groundIn as Rgb),
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Red, green and blue of each point. */
async function colorsAt(
  page: Page,
  points: readonly Point[],
): Promise<readonly (readonly number[])[]> {
  const png = await page.screenshot();
  return page.evaluate(
    async ([base64, places]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes]));
      const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
      context?.drawImage(image, 0, 0);
      return places.map(({ x, y }) =>
        [...(context?.getImageData(Math.floor(x), Math.floor(y), 1, 1).data ?? [])].slice(0, 3),
      );
    },
    [png.toString("base64"), points] as const,
  );
}
