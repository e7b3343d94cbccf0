import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { violations } from "../../support/axe.ts";
import { byLocale } from "../../support/fakeHost/looks.ts";
import { applyLook, ConsoleBrowser, type Look } from "./consoleBrowser.ts";
import { FakeHub } from "./fakeHub.ts";

interface Scene {
  readonly path: string;
  readonly prepare?: (page: Page) => Promise<unknown>;
}

const openFirst = async (page: Page): Promise<void> => {
  await page.locator("tbody .link").first().click();
  await page.getByRole("dialog").waitFor();
};

const scenes: readonly Scene[] = [
  { path: "" },
  { path: "/tokens" },
  { path: "/users", prepare: openFirst },
  { path: "/profiles", prepare: openFirst },
  {
    path: "/budgets",
    prepare: (page) => page.locator(".layers select").selectOption({ index: 1 }),
  },
  { path: "/models", prepare: openFirst },
  { path: "/upstreams" },
  { path: "/audit", prepare: (page) => page.locator(".menu summary").click() },
  { path: "/security", prepare: openFirst },
  { path: "/usage", prepare: (page) => page.locator(".chart canvas").waitFor() },
  { path: "/runs", prepare: openFirst },
  { path: "/settings" },
];

const looks: readonly Look[] = [
  { scheme: "light", locale: "en-US", isForced: false, width: 1440 },
  { scheme: "dark", locale: "pt-BR", isForced: false, width: 1024 },
  { scheme: "dark", locale: "en-US", isForced: true, width: 1440 },
  { scheme: "light", locale: "pt-BR", isForced: false, width: 360 },
];

let browser: ConsoleBrowser;
let hub: FakeHub;
beforeAll(async () => {
  [browser, hub] = await Promise.all([ConsoleBrowser.start(), FakeHub.start()]);
});
afterAll(async () => {
  await browser.stop();
  await hub.stop();
});

describe.each(byLocale(looks))("in $locale", ({ locale, looks: shown }) => {
  test.each(scenes)("axe objects to nothing at /hub/console$path", async ({ path, prepare }) => {
    const { page } = await browser.open({ hub, as: "admin", path, locale });
    await page.locator("h1").waitFor();
    await page.locator(".skeleton").first().waitFor({ state: "detached" });
    await prepare?.(page);
    await expectAccessible(page, shown);
  });

  test("axe objects to nothing where one signs in", async () => {
    const { page } = await browser.open({ hub, locale });
    await page.locator("form").waitFor();
    await expectAccessible(page, shown);
  });
});

async function expectAccessible(page: Page, shown: readonly Look[]): Promise<void> {
  for (const look of shown) {
    await applyLook(page, look);
    expect({ look, found: await violations(page) }).toEqual({ look, found: [] });
  }
  await page.context().close();
}

test("by keyboard alone a token is found, revoked, and the focus can always be seen", async () => {
  const { page } = await browser.open({ hub, as: "admin", path: "/tokens" });
  await page.getByRole("rowheader", { name: "Cursor" }).waitFor();
  const press = async (name: string): Promise<void> => {
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press("Tab");
      const focused = await page.evaluate(() => {
        const element = document.activeElement;
        const style = element && getComputedStyle(element);
        return {
          name: element?.getAttribute("aria-label") ?? element?.textContent ?? "",
          isSeen: style !== null && style.outlineStyle !== "none",
        };
      });
      expect(focused).toEqual({ ...focused, isSeen: true });
      if (focused.name === name) {
        return;
      }
    }
    throw new Error(`The keyboard does not reach ${name}`);
  };
  await press("Skip to content");
  await page.keyboard.press("Enter");
  await press("Search in tokens");
  await page.keyboard.type("cursor");
  await expect.poll(() => page.getByRole("rowheader").count()).toBe(1);
  await press("Revoke Cursor");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Revoke Cursor" }).waitFor();
  await press("Revoke");
  await page.keyboard.press("Enter");
  await page
    .getByRole("row", { name: /Cursor/u })
    .getByText("Revoked")
    .waitFor();
  await page.context().close();
});

test("a new view is announced by its title", async () => {
  const { page } = await browser.open({ hub, as: "admin" });
  await page.getByRole("link", { name: "Sectors" }).click();
  await page.getByRole("rowheader", { name: "Engineering" }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Sectors");
  expect(await page.title()).toBe("Sectors · AI Hub");
  await page.goBack();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.context().close();
});
