import * as vscode from "vscode";

import { type ProgramText, programText, programTexts } from "../../seller/client/programTexts.ts";
import { snippetOf } from "../../seller/client/snippet.ts";
import { sellerCalls } from "../../seller/contract/calls.ts";
import { showText } from "../editor/documents.ts";
import type { SellerDesks } from "./environments/sellerDesks.ts";
import { sellerWords } from "./sellerWords.ts";

const { l10n } = vscode;

export async function showForPrograms(desks: SellerDesks, mcpPath: string): Promise<void> {
  const desk = desks.desk();
  if (!desk) {
    void vscode.window.showInformationMessage(sellerWords.noEnvironment);
    return;
  }
  const items = [...programTexts, "token" as const].map((what) => ({ what, ...itemOf(what) }));
  const title = l10n.t("For programs: {0}", desk.profile.name);
  const picked = await vscode.window.showQuickPick(items, { title, matchOnDetail: true });
  if (!picked) {
    return;
  }
  if (picked.what === "token") {
    const url = desk.profile.baseUrl + sellerCalls.getToken.path;
    const request = { call: "getToken", method: "POST", url } as const;
    await showText(snippetOf(request, "curl"), "shellscript");
    return;
  }
  const { profile } = desk;
  // A local hub's sandbox makes new credentials with each data folder.
  const clientId = (await desk.credentials())?.clientId;
  const { text, language } = programText(picked.what, { environment: profile, clientId, mcpPath });
  const known = await vscode.languages.getLanguages();
  await showText(text, known.includes(language) ? language : "plaintext");
}

function itemOf(what: ProgramText | "token"): { readonly label: string; readonly detail: string } {
  switch (what) {
    case "openApi":
      return {
        label: l10n.t("OpenAPI document"),
        detail: l10n.t("The fourteen calls, for generators and API tools"),
      };
    case "http":
      return {
        label: l10n.t(".http file"),
        detail: l10n.t("The fourteen calls for REST clients; credentials come from a .env file"),
      };
    case "env":
      return {
        label: l10n.t(".env file"),
        detail: l10n.t("The environment's variables; you fill in the secret"),
      };
    case "mcp":
      return {
        label: l10n.t("MCP configuration"),
        detail: l10n.t("For other programs with models; reads only, until you allow writes"),
      };
    default:
      return {
        label: l10n.t("Token call"),
        detail: l10n.t("As curl; client ID and secret come from the shell's variables"),
      };
  }
}
