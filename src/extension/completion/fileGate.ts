import * as vscode from "vscode";

import { type FileReason, reasonAgainstFile } from "../../completion/quiet.ts";
import { baseName } from "../../shared/text/baseName.ts";
import type { WorkspaceFiles } from "../context/files/workspaceFiles.ts";
import { completionSettings } from "../editor/completionSettings.ts";
import { lengthOf } from "./documentText.ts";

export class FileGate {
  readonly #files: WorkspaceFiles;

  constructor(files: WorkspaceFiles) {
    this.#files = files;
  }

  /** Undefined if the document may be completed. Rules of git and `.aihubignore` are at most 15 seconds old. */
  async reasonAgainst(document: vscode.TextDocument): Promise<FileReason | undefined> {
    return await this.#reason(document, lengthOf(document));
  }

  /** As `reasonAgainst`, for a file whose lines would be sent with a completion in `own`. */
  async reasonAgainstFile(
    uri: vscode.Uri,
    own: vscode.TextDocument,
  ): Promise<FileReason | undefined> {
    const languageId = languageOf(uri, own);
    // Patterns and rules need only URI and language, so the file is not opened.
    return languageId === undefined ? "off" : await this.#reason({ ...own, uri, languageId }, 0);
  }

  async #reason(document: vscode.TextDocument, length: number): Promise<FileReason | undefined> {
    const { uri, languageId: language } = document;
    const file = fileOf(uri);
    const folder = vscode.workspace.getWorkspaceFolder(file);
    const exclude = completionSettings.exclude();
    const reason = reasonAgainstFile({
      scheme: uri.scheme,
      path: uri.path,
      language,
      enabled: completionSettings.enabled(),
      isExcluded: exclude.some((glob) => isMatch(glob, document, folder)),
      isInWorkspace: folder !== undefined,
      isReadOnly: vscode.workspace.fs.isWritableFileSystem(uri.scheme) === false,
      length,
      isIgnored: false,
    });
    // A new file without a path has no rules; one that will be saved in the workspace has.
    if (reason !== undefined || !folder) {
      return reason;
    }
    const against = await this.#files.reasonAgainst(file);
    if (against === "excluded") {
      return "organisation";
    }
    return against === undefined ? undefined : against === "secret" ? "secret" : "ignored";
  }
}

function isMatch(
  glob: string,
  document: vscode.TextDocument,
  folder: vscode.WorkspaceFolder | undefined,
): boolean {
  const patterns = [glob, ...(folder ? [new vscode.RelativePattern(folder, glob)] : [])];
  return patterns.some((pattern) => vscode.languages.match({ pattern }, document) > 0);
}

const languagesByEnd: Readonly<Record<string, string>> = {
  md: "markdown",
  markdown: "markdown",
  txt: "plaintext",
};

/**
 * Undefined if the language is unknown and may be excluded. A file with the extension of `own` counts as the same
 * language.
 */
function languageOf(uri: vscode.Uri, own: vscode.TextDocument): string | undefined {
  const open = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  if (open) {
    return open.languageId;
  }
  const end = endOf(uri.path);
  const known = end === endOf(own.uri.path) ? own.languageId : languagesByEnd[end];
  const isSomeOff = Object.entries(completionSettings.enabled()).some(
    ([name, isOn]) => name !== "*" && !isOn,
  );
  return known ?? (isSomeOff ? undefined : "");
}

function endOf(path: string): string {
  return /\.([^./]+)$/u.exec(path)?.[1]?.toLowerCase() ?? "";
}

export function sentPath(uri: vscode.Uri): string {
  const file = fileOf(uri);
  return vscode.workspace.getWorkspaceFolder(file)
    ? vscode.workspace.asRelativePath(file)
    : baseName(file.path);
}

/** The file of a document: a cell has its notebook's path, a new file its future path. */
function fileOf(uri: vscode.Uri): vscode.Uri {
  const { scheme, path } = uri;
  if (scheme === "untitled") {
    const places = (vscode.workspace.workspaceFolders ?? []).map((one) => one.uri.with({ path }));
    return places.find((place) => vscode.workspace.getWorkspaceFolder(place)) ?? uri;
  }
  if (scheme !== "vscode-notebook-cell") {
    return uri;
  }
  const notebook = vscode.workspace.notebookDocuments.find((one) => one.uri.path === path);
  return notebook?.uri ?? uri.with({ scheme: "file", fragment: "" });
}
