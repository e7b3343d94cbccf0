import * as vscode from "vscode";

import { type FileReason, reasonAgainstFile } from "../../completion/quiet.ts";
import type { WorkspaceFiles } from "../context/workspaceFiles.ts";
import { completionSettings } from "../editor/completionSettings.ts";

/** Decides whether a document may be completed, and sent with others. */
export class FileGate {
  readonly #files: WorkspaceFiles;

  constructor(files: WorkspaceFiles) {
    this.#files = files;
  }

  /** Why not; undefined if it may. The rules of git and `.aihubignore` are at most 15 seconds old. */
  async reasonAgainst(document: vscode.TextDocument): Promise<FileReason | undefined> {
    const facts = factsOf(document);
    const reason = reasonAgainstFile({ ...facts, isIgnored: false });
    if (reason !== undefined || document.isUntitled) {
      return reason;
    }
    const against = await this.#files.reasonAgainst(fileOf(document.uri));
    return against === undefined ? undefined : against === "secret" ? "secret" : "ignored";
  }
}

function factsOf(
  document: vscode.TextDocument,
): Omit<Parameters<typeof reasonAgainstFile>[0], "isIgnored"> {
  const { uri, languageId: language } = document;
  const folder = vscode.workspace.getWorkspaceFolder(fileOf(uri));
  const exclude = completionSettings.exclude();
  const last = document.lineAt(document.lineCount - 1).range.end;
  return {
    scheme: uri.scheme,
    path: uri.path,
    language,
    enabled: completionSettings.enabled(),
    isExcluded: exclude.some((glob) => isMatch(glob, document, folder)),
    isInWorkspace: folder !== undefined,
    isReadOnly: vscode.workspace.fs.isWritableFileSystem(uri.scheme) === false,
    length: document.offsetAt(last),
  };
}

/** A pattern counts from the root of the disk, as `**` does, and from the workspace folder. */
function isMatch(
  glob: string,
  document: vscode.TextDocument,
  folder: vscode.WorkspaceFolder | undefined,
): boolean {
  const patterns = [glob, ...(folder ? [new vscode.RelativePattern(folder, glob)] : [])];
  return patterns.some((pattern) => vscode.languages.match({ pattern }, document) > 0);
}

/** A notebook's cell has the path of its notebook. */
function fileOf(uri: vscode.Uri): vscode.Uri {
  const { scheme, path } = uri;
  if (scheme !== "vscode-notebook-cell") {
    return uri;
  }
  const notebook = vscode.workspace.notebookDocuments.find((one) => one.uri.path === path);
  return notebook?.uri ?? uri.with({ scheme: "file", fragment: "" });
}
