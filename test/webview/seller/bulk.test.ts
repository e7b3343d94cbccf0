import { expect, test } from "vitest";

import { openSeller } from "./openSeller.ts";
import { sellerScenes } from "./sellerScenes.ts";

test.each([
  ["en", /^.+ · [A-Z]{2}: [\d.,]+ → [\d,]+\.\d\d$/u],
  ["pt-br", /^.+ · [A-Z]{2}: [\d.,]+ → [\d.]+,\d\d$/u],
] as const)(
  "in %s a change of many prices stays in the words of the list",
  async (locale, line) => {
    const { page, lab } = await openSeller({ locale, language: locale === "en" ? "en" : "ptBr" });
    await sellerScenes.find(({ name }) => name === "bulk-review")?.prepare(page, lab);
    const rows = page.locator(".rows-in-words [role=listitem]");
    expect(await rows.count()).toBe(2);
    for (const text of await rows.allTextContents()) {
      expect(text).toMatch(line);
    }
    expect(await page.locator(".import-plan, [role=columnheader]").count()).toBe(0);
    await page.locator(".check > .button").click();
    await page.locator('[data-stage="finished"]').waitFor();
    expect(lab.writes).toHaveLength(1);
    await lab[Symbol.asyncDispose]();
  },
);
