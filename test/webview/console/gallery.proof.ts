import { join } from "node:path";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { root } from "../../../scripts/paths.ts";
import { violations } from "../../support/axe.ts";
import { byLocale } from "../../support/fakeHost/looks.ts";
import { consoleScenes, openScene } from "./consoleScenes.ts";
import { FakeHub } from "./fakeHub.ts";
import { applyLook, type Look } from "./openConsole.ts";

const folder = join(root, "test-results", "console");

const looks: readonly Look[] = [
  { scheme: "light", width: 1440, locale: "en-US", isForced: false },
  { scheme: "dark", width: 1440, locale: "pt-BR", isForced: false },
  { scheme: "light", width: 1024, locale: "pt-BR", isForced: false },
  { scheme: "dark", width: 1024, locale: "en-US", isForced: true },
  { scheme: "light", width: 360, locale: "pt-BR", isForced: false },
];

let hub: FakeHub;
beforeAll(async () => {
  hub = await FakeHub.start();
});
afterAll(async () => {
  await hub.stop();
});

describe.each(byLocale(looks))("in $locale", ({ locale, looks: shown }) => {
  test.each(consoleScenes)("$name is drawn without a fault", async (scene) => {
    const { page, problems } = await openScene(hub, scene, locale);
    for (const look of shown) {
      await applyLook(page, look);
      const colors = `${look.scheme}${look.isForced ? "-forced" : ""}`;
      const name = `${scene.name}-${colors}-${look.width}-${locale}`;
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
      const found = await violations(page);
      expect({ name, problems, overflow: await overflowOf(page), found }).toEqual({
        name,
        problems: [],
        overflow: 0,
        found: [],
      });
    }
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
