import { mkdirSync } from "node:fs";
import { join } from "node:path";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { root } from "../../../scripts/paths.ts";
import { byLocale } from "../../support/fakeHost/looks.ts";
import { applyLook, ConsoleBrowser, type Look } from "./consoleBrowser.ts";
import { FakeHub } from "./fakeHub.ts";

const folder = join(root, "test-results", "console");

interface Scene {
  readonly name: string;
  readonly path: string;
  readonly as?: "admin" | "user";
  readonly prepare?: (page: Page) => Promise<unknown>;
}

const openFirst = (page: Page): Promise<void> => page.locator("tbody .link").first().click();
/** Its requests stand in the audit. */
const openSecond = async (page: Page): Promise<void> => {
  await page.locator("tbody .link").nth(1).click();
  await page.locator(".run-requests li").first().waitFor();
};
const openAgents = async (page: Page): Promise<void> => {
  await openFirst(page);
  await page
    .locator("dialog label")
    .filter({ hasText: /Runs of an agent|Execuções de agente/u })
    .evaluate((label) => label.scrollIntoView({ block: "start" }));
};
const openNew = (page: Page): Promise<void> => page.locator(".page-actions .primary").click();

const scenes: readonly Scene[] = [
  { name: "sign-in", path: "" },
  { name: "overview", path: "", as: "admin" },
  { name: "tokens", path: "/tokens", as: "admin" },
  { name: "token-new", path: "/tokens", as: "admin", prepare: openNew },
  { name: "users", path: "/users", as: "admin" },
  { name: "profiles", path: "/profiles", as: "admin" },
  { name: "profile-edit", path: "/profiles", as: "admin", prepare: openFirst },
  { name: "profile-agents", path: "/profiles", as: "admin", prepare: openAgents },
  { name: "sectors", path: "/sectors", as: "admin" },
  {
    name: "budgets",
    path: "/budgets",
    as: "admin",
    prepare: (page) => page.locator(".layers select").selectOption({ index: 1 }),
  },
  { name: "models", path: "/models", as: "admin" },
  { name: "model-edit", path: "/models", as: "admin", prepare: openFirst },
  {
    name: "upstreams",
    path: "/upstreams",
    as: "admin",
    prepare: async (page) => {
      await page.getByRole("button", { name: /^(Test|Testar) anthropic$/u }).click();
      await page.getByText("ANTHROPIC_KEY.").waitFor();
    },
  },
  { name: "audit", path: "/audit", as: "admin" },
  {
    name: "audit-details",
    path: "/audit?kind=dlp.block",
    as: "admin",
    prepare: openFirst,
  },
  { name: "security", path: "/security", as: "admin" },
  { name: "usage", path: "/usage", as: "admin" },
  { name: "runs", path: "/runs", as: "admin" },
  { name: "run-details", path: "/runs", as: "admin", prepare: openSecond },
  { name: "settings", path: "/settings", as: "admin" },
  { name: "own-tokens", path: "", as: "user" },
  { name: "own-budgets", path: "/budgets", as: "user" },
  { name: "own-runs", path: "/runs", as: "user" },
  { name: "forbidden", path: "/audit", as: "user" },
];

const looks: readonly Look[] = [
  { scheme: "light", width: 1440, locale: "en-US", isForced: false },
  { scheme: "dark", width: 1440, locale: "pt-BR", isForced: false },
  { scheme: "light", width: 1024, locale: "pt-BR", isForced: false },
  { scheme: "dark", width: 1024, locale: "en-US", isForced: true },
  { scheme: "light", width: 360, locale: "pt-BR", isForced: false },
];

let browser: ConsoleBrowser;
let hub: FakeHub;
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  [browser, hub] = await Promise.all([ConsoleBrowser.start(), FakeHub.start()]);
});
afterAll(async () => {
  await browser.stop();
  await hub.stop();
});

describe.each(byLocale(looks))("in $locale", ({ locale, looks: shown }) => {
  test.each(scenes)("$name is drawn without a report and nothing sticks out", async (scene) => {
    const { path, as, prepare } = scene;
    const { page, problems } = await browser.open({ hub, path, ...(as ? { as } : {}), locale });
    await page.locator("h1").first().waitFor();
    await page.locator(".skeleton").first().waitFor({ state: "detached" });
    if (/^(?:overview|usage)$/u.test(scene.name)) {
      await page.locator(".chart canvas").waitFor();
    }
    await prepare?.(page);
    for (const look of shown) {
      await applyLook(page, look);
      const colors = `${look.scheme}${look.isForced ? "-forced" : ""}`;
      const name = `${scene.name}-${colors}-${look.width}-${locale}`;
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
      expect({ name, problems, overflow: await overflowOf(page) }).toEqual({
        name,
        problems: [],
        overflow: 0,
      });
    }
    await page.context().close();
  });
});

/** By how many pixels the page and its tables are wider than their room. */
function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll(".table-scroll")].reduce(
      (sum, { scrollWidth, clientWidth }) => sum + scrollWidth - clientWidth,
      0,
    ),
  );
}
