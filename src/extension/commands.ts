import * as vscode from "vscode";

import type { CompletionAccess } from "./completion/completionAccess.ts";
import type { Models } from "./connection/models.ts";
import { addSelection } from "./context/files/addContext.ts";
import type { WorkspaceFiles } from "./context/files/workspaceFiles.ts";
import type { Command, CommandName } from "./editor/commandNames.ts";
import { refusesChange } from "./editor/ownSettings.ts";
import type { FeatureCommands } from "./features.ts";
import type { Actions } from "./pageActions.ts";
import type { SellerCommands } from "./seller/sellerCommands.ts";
import type { ChatPlaces } from "./view/chatPlaces.ts";

const { l10n } = vscode;

export interface CommandDeps {
  readonly models: Models;
  readonly actions: Actions;
  readonly places: ChatPlaces;
  readonly files: WorkspaceFiles;
}

export type Commands = Readonly<Record<Exclude<CommandName, "inlineEdit">, Command>>;

export function createCommands(
  deps: CommandDeps,
): Omit<
  Commands,
  keyof FeatureCommands | keyof SellerCommands | keyof CompletionAccess["commands"]
> {
  const { actions, files, models, places } = deps;
  const { page } = actions;
  return {
    focusChat: () => places.focus(),
    newChat: async () => {
      const view = places.active();
      await view.newChat();
      if (view === places.sidebar) {
        await places.focus();
      }
    },
    setAddress: () => page.changeAddress(),
    openSettings: async () =>
      await vscode.commands.executeCommand("workbench.action.openSettings", "@ext:aihub.ai-hub"),
    openWalkthrough: async () =>
      await vscode.commands.executeCommand(
        "workbench.action.openWalkthrough",
        "aihub.ai-hub#start",
        false,
      ),
    signIn: () => page.signIn(),
    setToken: () => page.setToken(),
    clearToken: actions.clearToken,
    addSelection: async () => {
      const editor = vscode.window.activeTextEditor;
      if (!editor) {
        void vscode.window.showInformationMessage(
          l10n.t("Open a file and select something to add it to the chat."),
        );
        return;
      }
      await addSelection(places.sidebar, editor, files);
      await places.focus();
    },
    selectModel: () => pickModel(models),
    stop: async () => {
      const { session } = await places.active().conversation();
      session.stop();
    },
    openInEditor: async () => {
      const { session } = await places.sidebar.conversation();
      places.openTab(session.id);
    },
    openHelp: actions.openHelp,
    diagnose: () => page.diagnose(),
    startLocalHub: () => page.startLocalHub(),
    stopLocalHub: actions.stopLocalHub,
  };
}

async function pickModel(models: Models): Promise<void> {
  if (refusesChange("model")) {
    return;
  }
  const { models: items } = await models.list({ refresh: false });
  const picked = await vscode.window.showQuickPick(
    items.map(({ id, name, description }) => ({
      label: name,
      description: id === models.selected ? `$(check) ${id}` : id,
      detail: description ?? "",
      id,
    })),
    {
      title: l10n.t("Model"),
      placeHolder:
        items.length === 0 ? l10n.t("The hub lists no models.") : l10n.t("Search models"),
      matchOnDescription: true,
    },
  );
  if (picked) {
    await models.select(picked.id);
  }
}
