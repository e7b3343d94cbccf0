import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { root } from "../../../scripts/paths.ts";
import { SellerLab } from "../../integration/sellerPage/sellerLab.ts";
import { violations } from "../../support/axe.ts";
import type { Look } from "../../support/fakeHost/looks.ts";
import { sellerScenes } from "./galleryScenes.ts";
import { SellerBrowser } from "./sellerBrowser.ts";

const folder = join(root, "test-results", "webview");

interface SellerLook extends Look {
  readonly kind: "sandbox" | "production";
}

const looks: readonly SellerLook[] = [
  { theme: "dark", width: 1000, locale: "pt-br", kind: "sandbox" },
  { theme: "light", width: 1000, locale: "en", kind: "production" },
  { theme: "hc-dark", width: 360, locale: "pt-br", kind: "production" },
  { theme: "hc-light", width: 250, locale: "en", kind: "sandbox" },
];

let browser: SellerBrowser;
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  browser = await SellerBrowser.start();
});
afterAll(() => browser.stop());

describe.each(looks)("in $theme, $width px, $locale, $kind", (look) => {
  let lab: SellerLab;
  beforeAll(async () => {
    lab = await SellerLab.start({
      kind: look.kind,
      ambiente: "HML",
      language: look.locale === "en" ? "en" : "ptBr",
    });
  });
  afterAll(() => lab[Symbol.asyncDispose]());

  test.each(sellerScenes)(
    "$name is drawn without a report, nothing sticks out, and axe finds nothing",
    async ({ name, prepare }) => {
      const { page, problems } = await browser.open({ ...look, lab, height: 720 });
      await page.getByRole("tablist").waitFor();
      await prepare(page, lab);
      await page.screenshot({
        path: join(folder, `seller-${name}-${look.theme}-${look.width}-${look.locale}.png`),
      });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect({ problems, overflow }).toEqual({ problems: [], overflow: 0 });
      expect(await violations(page)).toEqual([]);
      await page.context().close();
    },
  );
});
