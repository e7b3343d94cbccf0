import type { FrameLocator, Page } from "playwright-core";

/**
 * Our page in the visible editor tab. A webview is a frame of the editor around a frame of ours; those of tabs lie
 * over the element of their tab, those of views do not.
 */
export function tabFrame(page: Page): FrameLocator {
  return page
    .locator('[data-parent-flow-to-element-id^="webview-editor-element-"]')
    .frameLocator('iframe.webview.ready[src*="extensionId=aihub.ai-hub"]:visible')
    .frameLocator("iframe#active-frame");
}
