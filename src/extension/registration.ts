import * as vscode from "vscode";

import { commandNames, tabViewType } from "./commandNames.ts";
import type { Host } from "./composeHost.ts";

/** Says what there is: `load` builds the rest when a view or a command is first used. */
export function register(context: vscode.ExtensionContext, load: () => Promise<Host>): void {
  context.subscriptions.push(
    vscode.window.registerWebviewViewProvider("aiHub.chat", {
      resolveWebviewView: async (view) => (await load()).showSidebar(view),
    }),
    vscode.window.registerWebviewPanelSerializer(tabViewType, {
      deserializeWebviewPanel: async (panel, state) => (await load()).showTab(panel, state),
    }),
    ...commandNames.map((name) =>
      vscode.commands.registerCommand(`aiHub.${name}`, async (...args: readonly unknown[]) => {
        const { commands } = await load();
        return await commands[name](...args);
      }),
    ),
  );
}
