import type * as vscode from "vscode";

import { isSecretFile } from "../../shared/guarded/secretFiles.ts";
import { readSmallText } from "../context/files/fileAttachments.ts";
import type { WorkspaceFiles } from "../context/files/workspaceFiles.ts";
import { type GitRepository, pathInRepository } from "../editing/commit/gitApi.ts";

const maxFiles = 300;
/** The longest diff of all files together, in UTF-16 units. */
const maxDiff = 400_000;

/** The changes since a commit, new files included, or only the staged ones. */
export type ReviewRange =
  | { readonly kind: "staged" }
  | { readonly kind: "since"; readonly commit: string };

export interface ReviewedChanges {
  readonly diff: string;
  /** Files by their path in the diff. */
  readonly files: ReadonlyMap<string, vscode.Uri>;
  /** The number of omitted files: ignored, secret, or beyond the limit. */
  readonly leftOut: number;
}

/** One unified diff of the range's text files. */
export async function changedFiles(
  repository: GitRepository,
  range: ReviewRange,
  workspaceFiles: Pick<WorkspaceFiles, "reasonAgainst">,
): Promise<ReviewedChanges> {
  const uris = await urisOf(repository, range);
  const files = new Map<string, vscode.Uri>();
  const parts: string[] = [];
  let size = 0;
  let leftOut = Math.max(0, uris.length - maxFiles);
  for (const uri of uris.slice(0, maxFiles)) {
    const path = pathInRepository(repository, uri);
    // A line end in a name could forge the head of another file.
    const isGiven =
      !/\p{Cc}/u.test(path) &&
      !isSecretFile(path) &&
      (await workspaceFiles.reasonAgainst(uri)) === undefined;
    const diff = isGiven ? withHead(path, await fileDiff(repository, range, uri)) : "";
    if (!isGiven || size + diff.length > maxDiff) {
      leftOut += 1;
    } else if (diff !== "") {
      parts.push(diff);
      files.set(path, uri);
      size += diff.length;
    }
  }
  return { diff: parts.join("\n"), files, leftOut };
}

async function urisOf(
  repository: GitRepository,
  range: ReviewRange,
): Promise<readonly vscode.Uri[]> {
  const { indexChanges, workingTreeChanges, untrackedChanges = [] } = repository.state;
  const changes =
    range.kind === "staged"
      ? indexChanges
      : [
          // Rejects before the first commit.
          ...(await repository.diffWith(range.commit).catch(() => indexChanges)),
          ...workingTreeChanges,
          ...untrackedChanges,
        ];
  return [...new Map(changes.map(({ uri }) => [uri.toString(), uri])).values()];
}

async function fileDiff(
  repository: GitRepository,
  range: ReviewRange,
  uri: vscode.Uri,
): Promise<string> {
  if (range.kind === "staged") {
    return await repository.diffIndexWithHEAD(uri.fsPath).catch(() => "");
  }
  const diff = await repository.diffWith(range.commit, uri.fsPath).catch(() => "");
  return diff === "" ? addedText(await readSmallText(uri)) : diff;
}

/** The text of a new file, which Git does not know yet. */
function addedText(text = ""): string {
  if (text === "") {
    return "";
  }
  const rows = text.replace(/\n$/u, "").split("\n");
  return [`@@ -0,0 +1,${rows.length} @@`, ...rows.map((row) => `+${row}`)].join("\n");
}

/**
 * A diff with our own head, because Git's head depends on the person's configuration. Empty without changed lines, as
 * for an image.
 */
function withHead(path: string, diff: string): string {
  const from = `\n${diff}`.indexOf("\n@@ ");
  return from < 0
    ? ""
    : `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n${diff.slice(from).trimEnd()}`;
}
