import * as vscode from "vscode";

import { showText } from "./documents.ts";

const scheme = "aihub-report";

/** Reads a report's text from its address, so that the preview can read it again, also after a reload. */
export function registerReports(): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: ({ query }) => query,
  });
}

/** Opens the rendered report, or its text in an editor without a Markdown preview. */
export async function showReport(title: string, report: string): Promise<void> {
  const uri = vscode.Uri.from({ scheme, path: `/${title}.md`, query: report });
  try {
    await vscode.commands.executeCommand("markdown.showPreview", uri);
  } catch {
    // The editor has no such command.
    await showText(report, "markdown");
  }
}
