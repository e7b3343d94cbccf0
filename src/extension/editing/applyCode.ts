import * as vscode from "vscode";

import { linesOf } from "../../edits/fileLines.ts";
import { patchedFile, patchFiles } from "../../edits/patch/patch.ts";
import { wholeFile } from "../../edits/place/placeBlock.ts";
import type { CodeBlockContent } from "../../shared/calls/editingCalls.ts";
import { baseName } from "../../shared/text/baseName.ts";
import { plainText } from "../editor/plainText.ts";
import { applyFiles } from "./applyFiles.ts";
import { type ApplyTarget, findTarget } from "./applyTarget.ts";
import { mayChange } from "./mayChange.ts";
import { newFile } from "./newFile.ts";
import { pickTarget } from "./pickTarget.ts";
import type { Reviews } from "./review/reviews.ts";
import { reviewBlock } from "./reviewBlock.ts";

const { l10n } = vscode;

export interface ApplyDeps {
  readonly reviews: Reviews;
  readonly insertAtCursor: (text: string) => Promise<unknown>;
}

export async function applyCode(block: CodeBlockContent, deps: ApplyDeps): Promise<void> {
  const files = patchFiles(linesOf(block.code));
  if (files.length > 1) {
    await applyFiles(files, deps.reviews);
    return;
  }
  const fileName = block.fileName ?? patchedFile(linesOf(block.code));
  const target: ApplyTarget =
    fileName === undefined ? { kind: "unknown" } : await findTarget(fileName);
  switch (target.kind) {
    case "file":
      await applyTo(target.uri, block, deps);
      return;
    case "missing":
      await offerNewFile({ ...block, fileName }, deps);
      return;
    case "refused":
      void vscode.window.showWarningMessage(
        l10n.t(
          "{0} is outside of this workspace or in its .git folder, or a link leads there. AI Hub changes only the workspace's own files.",
          plainText(fileName ?? ""),
        ),
      );
      return;
    case "several":
      await applyToPicked(block, deps, target.uris);
      return;
    case "unknown":
      await applyToPicked(block, deps);
      return;
    default:
      target satisfies never;
  }
}

async function applyToPicked(
  block: CodeBlockContent,
  deps: ApplyDeps,
  among?: readonly vscode.Uri[],
): Promise<void> {
  const picked = await pickTarget(block, among);
  if (picked === "newFile") {
    await newFile(block);
  } else if (picked) {
    await applyTo(picked, block, deps);
  }
}

async function applyTo(uri: vscode.Uri, block: CodeBlockContent, deps: ApplyDeps): Promise<void> {
  const name = plainText(baseName(uri.path));
  const outcome = await reviewBlock(uri, block, deps.reviews);
  switch (outcome) {
    case "noText":
      void vscode.window.showWarningMessage(l10n.t("{0} cannot be opened as text.", name));
      return;
    case "noPlace":
      await offerOtherWays(await vscode.workspace.openTextDocument(uri), block, deps);
      return;
    case "same":
      void vscode.window.showInformationMessage(l10n.t("{0} already has this code.", name));
      return;
    case "declined":
    case "shown":
      return;
    default:
      outcome satisfies never;
  }
}

async function offerNewFile(block: CodeBlockContent, deps: ApplyDeps): Promise<void> {
  const create = l10n.t("New file");
  const other = l10n.t("Choose a file…");
  const answer = await vscode.window.showInformationMessage(
    l10n.t("{0} does not exist yet.", plainText(block.fileName ?? "")),
    create,
    other,
  );
  if (answer === create) {
    await newFile(block);
  } else if (answer === other) {
    await applyToPicked(block, deps);
  }
}

async function offerOtherWays(
  document: vscode.TextDocument,
  block: CodeBlockContent,
  deps: ApplyDeps,
): Promise<void> {
  const insert = l10n.t("Insert at cursor");
  const create = l10n.t("New file");
  const replace = l10n.t("Review as the whole file");
  const answer = await vscode.window.showWarningMessage(
    l10n.t(
      "It is not clear where this code belongs in {0}. Nothing was changed.",
      plainText(baseName(document.uri.path)),
    ),
    insert,
    create,
    replace,
  );
  const lines = linesOf(document.getText());
  if (answer === insert) {
    await vscode.window.showTextDocument(document);
    await deps.insertAtCursor(block.code);
  } else if (answer === create) {
    await newFile(block);
  } else if (answer === replace && (await mayChange(document.uri))) {
    await deps.reviews.show(document.uri, lines, wholeFile(lines, linesOf(block.code)));
  }
}
