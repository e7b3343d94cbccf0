import type * as vscode from "vscode";

import { systemClock } from "../../shared/base/clock.ts";
import { DisposableStore, type Disposable } from "../../shared/base/lifecycle.ts";
import { ChatPage } from "./chatPage.ts";
import type { ChatView } from "./chatView.ts";
import { allowPages, fillPage } from "./fillPage.ts";
import type { PageServices } from "./pageHandlers.ts";
import { type PageResources } from "./pageHtml.ts";
import { webviewChannel } from "./webviewChannel.ts";

export interface WebviewPageOptions {
  readonly extensionUri: vscode.Uri;
  readonly view: ChatView;
  readonly services: PageServices;
  readonly place: PageResources["place"];
}

export function showChatPage(webview: vscode.Webview, options: WebviewPageOptions): ChatPage {
  const { extensionUri, view, services, place } = options;
  allowPages(webview, extensionUri);
  const page = new ChatPage({
    channel: webviewChannel(webview),
    view,
    services,
    clock: systemClock,
  });
  fillPage(webview, extensionUri, { name: "main", place });
  return page;
}

/** The editor creates and drops the page at any time; the `ChatView` stays. */
export class SidebarChat implements Disposable {
  readonly #options: WebviewPageOptions;
  readonly #disposables = new DisposableStore();
  #page: ChatPage | undefined;
  #view: vscode.WebviewView | undefined;
  #badge: vscode.ViewBadge | undefined;

  constructor(options: WebviewPageOptions) {
    this.#options = options;
  }

  show(webviewView: vscode.WebviewView): void {
    const page = showChatPage(webviewView.webview, this.#options);
    this.#page = page;
    this.#view = webviewView;
    this.#drawBadge();
    this.#disposables.add(
      webviewView.onDidChangeVisibility(() => {
        if (!webviewView.visible) {
          page.detach();
        }
      }),
    );
    this.#disposables.add(
      webviewView.onDidDispose(() => {
        page.dispose();
        if (this.#page === page) {
          this.#page = undefined;
          this.#view = undefined;
        }
      }),
    );
  }

  setBadge(value: number, tooltip: string): void {
    this.#badge = value === 0 ? undefined : { value, tooltip };
    this.#drawBadge();
  }

  #drawBadge(): void {
    const view = this.#view;
    if (!view) {
      return;
    }
    if (view.badge && !this.#badge) {
      // VS Code 1.104 keeps the number when the badge is removed, but does not draw 0.
      view.badge = { value: 0, tooltip: "" };
    }
    view.badge = this.#badge;
  }

  focusComposer(): void {
    this.#page?.focusComposer();
  }

  dispose(): void {
    this.#page?.dispose();
    this.#disposables.dispose();
  }
}
