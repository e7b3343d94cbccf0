import * as vscode from "vscode";

import { parseBaseUrl } from "../../shared/text/baseUrl.ts";
import { refusesChange } from "../editor/ownSettings.ts";
import { settings } from "../editor/settings.ts";

const { l10n } = vscode;

/**
 * A link such as `vscode://aihub.ai-hub/connect?hub=https://hub.example.com`, which any web page may open: the person
 * decides about the address, and a token in a link is never used.
 */
export async function openConnectLink(
  uri: Pick<vscode.Uri, "path" | "query">,
  signIn: () => Promise<void>,
): Promise<void> {
  const parsed = parseBaseUrl(new URLSearchParams(uri.query).get("hub") ?? "");
  if (uri.path !== "/connect" || !parsed.ok) {
    void vscode.window.showWarningMessage(l10n.t("This link names no hub that can be used."));
    return;
  }
  const { baseUrl } = parsed;
  if (!(await mayUse(baseUrl))) {
    return;
  }
  await settings.setBaseUrl(baseUrl);
  await vscode.commands.executeCommand("aiHub.focusChat");
  if (settings.baseUrl() === baseUrl) {
    await signIn();
  }
}

async function mayUse(baseUrl: string): Promise<boolean> {
  const before = settings.baseUrl();
  if (before === baseUrl) {
    return true;
  }
  if (refusesChange("baseUrl")) {
    return false;
  }
  const use = l10n.t("Use This Hub");
  const answer = await vscode.window.showWarningMessage(
    l10n.t("A link asks AI Hub to use the hub {0}.", baseUrl),
    {
      modal: true,
      detail:
        before === ""
          ? l10n.t("Your messages and code will go there. Accept only a hub of your organisation.")
          : l10n.t(
              "Your messages and code will go there instead of {0}. Accept only a hub of your organisation.",
              before,
            ),
    },
    use,
  );
  return answer === use;
}
