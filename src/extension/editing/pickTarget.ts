import * as vscode from "vscode";

import { linesOf } from "../../edits/fileLines.ts";
import { type CodeToApply, placeBlock } from "../../edits/place/placeBlock.ts";
import { baseName } from "../../shared/text/baseName.ts";

const { l10n } = vscode;

const maxCompared = 20;
const maxDocument = 300_000;

interface Choice extends vscode.QuickPickItem {
  readonly target: vscode.Uri | "newFile" | "browse";
}

/** Lists the open files; the file with the most similar content comes first. */
export async function pickTarget(
  block: CodeToApply,
  among?: readonly vscode.Uri[],
): Promise<vscode.Uri | "newFile" | undefined> {
  const uris = among ?? openFiles();
  const guesses = await Promise.all(
    uris.map(async (uri, index) => ({
      uri,
      fit: index < maxCompared ? await fitOf(uri, block) : 0,
    })),
  );
  const best = guesses.toSorted((a, b) => b.fit - a.fit);
  const picked = await vscode.window.showQuickPick<Choice>(
    [...best.map(choiceOf), ...otherChoices()],
    {
      title: l10n.t("Apply"),
      placeHolder: l10n.t("Which file is this code for?"),
      matchOnDescription: true,
    },
  );
  return picked?.target === "browse" ? await browse() : picked?.target;
}

function choiceOf({ uri, fit }: { readonly uri: vscode.Uri; readonly fit: number }): Choice {
  const percent = Math.round(100 * Math.min(1, fit));
  return {
    label: baseName(uri.path),
    description: vscode.workspace.asRelativePath(uri),
    ...(percent > 0 && { detail: l10n.t("Has {0}% of this code", percent) }),
    target: uri,
    iconPath: vscode.ThemeIcon.File,
  };
}

function otherChoices(): Choice[] {
  return [
    { label: `$(new-file) ${l10n.t("New file")}`, target: "newFile", alwaysShow: true },
    { label: `$(folder-opened) ${l10n.t("Choose a file…")}`, target: "browse", alwaysShow: true },
  ];
}

async function browse(): Promise<vscode.Uri | undefined> {
  const [uri] = (await vscode.window.showOpenDialog({ openLabel: l10n.t("Apply") })) ?? [];
  return uri;
}

function openFiles(): readonly vscode.Uri[] {
  const active = vscode.window.activeTextEditor?.document.uri;
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .flatMap(({ input }) => (input instanceof vscode.TabInputText ? input.uri : []));
  const known = new Map([...(active ? [active] : []), ...tabs].map((uri) => [uri.toString(), uri]));
  return [...known.values()].filter(
    ({ scheme }) =>
      scheme === "untitled" || vscode.workspace.fs.isWritableFileSystem(scheme) === true,
  );
}

async function fitOf(uri: vscode.Uri, block: CodeToApply): Promise<number> {
  try {
    const document = await vscode.workspace.openTextDocument(uri);
    const text = document.getText();
    const placed =
      text.length > maxDocument
        ? undefined
        : placeBlock(linesOf(text), { ...block, fileLanguage: document.languageId });
    return placed?.confidence ?? 0;
  } catch {
    // A file that cannot be opened matches no block.
    return 0;
  }
}
