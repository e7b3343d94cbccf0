import type * as vscode from "vscode";

import { readSmallText } from "../../context/files/fileAttachments.ts";
import type { GitRepository } from "./gitApi.ts";

type Differing = Pick<GitRepository, "diffIndexWithHEAD" | "diffWithHEAD" | "show">;

/**
 * One file's change: from the index if anything is staged, else from the working tree. New files, and all files before
 * the first commit, as added lines. Never rejects.
 */
export async function diffOf(
  repository: Differing,
  uri: vscode.Uri,
  isStaged: boolean,
): Promise<string> {
  try {
    const diff = isStaged
      ? await repository.diffIndexWithHEAD(uri.fsPath)
      : await repository.diffWithHEAD(uri.fsPath);
    return diff === "" && !isStaged ? newFileDiff(await readSmallText(uri)) : diff;
  } catch {
    // Before the first commit there is no HEAD.
    return newFileDiff(await (isStaged ? stagedText(repository, uri) : readSmallText(uri)));
  }
}

async function stagedText(repository: Differing, uri: vscode.Uri): Promise<string | undefined> {
  return await repository.show("", uri.fsPath).catch(() => undefined);
}

function newFileDiff(text: string | undefined): string {
  return text === undefined
    ? ""
    : text
        .split("\n")
        .map((line) => `+${line}`)
        .join("\n");
}
