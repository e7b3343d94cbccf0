import * as vscode from "vscode";

import { commandNames, tabViewType } from "./commandNames.ts";
import type { Host } from "./composeHost.ts";

let host: Promise<Host> | undefined;

/** Only says what there is; everything behind it is loaded when a view or a command is first used. */
export function activate(context: vscode.ExtensionContext): void {
  const load = (): Promise<Host> => (host ??= loadHost(context));
  context.subscriptions.push(
    vscode.window.registerWebviewViewProvider("aiHub.chat", {
      resolveWebviewView: async (view) => (await load()).showSidebar(view),
    }),
    vscode.window.registerWebviewPanelSerializer(tabViewType, {
      deserializeWebviewPanel: async (panel, state) => (await load()).showTab(panel, state),
    }),
    ...commandNames.map((name) =>
      vscode.commands.registerCommand(`aiHub.${name}`, async () => {
        const { commands } = await load();
        await commands[name]();
      }),
    ),
  );
}

export async function deactivate(): Promise<void> {
  await (await host)?.close();
}

async function loadHost(context: vscode.ExtensionContext): Promise<Host> {
  const { createHost } = await import("./host.ts");
  return createHost(context);
}
