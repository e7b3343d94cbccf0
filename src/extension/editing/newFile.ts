import * as vscode from "vscode";

import { linesOf } from "../../edits/fileLines.ts";
import { createdLines, isPatch } from "../../edits/patch/patch.ts";
import type { CodeBlockContent } from "../../shared/calls/editingCalls.ts";
import { findTarget } from "./applyTarget.ts";
import { mayChange } from "./mayChange.ts";

const languageIds: Readonly<Record<string, string>> = {
  bash: "shellscript",
  "c#": "csharp",
  "c++": "cpp",
  cs: "csharp",
  docker: "dockerfile",
  golang: "go",
  js: "javascript",
  jsx: "javascriptreact",
  md: "markdown",
  ps1: "powershell",
  py: "python",
  rb: "ruby",
  rs: "rust",
  sh: "shellscript",
  shell: "shellscript",
  ts: "typescript",
  tsx: "typescriptreact",
  yml: "yaml",
  zsh: "shellscript",
};

/** Opens a new file with the block's name, if that is free in the workspace. */
export async function newFile({ code, language, fileName }: CodeBlockContent): Promise<void> {
  const text = createdText(code, language) ?? code;
  const content = text.endsWith("\n") ? text : `${text}\n`;
  const target = fileName === undefined ? undefined : await findTarget(fileName);
  const isMissing = target?.kind === "missing" && (await mayChange(target.uri));
  const named = isMissing ? await openNamed(target.uri, content) : undefined;
  const document = named ?? (await openUnnamed(content, language));
  await vscode.window.showTextDocument(document, { preview: false });
}

function createdText(code: string, language: string): string | undefined {
  const lines = linesOf(code);
  return isPatch(lines, language) ? createdLines(lines)?.join("\n") : undefined;
}

/** Undefined if the document has text already, or this workspace has no untitled documents. */
async function openNamed(
  uri: vscode.Uri,
  content: string,
): Promise<vscode.TextDocument | undefined> {
  try {
    const document = await vscode.workspace.openTextDocument(uri.with({ scheme: "untitled" }));
    if (document.getText() !== "") {
      return undefined;
    }
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), content);
    return (await vscode.workspace.applyEdit(edit)) ? document : undefined;
  } catch {
    // The caller opens it without a name instead.
    return undefined;
  }
}

async function openUnnamed(content: string, language: string): Promise<vscode.TextDocument> {
  const known = await vscode.languages.getLanguages();
  const id = languageIds[language] ?? language;
  return await vscode.workspace.openTextDocument({
    content,
    language: known.includes(id) ? id : "plaintext",
  });
}
