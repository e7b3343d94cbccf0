import * as vscode from "vscode";

import { type BaseUrlProblem, parseBaseUrl } from "../../shared/text/baseUrl.ts";
import { refusesChange } from "../editor/ownSettings.ts";
import { settings } from "../editor/settings.ts";

const { l10n } = vscode;

/** Saves the hub's address; an empty one selects the local hub. Resolves with whether an address was entered. */
export async function enterAddress(): Promise<boolean> {
  if (refusesChange("baseUrl")) {
    return false;
  }
  const value = await vscode.window.showInputBox({
    title: l10n.t("Hub address"),
    prompt: l10n.t("Without an address the local hub of this machine is used."),
    placeHolder: "https://hub.example.com",
    value: settings.baseUrl(),
    ignoreFocusOut: true,
    validateInput: (text) => {
      const parsed = parseBaseUrl(text);
      return parsed.ok || parsed.reason === "empty" ? undefined : problemText(parsed.reason);
    },
  });
  if (value === undefined) {
    return false;
  }
  const parsed = parseBaseUrl(value);
  await settings.setBaseUrl(parsed.ok ? parsed.baseUrl : "");
  return true;
}

function problemText(reason: Exclude<BaseUrlProblem, "empty">): string {
  switch (reason) {
    case "whitespace":
      return l10n.t("There is a space in the address. Leave it out.");
    case "notAUrl":
      return l10n.t("This is not an address. It looks like https://hub.example.com.");
    case "unsupportedScheme":
      return l10n.t("The address must begin with https://.");
    case "insecureHttp":
      return l10n.t(
        "Plain http is for this machine only, because your token goes along. Use https://.",
      );
    case "credentials":
      return l10n.t(
        "Leave user name and password out of the address. The token is set separately.",
      );
    case "query":
    case "fragment":
      return l10n.t("Leave out what follows ? or # in the address.");
    default:
      return reason satisfies never;
  }
}
