import * as vscode from "vscode";

import type { Disposable } from "../../shared/base/lifecycle.ts";
import type { FormId, SellerPlace } from "../../shared/sellerPage/sellerState.ts";
import { sellerTabViewType } from "../editor/commandNames.ts";
import { tabIcon } from "../editor/tabIcon.ts";
import { allowPages, fillPage } from "../view/fillPage.ts";
import { webviewChannel } from "../view/webviewChannel.ts";
import type { SellerBack } from "./page/sellerBack.ts";
import { SellerPage } from "./page/sellerPage.ts";

const { l10n } = vscode;

export class SellerTab implements Disposable {
  readonly #extensionUri: vscode.Uri;
  readonly #back: SellerBack;
  #panel: vscode.WebviewPanel | undefined;
  #page: SellerPage | undefined;
  #form: FormId | undefined;

  constructor(extensionUri: vscode.Uri, back: SellerBack) {
    this.#extensionUri = extensionUri;
    this.#back = back;
  }

  open(place: SellerPlace | undefined, form?: FormId): void {
    if (place) {
      this.#back.goTo(place);
    }
    this.#form = form;
    if (this.#panel) {
      this.#panel.reveal();
      this.#showForm();
      return;
    }
    this.restore(
      vscode.window.createWebviewPanel(
        sellerTabViewType,
        l10n.t("Seller portal"),
        { viewColumn: vscode.ViewColumn.Active },
        { retainContextWhenHidden: true },
      ),
    );
  }

  restore(panel: vscode.WebviewPanel): void {
    this.#panel?.dispose();
    this.#panel = panel;
    const { webview } = panel;
    allowPages(webview, this.#extensionUri);
    panel.iconPath = tabIcon(this.#extensionUri);
    const channel = webviewChannel(webview);
    const page = new SellerPage(channel, this.#back, () => this.#showForm());
    this.#page = page;
    panel.onDidDispose(() => {
      page.dispose();
      if (this.#panel === panel) {
        this.#panel = undefined;
        this.#page = undefined;
      }
    });
    fillPage(webview, this.#extensionUri, { name: "seller", place: "editor" });
  }

  dispose(): void {
    this.#panel?.dispose();
  }

  /** A page that is not ready shows the form when it attaches. */
  #showForm(): void {
    const form = this.#form;
    if (form && this.#page?.showForm(form) === true) {
      this.#form = undefined;
    }
  }
}
