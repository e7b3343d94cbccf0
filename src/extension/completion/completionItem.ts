import * as vscode from "vscode";

import type { Offer } from "../../completion/moment.ts";

export const acceptedCommand = "aiHub.completion.accepted";

/** The editor's item. If an entry of the suggest list is selected, the text must extend that entry; else undefined. */
export function itemOf(
  { text, replaces }: Offer,
  {
    document,
    position,
    entry,
  }: {
    readonly document: vscode.TextDocument;
    readonly position: vscode.Position;
    readonly entry: vscode.SelectedCompletionInfo | undefined;
  },
): vscode.InlineCompletionItem | undefined {
  const end = position.translate(0, replaces);
  const command = { command: acceptedCommand, title: "" };
  if (!entry) {
    return new vscode.InlineCompletionItem(text, new vscode.Range(position, end), command);
  }
  const { start } = entry.range;
  const whole = document.getText(new vscode.Range(start, position)) + text;
  const isExtended = whole.startsWith(entry.text) && whole.length > entry.text.length;
  const last = end.isAfter(entry.range.end) ? end : entry.range.end;
  return isExtended
    ? new vscode.InlineCompletionItem(whole, new vscode.Range(start, last), command)
    : undefined;
}
