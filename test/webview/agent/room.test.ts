import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { takePicture } from "../../support/drawnPage.ts";
import { toolsState } from "../tools/approvals.ts";
import { agentViews } from "./agentViews.ts";

/** The conversation's share of the page's height. */
const share = (page: Page): Promise<number> =>
  page.locator(".scroller").evaluate((log) => log.clientHeight / innerHeight);

test.each([
  { width: 400, locale: "en", least: 0.65 },
  { width: 400, locale: "pt-br", least: 0.65 },
  { width: 280, locale: "en", least: 0.55 },
  { width: 280, locale: "pt-br", least: 0.55 },
] as const)(
  "with a card open, $width px and $locale leave the conversation $least of the height",
  async ({ least, ...look }) => {
    const { page } = await agentViews.waits(look);
    await expect.poll(() => share(page)).toBeGreaterThanOrEqual(least);
  },
);

test.each(["en", "pt-br"] as const)(
  "in 400 px the run and its changes are one line in %s",
  async (locale) => {
    const { page } = await agentViews.run({ width: 400, locale });
    await expect
      .poll(() => page.locator(".run-line").evaluate((line) => line.clientHeight))
      .toBeLessThan(34);
  },
);

test.each(
  [280, 340, 400, 420].flatMap((width) => [[width, "en"] as const, [width, "pt-br"] as const]),
)(
  "in %d px and %s the model's name keeps eight letters beside all that the composer can have",
  async (width, locale) => {
    const { page, host } = await agentViews.waits({ width, locale });
    await host.tell("showTools", toolsState);
    await host.setView({ selectedModelName: "Wumpus Model Maxi" });
    const value = page
      .getByRole("combobox", { name: /^(?:Model|Modelo)$/u })
      .locator(".picker-value");
    await value.getByText("Wumpus").waitFor();
    await page.locator(".tools-chip").waitFor();
    const missing = await value.evaluate((element) => {
      const eight = document.createRange();
      eight.setStart(element.firstChild ?? element, 0);
      eight.setEnd(element.firstChild ?? element, 8);
      return eight.getBoundingClientRect().width - element.clientWidth;
    });
    expect(missing).toBeLessThanOrEqual(0);
    expect(await page.locator(".composer-row").evaluate((row) => row.clientHeight)).toBeLessThan(
      40,
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await takePicture(page, `agent-model-${width}-${locale}`);
  },
);

test("at 280 px the budget is a ring with its value on hover", async () => {
  const { page } = await agentViews.waits({ width: 280 });
  const chip = page.locator(".budget-chip");
  await chip.locator("svg").waitFor();
  expect((await chip.innerText()).trim()).toBe("");
  expect(await chip.getAttribute("title")).toContain("R$41.00");
});
