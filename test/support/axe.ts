import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface WithAxe {
  readonly axe: { run(part: string, options: RunOptions): Promise<AxeResults> };
}

/** What axe objects to in a page, or in the parts that a selector names: each rule, where and why. */
export async function violations(page: Page, part = "html"): Promise<readonly string[]> {
  // The page's policy keeps scripts out; the browser's own evaluation is not bound by it.
  if (!(await page.evaluate(() => "axe" in globalThis))) {
    await page.evaluate(source);
  }
  const { violations: found } = await page.evaluate(
    // Sound: the script above puts it there.
    (selector) =>
      (globalThis as unknown as WithAxe).axe.run(selector, { resultTypes: ["violations"] }),
    part,
  );
  return found.map(({ id, nodes }) =>
    [id, ...nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ""}`)].join("\n"),
  );
}
