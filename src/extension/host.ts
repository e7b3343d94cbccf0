import { randomUUID } from "node:crypto";
import { homedir } from "node:os";

import * as vscode from "vscode";
import * as z from "zod/mini";

import { Conversations } from "../chat/conversations.ts";
import type { StreamChat } from "../chat/turn.ts";
import { systemClock } from "../shared/clock.ts";
import { dataRoot } from "../shared/localHub.ts";
import { type Commands, createCommands } from "./commands.ts";
import { HubConnection } from "./connection/hubConnection.ts";
import { LocalHub } from "./connection/localHub.ts";
import { TokenStore } from "./connection/tokenStore.ts";
import { TokenColors } from "./editor/tokenColors.ts";
import { createFeatures } from "./features.ts";
import { Models } from "./models.ts";
import { createActions, localHubWanted } from "./pageActions.ts";
import { settings } from "./settings.ts";
import { ConversationFiles } from "./storage/conversationFiles.ts";
import { reportStorageFailure } from "./storage/storageFailure.ts";
import type { ChatPlaces } from "./view/chatPlaces.ts";
import { ChatTabs } from "./view/chatTabs.ts";
import { ChatView } from "./view/chatView.ts";
import type { PageServices } from "./view/pageHandlers.ts";
import { SidebarChat } from "./view/webviewPage.ts";

const manifestSchema = z.object({ version: z.string() });

const lastConversationKey = "aiHub.lastConversation";

/** The extension proper, as the entry point sees it. */
export interface Host {
  readonly commands: Commands;
  showSidebar(view: vscode.WebviewView): void;
  showTab(panel: vscode.WebviewPanel, state: unknown): void;
  /** Stops what runs and resolves when everything is written. */
  close(): Promise<unknown>;
}

/** Builds everything and touches nothing: no file, process or request before a view or a command asks. */
export function createHost(context: vscode.ExtensionContext): Host {
  const { subscriptions, extensionUri, globalStorageUri, workspaceState } = context;
  const { version } = manifestSchema.parse(context.extension.packageJSON);
  const userAgent = `ai-hub-vscode/${version}`;
  const clock = systemClock;
  const { fetch } = globalThis;

  const tokens = new TokenStore(context.secrets, clock);
  const localHub = new LocalHub({
    folder: dataRoot({ env: process.env, platform: process.platform, home: homedir() }),
    program: vscode.Uri.joinPath(extensionUri, "dist", "hub.mjs").fsPath,
    fetch,
  });
  const wantsLocalHub = localHubWanted(context.globalState);
  const connection = new HubConnection({
    tokens,
    localHub,
    settings,
    wantsLocalHub: () => wantsLocalHub.get(),
    fetch,
    clock,
    userAgent,
  });
  const models = new Models({ connection, settings, clock });
  const tokenColors = new TokenColors();
  const streamChat: StreamChat = (request, options) => connection.streamChat(request, options);
  const conversations = new Conversations({
    store: new ConversationFiles(vscode.Uri.joinPath(globalStorageUri, "conversations").fsPath),
    streamChat,
    clock,
    newId: randomUUID,
    onStorageFailure: reportStorageFailure,
  });
  const sidebarView = new ChatView(conversations, {
    get: () => workspaceState.get<string>(lastConversationKey),
    set: (id) => void workspaceState.update(lastConversationKey, id),
  });
  const shared = { connection, conversations, localHub, tokens, wantsLocalHub, clock, fetch };
  const actions = createActions({ ...shared, userAgent, version });
  const places: ChatPlaces = {
    sidebar: sidebarView,
    active: () => tabs.active ?? sidebarView,
    openTab: (id) => tabs.open(id),
    focus: async () => {
      await vscode.commands.executeCommand("aiHub.chat.focus");
      sidebar.focusComposer();
    },
  };
  const features = createFeatures({
    ...shared,
    context,
    models,
    streamChat,
    places,
    actions: actions.page,
    userAgent,
    version,
  });
  const services: PageServices = {
    connection,
    models,
    tokenColors,
    actions: actions.page,
    features: features.page,
  };
  const sidebar = new SidebarChat({ extensionUri, view: sidebarView, services, place: "sidebar" });
  const tabs = new ChatTabs({ extensionUri, conversations, services });

  subscriptions.push(tokens, localHub, connection, models, tokenColors, sidebarView, sidebar, tabs);
  subscriptions.push(
    localHub.onDidChange(() => {
      const isRunning = localHub.current !== undefined;
      void vscode.commands.executeCommand("setContext", "aiHub.localHubRunning", isRunning);
    }),
  );
  return {
    commands: { ...createCommands({ models, actions, places }), ...features.commands },
    showSidebar: (view) => sidebar.show(view),
    showTab: (panel, state) => tabs.restore(panel, state),
    close: () => Promise.all([conversations.close(), localHub.release()]),
  };
}
