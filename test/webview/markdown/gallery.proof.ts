import { expect, test } from "vitest";

import { faultless, faultsOf, takePicture } from "../../support/drawnPage.ts";
import { applyLook, applyTheme } from "../../support/fakeHost/looks.ts";
import { fenced, flowchart, sequence, states } from "./diagrams.ts";
import { openSample, showMarkdown } from "./openMarkdown.ts";
import { groundsOf, linesOf, quoted, quotedBelow } from "./quotedTables.ts";

test("all that is written in Markdown is drawn without a fault in any look", async () => {
  const opened = await openSample();
  for (const look of [
    { theme: "light", width: 420 },
    { theme: "dark", width: 420 },
    { theme: "hc-dark", width: 420 },
    { theme: "hc-light", width: 900 },
    { theme: "dark", width: 250 },
  ] as const) {
    const name = `markdown-${look.theme}-${look.width}`;
    await applyLook(opened.page, look);
    await takePicture(opened.page, name, true);
    expect({ name, ...(await faultsOf(opened, "#root")) }).toEqual({ name, ...faultless });
  }
});

test("all kinds of diagrams are drawn in any theme", async () => {
  const text = [flowchart, sequence, states].map(fenced).join("\n");
  const { page } = await showMarkdown([
    `${text}\nEuler: $e^{i\\pi}+1=0$\n\n$$\\sum_{n=1}^\\infty \\frac{1}{n^2}=\\frac{\\pi^2}{6}$$\n`,
  ]);
  await page.getByRole("img", { name: "Diagram" }).nth(2).waitFor();
  await page.locator("math").last().waitFor();
  for (const theme of ["dark", "light", "hc-dark"] as const) {
    await applyTheme(page, theme);
    await takePicture(page, `diagrams-${theme}`, true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
});

test.each([undefined, "rgba(127, 127, 127, 0.2)"])(
  "the first column of a table in a quote has the ground of the quote, %s, in any theme",
  async (ground) => {
    const { page } = await showMarkdown([quoted], { width: 300 });
    for (const theme of ["dark", "light", "hc-dark", "hc-light"] as const) {
      await applyTheme(page, theme);
      await page.evaluate((given) => {
        if (given !== undefined) {
          document.documentElement.style.setProperty("--vscode-textBlockQuote-background", given);
        }
      }, ground);
      expect(await groundsOf(page), theme).toBeLessThanOrEqual(1);
    }
  },
);

test("the lines of a table in a quote are as clear as those of any other, in any theme", async () => {
  const { page } = await showMarkdown([quotedBelow]);
  for (const theme of ["light", "dark", "hc-light", "hc-dark"] as const) {
    await applyTheme(page, theme);
    const { outside, inside } = await linesOf(page);
    expect(outside, theme).toBeGreaterThan(1.1);
    // Where lines are clear on every ground, they need not be the clearest (WCAG 2.2: 3 to 1).
    expect(inside, theme).toBeGreaterThanOrEqual(Math.min(outside, 3));
  }
});
