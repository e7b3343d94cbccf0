import * as vscode from "vscode";

import { type PromptFile, readPromptFile } from "../../../context/promptFile.ts";
import type { SlashCommand } from "../../../shared/calls/contextCalls.ts";
import { readSmallText } from "../files/fileAttachments.ts";
import type { WorkspaceFiles } from "../files/workspaceFiles.ts";

const maxFiles = 100;
const maxBytes = 100_000;

export interface FoundPrompt {
  readonly file: PromptFile;
  readonly origin: Exclude<SlashCommand["origin"], "builtIn" | "hub">;
}

export async function readPromptFiles(
  folders: readonly vscode.Uri[],
  files: WorkspaceFiles,
): Promise<readonly FoundPrompt[]> {
  const workspace = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
  const own = await Promise.all(folders.map((folder) => readFolder(folder, files)));
  const shared = await Promise.all(
    workspace.map(({ uri }) => readFolder(vscode.Uri.joinPath(uri, ".github", "prompts"), files)),
  );
  return [
    ...own.flat().map((file) => ({ file, origin: "person" }) as const),
    ...shared.flat().map((file) => ({ file, origin: "workspace" }) as const),
  ];
}

async function readFolder(
  folder: vscode.Uri,
  workspaceFiles: WorkspaceFiles,
): Promise<readonly PromptFile[]> {
  let entries: readonly (readonly [string, vscode.FileType])[];
  try {
    entries = await vscode.workspace.fs.readDirectory(folder);
  } catch {
    // Most workspaces have no such folder.
    return [];
  }
  const names = entries
    .filter(([name, type]) => name.endsWith(".prompt.md") && (type & vscode.FileType.File) !== 0)
    .map(([name]) => name)
    .toSorted()
    .slice(0, maxFiles);
  const files = await Promise.all(
    names.map(async (name) => {
      const uri = vscode.Uri.joinPath(folder, name);
      const isOwn = !(await workspaceFiles.leadsElsewhere(uri));
      const tellTooLarge = (): void => workspaceFiles.tellTooLarge(uri, maxBytes);
      const text = isOwn ? await readSmallText(uri, maxBytes, tellTooLarge) : undefined;
      return text === undefined ? undefined : readPromptFile(name, text);
    }),
  );
  return files.filter((file) => file !== undefined);
}
