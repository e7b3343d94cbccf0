import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { root } from "../../../scripts/paths.ts";
import { violations } from "../../support/axe.ts";
import { ChatBrowser } from "../../support/fakeHost/chatBrowser.ts";
import type { Look } from "../../support/fakeHost/looks.ts";
import { message, openBlocked, openWithFindings } from "./sensitiveDraft.ts";

const folder = join(root, "test-results", "webview");

let browser: ChatBrowser;
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  browser = await ChatBrowser.start();
});
afterAll(() => browser.stop());

const looks: readonly Look[] = [
  { theme: "dark", width: 400, locale: "en" },
  { theme: "light", width: 400, locale: "pt-br" },
  { theme: "hc-dark", width: 250, locale: "pt-br" },
  { theme: "hc-light", width: 250, locale: "en" },
];

describe.each(looks)("in $theme, $width px, $locale", (look) => {
  test("everything is drawn and nothing sticks out", async () => {
    const name = (scene: string): string =>
      join(folder, `${scene}-${look.theme}-${look.width}-${look.locale}.png`);
    const draft = await openWithFindings(browser, { ...look, height: 640 });
    await draft.page.locator(".draft-marks mark").first().waitFor();
    await draft.page.getByRole("button", { name: /^3 (findings|ocorrências)$/u }).click();
    await draft.page.getByRole("list", { name: /Sensitive data|Dados sensíveis/u }).waitFor();
    await draft.page.screenshot({ path: name("sensitive-list") });
    await message(draft.page).press("Enter");
    await draft.page.getByRole("alert").waitFor();
    await draft.page.screenshot({ path: name("sensitive-question") });
    const failed = await openBlocked(browser, { ...look, height: 640 });
    await failed.page.getByRole("list", { name: /Sensitive data|Dados sensíveis/u }).waitFor();
    await failed.page.screenshot({ path: name("sensitive-blocked") });
    for (const { page, problems } of [draft, failed]) {
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect({ problems, overflow, found: await violations(page) }).toEqual({
        problems: [],
        overflow: 0,
        found: [],
      });
      await page.context().close();
    }
  });
});
