import * as vscode from "vscode";

import { DisposableStore, type Disposable } from "../../../shared/base/lifecycle.ts";
import type { SellerDesks } from "./sellerDesks.ts";

export function showProduction(desks: SellerDesks): Disposable {
  const shown = new DisposableStore();
  const item = shown.add(
    vscode.window.createStatusBarItem("aiHub.seller", vscode.StatusBarAlignment.Left, 1),
  );
  item.name = vscode.l10n.t("Seller portal");
  item.command = "aiHub.seller.selectEnvironment";
  item.backgroundColor = new vscode.ThemeColor("statusBarItem.errorBackground");
  item.color = new vscode.ThemeColor("statusBarItem.errorForeground");
  const update = (): void => {
    const { selected } = desks;
    if (selected?.kind === "production") {
      item.text = `$(flame) ${vscode.l10n.t("PRODUCTION: {0}", selected.name.replaceAll("$", ""))}`;
      item.show();
    } else {
      item.hide();
    }
  };
  update();
  shown.add(desks.onDidChange(update));
  return shown;
}
