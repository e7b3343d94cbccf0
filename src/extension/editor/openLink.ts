import * as vscode from "vscode";

import type { Outcome } from "../../shared/calls/protocol.ts";

const { l10n } = vscode;

const refused: Outcome = { ok: false, reason: "refused" };

/** Opens an address from an answer: only web and mail addresses, plain http and mail after a question. */
export async function openLink(href: string): Promise<Outcome> {
  const url = URL.parse(href);
  if (!url || !["https:", "http:", "mailto:"].includes(url.protocol)) {
    return refused;
  }
  if (url.protocol !== "https:" && !(await isConfirmed(url))) {
    return refused;
  }
  const isOpened = await vscode.env.openExternal(vscode.Uri.parse(url.href, true));
  return isOpened ? { ok: true } : refused;
}

async function isConfirmed(url: URL): Promise<boolean> {
  const open = l10n.t("Open");
  const answer = await vscode.window.showWarningMessage(
    l10n.t("Open this address from the answer?"),
    { modal: true, detail: url.href.slice(0, 500) },
    open,
  );
  return answer === open;
}
