import * as vscode from "vscode";

import { toFailure } from "../../hub/errors/hubError.ts";
import type { DayRange } from "../../hub/usage/usageClient.ts";
import { DisposableStore, type Disposable } from "../../shared/base/lifecycle.ts";
import { RpcClient, RpcServer } from "../../shared/base/rpc.ts";
import { usageHostContract, usageViewContract } from "../../shared/hubApi/usageContract.ts";
import type { HubConnection } from "../connection/hubConnection.ts";
import { tabIcon } from "../editor/tabIcon.ts";
import { allowPages, fillPage } from "../view/fillPage.ts";
import { done } from "../view/pageCalls.ts";
import type { PageActions } from "../view/pageHandlers.ts";
import { webviewChannel } from "../view/webviewChannel.ts";

const { l10n } = vscode;

export interface UsagePanelDeps {
  readonly extensionUri: vscode.Uri;
  readonly connection: Pick<HubConnection, "usage" | "state" | "onDidChange">;
  readonly actions: Pick<PageActions, "setToken" | "diagnose">;
}

export class UsagePanel implements Disposable {
  readonly #deps: UsagePanelDeps;
  #panel: vscode.WebviewPanel | undefined;

  constructor(deps: UsagePanelDeps) {
    this.#deps = deps;
  }

  show(): void {
    if (this.#panel) {
      this.#panel.reveal();
      return;
    }
    const { extensionUri } = this.#deps;
    const panel = vscode.window.createWebviewPanel(
      "aiHub.usage",
      l10n.t("AI Hub usage"),
      vscode.ViewColumn.Active,
    );
    allowPages(panel.webview, extensionUri);
    this.#panel = panel;
    panel.iconPath = tabIcon(extensionUri);
    const connected = this.#connect(panel.webview);
    panel.onDidDispose(() => {
      connected.dispose();
      this.#panel = undefined;
    });
    fillPage(panel.webview, extensionUri, { name: "usage", place: "editor" });
  }

  dispose(): void {
    this.#panel?.dispose();
  }

  #connect(webview: vscode.Webview): Disposable {
    const { connection, actions } = this.#deps;
    const connected = new DisposableStore();
    const channel = webviewChannel(webview);
    connected.add(
      new RpcServer(channel, usageHostContract, {
        load: ({ range }) => this.#load(range),
        setToken: () => done(actions.setToken()),
        diagnose: () => done(actions.diagnose()),
      }),
    );
    const page = connected.add(new RpcClient(channel, usageViewContract)).calls;
    connected.add(connection.onDidChange(() => page.reload({})));
    return connected;
  }

  async #load(range: DayRange | undefined) {
    const { connection } = this.#deps;
    try {
      const report = await connection.usage({ signal: new AbortController().signal, range });
      return { report, ...hostOf(connection.state) };
    } catch (error) {
      return { failure: toFailure(error), ...hostOf(connection.state) };
    }
  }
}

function hostOf(state: HubConnection["state"]): { readonly host?: string } {
  return "host" in state ? { host: state.host } : {};
}
