import type { Page } from "playwright-core";

/** Closes a window as a person does: the editor ends its extension host only if the page is left. */
export async function closeWindow(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.close();
}
