import type * as vscode from "vscode";

import type { Channel } from "../../shared/base/rpc.ts";

/**
 * The channel to a page. What one turn of the event loop sends goes as one list: each message of the editor, however
 * short, is read, handed on and confirmed by itself, one after the other. A page that is gone misses it.
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
        // Not `setImmediate`, which an extension host in a browser lacks.
        setTimeout(send);
      }
    },
    onMessage: (listener) => webview.onDidReceiveMessage(listener),
  };
}
