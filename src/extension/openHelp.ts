import * as vscode from "vscode";

import type { HubConnection } from "./connection/hubConnection.ts";

const { l10n } = vscode;

export interface HelpDeps {
  readonly connection: Pick<HubConnection, "state">;
  readonly fetch: typeof globalThis.fetch;
}

/** Opens the hub's help; hubs of other vendors may have none. */
export async function openHelp({ connection, fetch }: HelpDeps): Promise<void> {
  const { state } = connection;
  if (!("baseUrl" in state)) {
    void vscode.window.showInformationMessage(
      l10n.t("The help is a part of the hub: connect to a hub first."),
    );
    return;
  }
  const address = `${state.baseUrl}/hub/docs`;
  const hasHelp = await fetch(address, { redirect: "manual" }).then(
    ({ ok, headers }) => ok && headers.get("content-type")?.startsWith("text/html") === true,
    () => false,
  );
  if (hasHelp) {
    await vscode.env.openExternal(vscode.Uri.parse(address, true));
    return;
  }
  void vscode.window.showInformationMessage(
    l10n.t("The hub at {0} has no help pages.", state.host),
  );
}
