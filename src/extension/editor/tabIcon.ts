import * as vscode from "vscode";

export function tabIcon(extensionUri: vscode.Uri): {
  readonly light: vscode.Uri;
  readonly dark: vscode.Uri;
} {
  const icon = (theme: string): vscode.Uri =>
    vscode.Uri.joinPath(extensionUri, "media", `tab-${theme}.svg`);
  return { light: icon("light"), dark: icon("dark") };
}
