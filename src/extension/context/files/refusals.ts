import * as vscode from "vscode";

import type { RefusalReason } from "../../../context/ignoreRules.ts";
import { plainText } from "../../editor/plainText.ts";

const { l10n } = vscode;

export function refusalText(uri: vscode.Uri, reason: RefusalReason): string {
  const name = nameOf(uri);
  switch (reason) {
    case "tooLarge":
      return l10n.t(
        "{0} is too large for ignore rules, so AI Hub does not read it. Until it is smaller, everything below its folder counts as ignored.",
        name,
      );
    case "ruleTooLong":
      return l10n.t(
        "{0} has a rule that is longer than any path, so AI Hub does not use it. Until that line is gone, everything below its folder counts as ignored.",
        name,
      );
    case "tooMuchWork":
      return l10n.t(
        "The rules of {0} take too long to match, so AI Hub does not use them. Until they are fewer or simpler, everything below its folder counts as ignored.",
        name,
      );
    default:
      return reason satisfies never;
  }
}

export function tooLargeText(uri: vscode.Uri, maxBytes: number): string {
  return l10n.t(
    "{0} is larger than {1} kB, so AI Hub does not read it. Shorten it to use it.",
    nameOf(uri),
    Math.floor(maxBytes / 1000),
  );
}

export function excludedText(uri: vscode.Uri): string {
  return l10n.t("Your organisation excludes {0}, so AI Hub does not send it.", nameOf(uri));
}

function nameOf(uri: vscode.Uri): string {
  return plainText(vscode.workspace.asRelativePath(uri)).slice(0, 200);
}
