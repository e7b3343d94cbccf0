import * as vscode from "vscode";

import { sellerCommandNames } from "../editor/commandNames.ts";
import type { SellerCommands } from "./sellerCommands.ts";

/** Commands in a browser, which has no disk for the journal: without a journal nothing is written. */
export function noSellerCommands(): SellerCommands {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- built from the list of all names
  return Object.fromEntries(sellerCommandNames.map((name) => [name, sayWhy])) as SellerCommands;
}

async function sayWhy(): Promise<void> {
  await vscode.window.showInformationMessage(
    vscode.l10n.t("The seller portal needs an editor with a disk; a browser alone has none."),
  );
}
