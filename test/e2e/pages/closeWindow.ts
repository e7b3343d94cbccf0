import type { Page } from "playwright-core";

/**
 * Closes a window as a person does: the editor ends its extension host only if the page is left. It writes the
 * message to the host in a later task than the events, which a page that is left at once may not run any more.
 */
export async function closeWindow(page: Page): Promise<void> {
  await page.evaluate(async () => {
    globalThis.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    // An editor with unsaved files ignores the first event.
    globalThis.dispatchEvent(new Event("pagehide"));
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
  });
  await page.goto("about:blank");
  await page.close();
}
