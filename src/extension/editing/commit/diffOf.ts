import type * as vscode from "vscode";

import { readSmallText } from "../../context/files/fileAttachments.ts";
import type { GitRepository } from "./gitApi.ts";

type Differing = Pick<GitRepository, "diffIndexWithHEAD" | "diffWithHEAD" | "show">;

/**
 * The change of one file that the commit will hold: of the index if something is staged, else of
 * the working tree. A new file, or one in a repository without a commit, as added lines. Empty if
 * there is nothing to show. Never rejects.
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
    // A repository without a commit has no HEAD to compare with.
    return newFileDiff(await (isStaged ? stagedText(repository, uri) : readSmallText(uri)));
  }
}

/** The text in the index, which may differ from the file; undefined if the file is deleted there. */
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
