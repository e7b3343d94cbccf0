import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type * as vscode from "vscode";

import { webviewChannel } from "../../../../src/extension/view/webviewChannel.ts";

beforeEach(() => {
  vi.useFakeTimers();
  // An extension host in a browser lacks it.
  vi.stubGlobal("setImmediate", undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** What a page of the editor was sent; `isGone` as the editor does when it threw the page away. */
function sentTo(isGone = false) {
  const sent: unknown[] = [];
  const webview: Pick<vscode.Webview, "postMessage" | "onDidReceiveMessage"> = {
    postMessage(message) {
      sent.push(message);
      return isGone ? Promise.reject(new Error("Unknown handle")) : Promise.resolve(true);
    },
    onDidReceiveMessage: () => ({ dispose: () => undefined }),
  };
  return { sent, channel: webviewChannel(webview) };
}

test("what one turn of the event loop sends is one message, in order", async () => {
  const { sent, channel } = sentTo();
  channel.post("first");
  await Promise.resolve();
  channel.post("second");
  expect(sent).toEqual([]);
  await vi.runAllTimersAsync();
  expect(sent).toEqual([["first", "second"]]);
  channel.post("third");
  await vi.runAllTimersAsync();
  expect(sent).toEqual([["first", "second"], ["third"]]);
});

test("a page that is gone misses what it is sent, and the next message is tried again", async () => {
  const { sent, channel } = sentTo(true);
  channel.post("first");
  await vi.runAllTimersAsync();
  channel.post("second");
  await vi.runAllTimersAsync();
  expect(sent).toEqual([["first"], ["second"]]);
});
