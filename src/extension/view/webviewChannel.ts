import type * as vscode from "vscode";

import type { Channel } from "../../shared/base/rpc.ts";

/**
 * Sends all messages of one event-loop turn as one list, because the editor confirms each message separately. A closed
 * page misses them.
 */
export function webviewChannel(
  webview: Pick<vscode.Webview, "postMessage" | "onDidReceiveMessage">,
): Channel {
  let waiting: unknown[] = [];
  const send = (): void => {
    const messages = waiting;
    waiting = [];
    void webview.postMessage(messages).then(undefined, () => undefined);
  };
  return {
    post(message) {
      if (waiting.push(message) === 1) {
        // Browsers lack `setImmediate`.
        setTimeout(send);
      }
    },
    onMessage: (listener) => webview.onDidReceiveMessage(listener),
  };
}
