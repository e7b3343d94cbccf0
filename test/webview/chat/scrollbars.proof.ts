import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";

import { answer, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
import { openChat, type OpenOptions } from "../../support/fakeHost/chatPage.ts";

const wide = "wide ".repeat(100);
const text = `\`\`\`\n${wide}\n\`\`\`\n\n| a | b |\n| - | - |\n| ${"`x` ".repeat(3)} | ${wide} | \n`;
const messages = [userMessage("m1", "Show"), answer("m2", text)];

describe("scrollbars", () => {
  test("of code and tables are slim, and drawn on hover and focus", async () => {
    const page = await open({});
    expect(await thicknessOf(page, ".md-code-scroll")).toBe(8);
    expect(await thicknessOf(page, ".md-table-scroll")).toBeLessThanOrEqual(8);
    const code = page.locator(".md-code-scroll");
    expect(await thumbOf(page)).toBe("rgba(0, 0, 0, 0)");
    await code.hover();
    expect(await thumbOf(page)).not.toBe("rgba(0, 0, 0, 0)");
    await page.mouse.move(5, 690);
    await code.focus();
    expect(await thumbOf(page)).not.toBe("rgba(0, 0, 0, 0)");
  });

  test("are always drawn in high contrast", async () => {
    const page = await open({ theme: "hc-dark" });
    expect(await thumbOf(page)).not.toBe("rgba(0, 0, 0, 0)");
  });

  test("are the system's own with forced colours", async () => {
    const page = await open({ context: { forcedColors: "active" } });
    expect(await thicknessOf(page, ".md-code-scroll")).toBeGreaterThan(8);
  });
});

async function open(options: Partial<OpenOptions>): Promise<Page> {
  const { page } = await openChat({
    snapshot: snapshot({ messages }),
    showsScrollbars: true,
    ...options,
  });
  await page.locator(".md-table-scroll").waitFor();
  await page.getByRole("textbox", { name: "Message" }).focus();
  return page;
}

function thicknessOf(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluate((element) => {
    const { borderTopWidth, borderBottomWidth } = getComputedStyle(element);
    const borders = Number.parseFloat(borderTopWidth) + Number.parseFloat(borderBottomWidth);
    return element instanceof HTMLElement
      ? element.offsetHeight - element.clientHeight - borders
      : 0;
  });
}

function thumbOf(page: Page): Promise<string> {
  return page
    .locator(".md-code-scroll")
    .evaluate((element) => getComputedStyle(element, "::-webkit-scrollbar-thumb").backgroundColor);
}
