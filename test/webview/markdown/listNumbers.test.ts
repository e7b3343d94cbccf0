import { expect, test } from "vitest";

import { openMarkdown } from "./openMarkdown.ts";

test.each([
  ["a list that begins with a year", "2024. one\n2025. two\n"],
  ["a long list", Array.from({ length: 120 }, (_, at) => `${at + 1}. x\n`).join("")],
])("%s has room for its numbers", async (_, text) => {
  const { page } = await openMarkdown();
  const room = await page.evaluate((source) => {
    const { host, container, markdown } = markdownTest.start();
    for (const piece of source.match(/[^]{1,3}/gu) ?? []) {
      markdown.append(piece);
    }
    host.settle();
    const list = container.querySelector("ol");
    const canvas = document.createElement("canvas").getContext("2d");
    if (!list || !canvas) {
      return undefined;
    }
    const { font, paddingInlineStart } = getComputedStyle(list);
    canvas.font = font;
    const number = source.trim().split("\n").at(-1)?.split(" ")[0] ?? "";
    return parseFloat(paddingInlineStart) - canvas.measureText(`${number} `).width;
  }, text);
  expect(room).toBeGreaterThan(0);
});
