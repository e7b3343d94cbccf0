import type { webviewChannel } from "../../../src/extension/view/webviewChannel.ts";

type Webview = Parameters<typeof webviewChannel>[0];

/** The page's own window, as the webview of a host that runs in the page. */
export function ownWindow(onDidReceiveMessage: Webview["onDidReceiveMessage"]): Webview {
  return {
    postMessage(messages: unknown) {
      window.postMessage(messages, window.origin);
      return Promise.resolve(true);
    },
    onDidReceiveMessage,
  };
}
