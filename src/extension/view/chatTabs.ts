import * as vscode from "vscode";
import * as z from "zod/mini";

import type { Conversations } from "../../chat/conversations.ts";
import { DisposableStore, type Disposable } from "../../shared/base/lifecycle.ts";
import { tabViewType } from "../editor/commandNames.ts";
import { tabIcon } from "../editor/tabIcon.ts";
import { ChatView } from "./chatView.ts";
import type { PageServices } from "./pageHandlers.ts";
import { showChatPage } from "./webviewPage.ts";

export interface ChatTabsDeps {
  readonly extensionUri: vscode.Uri;
  readonly conversations: Conversations;
  readonly services: PageServices;
}

const stateSchema = z.object({ conversationId: z.string() });

export class ChatTabs implements Disposable {
  readonly #deps: ChatTabsDeps;
  readonly #disposables = new DisposableStore();
  #active: ChatView | undefined;

  constructor(deps: ChatTabsDeps) {
    this.#deps = deps;
  }

  get active(): ChatView | undefined {
    return this.#active;
  }

  open(conversationId: string): void {
    const panel = vscode.window.createWebviewPanel(
      tabViewType,
      "AI Hub",
      { viewColumn: vscode.ViewColumn.Active },
      {},
    );
    this.#show(panel, conversationId);
  }

  restore(panel: vscode.WebviewPanel, state: unknown): void {
    this.#show(panel, stateSchema.safeParse(state).data?.conversationId);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #show(panel: vscode.WebviewPanel, conversationId: string | undefined): void {
    const { extensionUri, conversations, services } = this.#deps;
    let current = conversationId;
    const view = new ChatView(conversations, {
      get: () => current,
      set: (id) => {
        current = id;
      },
    });
    panel.iconPath = tabIcon(extensionUri);
    const page = showChatPage(panel.webview, { extensionUri, view, services, place: "editor" });
    const shown = new DisposableStore();
    shown.add(view);
    shown.add(page);
    const follow = (): void => {
      if (panel.active) {
        this.#active = view;
      } else if (this.#active === view) {
        this.#active = undefined;
      }
      if (!panel.visible) {
        page.detach();
      }
    };
    follow();
    shown.add(panel.onDidChangeViewState(follow));
    panel.onDidDispose(() => {
      this.#active = this.#active === view ? undefined : this.#active;
      shown.dispose();
    });
    this.#disposables.add(shown);
  }
}
