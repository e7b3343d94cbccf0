import * as vscode from "vscode";

import { createdLines, type FilePatch } from "../../edits/patch/patch.ts";
import { baseName } from "../../shared/text/baseName.ts";
import { plainText } from "../editor/plainText.ts";
import { type ApplyTarget, findTarget } from "./applyTarget.ts";
import { newFile } from "./newFile.ts";
import type { Reviews } from "./review/reviews.ts";
import { reviewBlock } from "./reviewBlock.ts";

const { l10n } = vscode;

const maxFiles = 50;

interface Choice extends vscode.QuickPickItem {
  readonly patch: FilePatch;
  readonly target: ApplyTarget;
}

export async function applyFiles(files: readonly FilePatch[], reviews: Reviews): Promise<void> {
  const choices = await Promise.all(files.slice(0, maxFiles).map(choiceOf));
  const chosen = await vscode.window.showQuickPick(choices, {
    title: l10n.t("Apply"),
    placeHolder: l10n.t(
      "This patch changes {0} files. Which of them should be reviewed?",
      files.length,
    ),
    canPickMany: true,
    matchOnDescription: true,
  });
  const undone: string[] = [];
  for (const choice of chosen ?? []) {
    if (!(await applyOne(choice, reviews))) {
      undone.push(plainText(choice.patch.fileName));
    }
  }
  if (undone.length > 0) {
    void vscode.window.showWarningMessage(
      l10n.t("Nothing was changed in {0}: the patch has no place there.", undone.join(", ")),
    );
  }
}

async function choiceOf(patch: FilePatch): Promise<Choice> {
  const target = await findTarget(patch.fileName);
  const problem = problemOf(patch, target);
  return {
    label: baseName(patch.fileName),
    description: patch.fileName,
    ...(problem !== undefined && { detail: problem }),
    picked: problem === undefined || (patch.kind === "create" && target.kind === "missing"),
    patch,
    target,
  };
}

function problemOf({ kind }: FilePatch, target: ApplyTarget): string | undefined {
  if (kind === "delete") {
    return l10n.t("Would be deleted: AI Hub deletes no files.");
  }
  switch (target.kind) {
    case "file":
      return undefined;
    case "missing":
      return kind === "create" ? l10n.t("New file") : l10n.t("Not found in this workspace");
    case "several":
      return l10n.t("Several files have this name: apply this part of the patch separately.");
    case "refused":
    case "unknown":
      return l10n.t("Not in this workspace: it is not changed.");
    default:
      return target satisfies never;
  }
}

async function applyOne({ patch, target }: Choice, reviews: Reviews): Promise<boolean> {
  const { fileName, kind, code } = patch;
  if (kind === "delete") {
    return false;
  }
  if (target.kind === "file") {
    const outcome = await reviewBlock(
      target.uri,
      { code: code.join("\n"), language: "diff" },
      reviews,
    );
    return outcome === "shown" || outcome === "same" || outcome === "declined";
  }
  const lines = target.kind === "missing" ? createdLines(code) : undefined;
  if (lines) {
    await newFile({ code: lines.join("\n"), language: "", fileName });
  }
  return lines !== undefined;
}
