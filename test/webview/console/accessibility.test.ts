import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ConsoleBrowser } from "./consoleBrowser.ts";
import { FakeHub } from "./fakeHub.ts";

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

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

const looks = [
  { scheme: "light", locale: "en-US", isForced: false, width: 1440 },
  { scheme: "dark", locale: "pt-BR", isForced: false, width: 1024 },
  { scheme: "dark", locale: "en-US", isForced: true, width: 1440 },
  { scheme: "light", locale: "pt-BR", isForced: false, width: 360 },
] as const;

let browser: ConsoleBrowser;
let hub: FakeHub;
beforeAll(async () => {
  [browser, hub] = await Promise.all([ConsoleBrowser.start(), FakeHub.start()]);
});
afterAll(async () => {
  await browser.stop();
  await hub.stop();
});

async function violations(page: Page): Promise<unknown> {
  // Through the debugger, which the page's policy does not bind.
  await page.evaluate(axeSource);
  const results = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return results.violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html, failureSummary }) => [html.slice(0, 200), failureSummary]),
  }));
}

describe.each(looks)("in $scheme, $locale, $width px, forced colours $isForced", (look) => {
  test.each(scenes)("axe objects to nothing at /hub/console$path", async ({ path, prepare }) => {
    const { page } = await browser.open({ hub, as: "admin", path, ...look });
    await page.locator("h1").waitFor();
    await page.locator(".skeleton").first().waitFor({ state: "detached" });
    await prepare?.(page);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  test("axe objects to nothing where one signs in", async () => {
    const { page } = await browser.open({ hub, ...look });
    await page.locator("form").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });
});

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
