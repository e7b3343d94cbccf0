import * as vscode from "vscode";

import { exportMarkdown } from "../chat/exportMarkdown.ts";
import type { CommandName } from "./commandNames.ts";
import { addSelection } from "./editor/addContext.ts";
import { showText } from "./editor/documents.ts";
import type { Models } from "./models.ts";
import type { Actions } from "./pageActions.ts";
import type { ChatTabs } from "./view/chatTabs.ts";
import type { ChatView } from "./view/chatView.ts";
import type { SidebarChat } from "./view/webviewPage.ts";

const { l10n } = vscode;

export interface CommandDeps {
  readonly models: Models;
  readonly actions: Actions;
  readonly sidebarView: ChatView;
  readonly sidebar: SidebarChat;
  readonly tabs: ChatTabs;
}

export type Commands = Readonly<Record<CommandName, () => Promise<unknown>>>;

/** What each command of the manifest does. */
export function createCommands(deps: CommandDeps): Commands {
  const { actions, models, tabs, sidebar, sidebarView } = deps;
  const { page } = actions;
  const activeView = (): ChatView => tabs.active ?? sidebarView;
  const focusChat = async (): Promise<void> => {
    await vscode.commands.executeCommand("aiHub.chat.focus");
    sidebar.focusComposer();
  };
  return {
    focusChat,
    newChat: async () => {
      await activeView().newChat();
      if (!tabs.active) {
        await focusChat();
      }
    },
    history: () => page.showHistory(activeView()),
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
      await addSelection(sidebarView, editor);
      await focusChat();
    },
    selectModel: () => pickModel(models),
    stop: async () => {
      const { session } = await activeView().conversation();
      session.stop();
    },
    openInEditor: async () => {
      const { session } = await sidebarView.conversation();
      tabs.open(session.id);
    },
    exportChat: async () => {
      const { session } = await activeView().conversation();
      await showText(exportMarkdown(session.conversation), "markdown");
    },
    diagnose: () => page.diagnose(),
    startLocalHub: () => page.startLocalHub(),
    stopLocalHub: actions.stopLocalHub,
  };
}

async function pickModel(models: Models): Promise<void> {
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
