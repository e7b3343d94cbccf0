import * as vscode from "vscode";

import { baseName } from "../../../shared/text/baseName.ts";
import type { VirtualTexts } from "../../editing/virtualTexts.ts";
import type { GrowingEdit, GrowingView } from "./agentEditor.ts";

const { l10n } = vscode;

/** A comparison beside the chat; the focus stays where it is. */
export function growingDiff(
  target: vscode.Uri,
  { name, before, text }: GrowingEdit,
  texts: VirtualTexts,
): GrowingView {
  const title = l10n.t("{0} (the agent writes)", baseName(name));
  const earlier = texts.add(target, title, () => before);
  const now = texts.add(target, title, text);
  const isChatInTab =
    vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputWebview;
  const viewColumn = isChatInTab ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
  const place = { viewColumn, preserveFocus: true, preview: true };
  const opened = vscode.commands.executeCommand("vscode.diff", earlier, now, title, place);
  return {
    grow: () => texts.change(now),
    end: async (isDone) => {
      await opened;
      const tab = tabOf(now);
      if (!tab) {
        // The person closed it.
        return;
      }
      if (isDone) {
        const { viewColumn: column } = tab.group;
        // A file that the edit moved, or that was deleted since, has no document. The comparison closes all the same.
        await showFile(target, column).catch(() => undefined);
      }
      const rest = tabOf(now);
      await (rest && vscode.window.tabGroups.close(rest, true));
    },
  };
}

async function showFile(target: vscode.Uri, viewColumn: vscode.ViewColumn): Promise<void> {
  const document = await vscode.workspace.openTextDocument(target);
  const shown = { viewColumn, preserveFocus: true, preview: true };
  await vscode.window.showTextDocument(document, shown);
}

function tabOf(uri: vscode.Uri): vscode.Tab | undefined {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .find(
      ({ input }) =>
        input instanceof vscode.TabInputTextDiff && input.modified.toString() === uri.toString(),
    );
}
