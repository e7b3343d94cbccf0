import { mkdirSync } from "node:fs";
import { join } from "node:path";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { root } from "../../../scripts/paths.ts";
import { FakeHub } from "./fakeHub.ts";
import { openConsole } from "./openConsole.ts";

const folder = join(root, "test-results", "console");

let hub: FakeHub;
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  hub = await FakeHub.start();
});
afterAll(async () => {
  await hub.stop();
});

test.each([
  ["light", "en-US"],
  ["dark", "pt-BR"],
] as const)(
  "at 1280 px a token's name and its button stay in sight while the columns pass, %s, %s",
  async (scheme, locale) => {
    const { page, problems } = await openConsole({
      hub,
      as: "admin",
      path: "/tokens",
      width: 1280,
      height: 800,
      scheme,
      locale,
    });
    await page.getByRole("rowheader").first().waitFor();
    const before = await placesIn(page);
    await page.screenshot({ path: join(folder, `tokens-${scheme}-1280-${locale}.png`) });
    expect(before.hidden).toBeGreaterThan(0);
    await page.locator(".table-scroll").evaluate((box) => box.scrollTo(box.scrollWidth, 0));
    const after = await placesIn(page);
    expect({ name: after.name, button: after.button }).toEqual({
      name: before.name,
      button: before.button,
    });
    expect(after.right).toBeLessThanOrEqual(1280);
    expect(after.isNameOnTop).toBe(true);
    expect(problems).toEqual([]);
  },
);

/** Where the first row's name and button are, and how much of the table does not fit. */
function placesIn(page: Page): Promise<{
  readonly name: number;
  readonly button: number;
  readonly right: number;
  readonly hidden: number;
  readonly isNameOnTop: boolean;
}> {
  return page.locator(".table-scroll").evaluate((box) => {
    const place = (selector: string): DOMRect =>
      box.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
    const [name, button] = [place("tbody th"), place("tbody td.actions .button")];
    const top = document.elementFromPoint(name.left + 20, name.top + 12);
    return {
      name: name.left,
      button: button.left,
      right: button.right,
      hidden: box.scrollWidth - box.clientWidth,
      isNameOnTop: top?.closest("th") === box.querySelector("tbody th"),
    };
  });
}

test("in 280 px an amount stays in one line, and what a request was has a line of its own", async () => {
  const look = { hub, as: "admin", width: 280, locale: "pt-BR" } as const;
  const { page } = await openConsole(look);
  const cost = page.locator(".figures dd").first();
  await expect.poll(() => cost.innerText()).toContain("366,35");
  const lines = await cost.evaluate(
    (one) => one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight),
  );
  expect(Math.round(lines)).toBe(1);
  const runs = await openConsole({ ...look, path: "/runs" });
  await runs.page.locator("tbody .link").nth(1).click();
  const request = runs.page.locator(".run-requests li").first();
  await request.waitFor();
  const widths = await request.evaluate((row) => [
    row.clientWidth,
    row.children[1]?.getBoundingClientRect().width ?? 0,
  ]);
  expect(widths[1]).toBeGreaterThan((widths[0] ?? 0) - 2);
});
