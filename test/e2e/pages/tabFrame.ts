import type { FrameLocator, Page } from "playwright-core";

const ours = 'iframe.webview.ready[src*="extensionId=aihub.ai-hub"]:visible';

/** The frames of tabs: the newest editor marks those of views in their address, the oldest those of tabs by their tab. */
const inTab = [
  `.webview-overlay-content > ${ours}:not([src*="purpose=webviewView"])`,
  `[data-parent-flow-to-element-id^="webview-editor-element-"] > ${ours}`,
].join(", ");

/** Our page in the visible editor tab. A webview is a frame of the editor around a frame of ours. */
export function tabFrame(page: Page): FrameLocator {
  return page.frameLocator(inTab).frameLocator("iframe#active-frame");
}
