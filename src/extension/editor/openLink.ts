import * as vscode from "vscode";

import type { Outcome } from "../../shared/calls/protocol.ts";

const { l10n } = vscode;

const refused: Outcome = { ok: false, reason: "refused" };

/**
 * Opens an address from an answer: only web and mail addresses; after a question plain http, mail, and addresses with
 * a user name, which look like another site (`https://bank.example@evil.example`).
 */
export async function openLink(href: string): Promise<Outcome> {
  const url = URL.parse(href);
  if (!url || !["https:", "http:", "mailto:"].includes(url.protocol)) {
    return refused;
  }
  if ((url.protocol !== "https:" || hasUser(url)) && !(await isConfirmed(url))) {
    return refused;
  }
  const isOpened = await vscode.env.openExternal(vscode.Uri.parse(url.href, true));
  return isOpened ? { ok: true } : refused;
}

function hasUser({ username, password }: URL): boolean {
  return username !== "" || password !== "";
}

async function isConfirmed(url: URL): Promise<boolean> {
  const open = l10n.t("Open");
  const address = url.href.slice(0, 500);
  const detail = hasUser(url)
    ? l10n.t(
        "It leads to {0}. What stands before the @ is a user name, not the site: {1}",
        url.host,
        address,
      )
    : address;
  const answer = await vscode.window.showWarningMessage(
    l10n.t("Open this address from the answer?"),
    { modal: true, detail },
    open,
  );
  return answer === open;
}
