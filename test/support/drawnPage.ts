import { join } from "node:path";

import type { Page } from "playwright-core";

import { root } from "../../scripts/paths.ts";
import { violations } from "./axe.ts";

interface Drawn {
  readonly page: Page;
  /** Reports of the Content-Security-Policy, and uncaught errors. */
  readonly problems: readonly string[];
}

/** The faults of a page as it is drawn now, to be compared with `faultless`; `part` limits axe to a selector. */
export async function faultsOf(
  { page, problems }: Drawn,
  part?: string,
): Promise<typeof faultless> {
  const overflow = await page.evaluate(() =>
    Math.max(0, document.documentElement.scrollWidth - innerWidth),
  );
  return { problems, overflow, found: await violations(page, part) };
}

export const faultless: {
  readonly problems: readonly string[];
  /** By how many pixels the page is wider than its window. */
  readonly overflow: number;
  /** Rules of accessibility that the page breaks. */
  readonly found: readonly string[];
} = { problems: [], overflow: 0, found: [] };

/** Leaves a picture of the page for people to look at. */
export async function takePicture(page: Page, name: string, fullPage = false): Promise<void> {
  await page.screenshot({ path: join(root, "test-results", "webview", `${name}.png`), fullPage });
}
