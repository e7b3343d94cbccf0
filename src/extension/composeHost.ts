import * as vscode from "vscode";
import * as z from "zod/mini";

import { Conversations } from "../chat/conversations.ts";
import { TitleMaker } from "../chat/titleMaker.ts";
import type { StreamChat } from "../chat/turn.ts";
import type { DeviceDeps } from "../hub/calls/deviceSignIn.ts";
import type { KeptPolicies } from "../hub/calls/hubPolicies.ts";
import { HubTokens } from "../hub/tokens/hubTokens.ts";
import { TokenStore } from "../hub/tokens/tokenStore.ts";
import { systemClock } from "../shared/base/clock.ts";
import { policyProblem } from "../shared/hubApi/machinePolicy.ts";
import type { CodeSearch } from "./codeIndex/codeSearch.ts";
import { createCodeSearch, offeredSearch } from "./codeIndex/createCodeSearch.ts";
import { type Commands, createCommands } from "./commands.ts";
import type { CompletionAccess } from "./completion/completionAccess.ts";
import { agentOf, attentionOf } from "./composeAgent.ts";
import { completionOf } from "./composeCompletion.ts";
import { HubConnection } from "./connection/hubConnection.ts";
import type { LocalHubControl } from "./connection/localHubControl.ts";
import { Models } from "./connection/models.ts";
import { Reach } from "./connection/reach.ts";
import type { InstructionAsked } from "./editor/instructionBox.ts";
import { builtOnce, LaterPart, loadPart } from "./editor/laterPart.ts";
import { keepOwnSettings, rulesInForce } from "./editor/ownSettings.ts";
import { registerReports } from "./editor/reportPreview.ts";
import { settings } from "./editor/settings.ts";
import { createFeatures } from "./features.ts";
import type { HostPlatform } from "./hostPlatform.ts";
import { hubStreams } from "./hubStreams.ts";
import type { HubLanguageModels } from "./languageModels/hubLanguageModels.ts";
import { ModelAccess } from "./languageModels/modelAccess.ts";
import { createActions, localHubWanted } from "./pageActions.ts";
import { createProtectionState, watchOwnKinds } from "./protection/protectionState.ts";
import { LaterSeller } from "./seller/laterSeller.ts";
import { noSellerCommands } from "./seller/noSellerCommands.ts";
import { reportStorageFailure } from "./storage/storageFailure.ts";
import { ChatTools } from "./tools/chatTools.ts";
import type { EditorTools } from "./tools/editorTools.ts";
import { toolLimits } from "./tools/toolLimits.ts";
import type { ChatPlaces } from "./view/chatPlaces.ts";
import { ChatTabs } from "./view/chatTabs.ts";
import { ChatView } from "./view/chatView.ts";
import type { PageServices } from "./view/pageHandlers.ts";
import { SidebarChat } from "./view/webviewPage.ts";

const manifestSchema = z.object({ version: z.string() });

const lastConversationKey = "aiHub.lastConversation";

export interface Host {
  readonly commands: Commands;
  showSidebar(view: vscode.WebviewView): void;
  showTab(panel: vscode.WebviewPanel, state: unknown): void;
  openLink(uri: vscode.Uri): Promise<void>;
  editInPlace(asked: InstructionAsked): Promise<void>;
  readonly languageModels: Pick<LaterPart<HubLanguageModels>, "get">;
  readonly seller: LaterSeller | undefined;
  readonly completion: CompletionAccess;
  readonly loadEditorTools: () => Promise<EditorTools>;
  /** Stops work; resolves when everything is stored. */
  close(): Promise<unknown>;
}

/** Composes the host. Opens no file, process or request before a view or a command asks for it. */
export function composeHost(context: vscode.ExtensionContext, platform: HostPlatform): Host {
  const { subscriptions, extensionUri } = context;
  subscriptions.push(keepOwnSettings(), watchOwnKinds());
  const base = composeBase(context, platform);
  const { connection, conversations, localHub, models, reach, tokens } = base;
  const sidebarView = sidebarViewOf(context, conversations);
  const places: ChatPlaces = {
    sidebar: sidebarView,
    active: () => tabs.active ?? sidebarView,
    openTab: (id) => tabs.open(id),
    focus: async () => {
      await vscode.commands.executeCommand("aiHub.chat.focus");
      sidebar.focusComposer();
    },
  };
  subscriptions.push(
    conversations.onDidRemove((id) => void base.agent.forget(id).catch(reportStorageFailure)),
  );
  subscriptions.push(registerReports());
  const actions = createActions(base);
  const seller = sellerOf(context, platform, base);
  const features = createFeatures({ ...base, context, platform, places, actions: actions.page });
  const services: PageServices = {
    connection,
    models,
    reach,
    actions: actions.page,
    features: features.page,
    undecidedIn: features.undecidedIn,
  };
  const sidebar = new SidebarChat({ extensionUri, view: sidebarView, services, place: "sidebar" });
  subscriptions.push(attentionOf(base.agent, sidebar, places));
  const tabs = new ChatTabs({ extensionUri, conversations, services });
  subscriptions.push(tokens, connection, models, reach, sidebarView, sidebar, tabs);
  const access = new ModelAccess(settings);
  const languageModels = languageModelsOf(context, base, access);
  const completion = completionOf(context, platform, base);
  subscriptions.push(base.agent, base.chatTools, access, languageModels, completion);
  subscriptions.push(watchLocalHub(localHub));
  return {
    languageModels,
    seller,
    completion,
    loadEditorTools: editorToolsOf(base, extensionUri),
    commands: {
      ...createCommands({ models, actions, places, files: base.files }),
      ...features.commands,
      ...completion.commands,
      ...(seller?.commands ?? noSellerCommands()),
    },
    showSidebar: (view) => sidebar.show(view),
    showTab: (panel, state) => tabs.restore(panel, state),
    openLink: async (uri) => {
      const { openConnectLink } = await loadPart(() => import("./connection/connectLink.ts"));
      await openConnectLink(uri, () => actions.page.signIn());
    },
    editInPlace: (asked) => features.editInPlace(asked),
    close: () => Promise.all([conversations.close(), localHub?.release(), base.agent.close()]),
  };
}

function hubTokens(
  { secrets }: vscode.ExtensionContext,
  { alone = (_, work) => work() }: HostPlatform,
  exchange: Omit<DeviceDeps, "baseUrl">,
): HubTokens {
  return new HubTokens({
    ...exchange,
    access: new TokenStore(secrets, exchange.clock),
    renewals: new TokenStore(secrets, exchange.clock, "aiHub.renewal:"),
    alone,
  });
}

function composeBase(context: vscode.ExtensionContext, platform: HostPlatform) {
  const { version } = manifestSchema.parse(context.extension.packageJSON);
  const userAgent = `ai-hub-vscode/${version}`;
  const clock = systemClock;
  const localHub = platform.createLocalHub?.(context.extensionUri);
  const { fetch } = localHub ?? globalThis;
  const exchange = { fetch, clock, userAgent, loadPart };
  const tokens = hubTokens(context, platform, exchange);
  const wantsLocalHub = localHubWanted(context.globalState);
  const connection = new HubConnection({
    tokens,
    localHub,
    settings,
    wantsLocalHub: () => wantsLocalHub.get(),
    keptPolicies: keptPoliciesIn(context.globalState),
    ruleProblem: (hub) => policyProblem(rulesInForce(), version, hub),
    isBrowserEditor: vscode.env.uiKind === vscode.UIKind.Web,
    ...exchange,
  });
  const models = new Models({ connection, settings, clock });
  const reach = new Reach({ connection, models, exchange });
  const protection = createProtectionState(context.globalState);
  const streams = hubStreams(connection, protection.protection);
  const { streamChat, isTurnRunning } = streams;
  const index = createCodeSearch(context, platform, { connection, protection, isTurnRunning });
  const chatTools = chatToolsOf({ streamChat, models }, index.codeSearch);
  const parts = { streamChat, models, connection, protection, ...index, version };
  const agent = agentOf(context, platform, parts);
  const titles = titleMakerOf(streamChat, models);
  const conversations = new Conversations({
    store: platform.createStore(vscode.Uri.joinPath(context.globalStorageUri, "conversations")),
    streamChat,
    clock,
    newId: () => crypto.randomUUID(),
    onStorageFailure: reportStorageFailure,
    steer: (id, text) => agent.runs?.steer(id, text) ?? false,
    answering: (id) => agent.answering(id, chatTools.answering(id)),
    takesImages: (model) => models.takesImages(model),
    naming: (session) => titles.watch(session),
  });
  return {
    tokens,
    localHub,
    loadProbes: platform.loadProbes,
    wantsLocalHub,
    connection,
    models,
    reach,
    ...streams,
    ...index,
    protection,
    chatTools,
    agent,
    conversations,
    clock,
    fetch,
    userAgent,
    version,
  };
}

function keptPoliciesIn(memory: vscode.Memento): KeptPolicies {
  const prefix = "aiHub.policy:";
  return {
    get: (origin) => memory.get<unknown>(prefix + origin),
    set: (origin, kept) => void memory.update(prefix + origin, kept),
  };
}

function chatToolsOf({ streamChat, models }: HubParts, search: CodeSearch): ChatTools {
  return new ChatTools({
    readers: () => offeredSearch(search),
    streamChat,
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    limits: toolLimits,
    takesTools: (model) => models.takesTools(model),
  });
}

interface HubParts {
  readonly streamChat: StreamChat;
  readonly models: Models;
}

function titleMakerOf(streamChat: StreamChat, models: Models): TitleMaker {
  return new TitleMaker({
    streamChat,
    isWanted: () => settings.generateTitles(),
    models: async () => (await models.list({ refresh: false })).models,
    newId: () => crypto.randomUUID(),
  });
}

function languageModelsOf(
  { globalState: memory }: vscode.ExtensionContext,
  base: ReturnType<typeof composeBase>,
  access: ModelAccess,
): LaterPart<HubLanguageModels> {
  return new LaterPart(async () => {
    const models = await import("./languageModels/hubLanguageModels.ts");
    return new models.HubLanguageModels({ ...base, memory, access });
  });
}

function editorToolsOf(
  { chatTools, localHub, version }: ReturnType<typeof composeBase>,
  extensionUri: vscode.Uri,
): Host["loadEditorTools"] {
  return builtOnce(async () => {
    const tools = await import("./tools/editorTools.ts");
    return new tools.EditorTools({
      chatTools,
      findSandbox: async () => localHub?.current ?? (await localHub?.find()),
      mcpProgram: localHub && vscode.Uri.joinPath(extensionUri, "dist", "mcp.mjs"),
      version,
    });
  });
}

function sellerOf(
  context: vscode.ExtensionContext,
  platform: HostPlatform,
  base: ReturnType<typeof composeBase>,
): LaterSeller | undefined {
  const { loadSeller } = platform;
  if (!loadSeller) {
    return undefined;
  }
  const seller = new LaterSeller({ ...base, context, loadSeller });
  context.subscriptions.push(seller, base.chatTools.connect(seller));
  return seller;
}

function sidebarViewOf(context: vscode.ExtensionContext, conversations: Conversations): ChatView {
  const { workspaceState } = context;
  return new ChatView(conversations, {
    get: () => workspaceState.get<string>(lastConversationKey),
    set: (id) => void workspaceState.update(lastConversationKey, id),
  });
}

function watchLocalHub(localHub: LocalHubControl | undefined): vscode.Disposable {
  if (!localHub) {
    void vscode.commands.executeCommand("setContext", "aiHub.cannotStartLocalHub", true);
    return vscode.Disposable.from();
  }
  const listening = localHub.onDidChange(() => {
    const { current } = localHub;
    setContext("aiHub.localHubRunning", current !== undefined);
    setContext("aiHub.hasSandbox", current?.seller !== undefined);
  });
  return vscode.Disposable.from(localHub, listening);
}

function setContext(key: string, has: boolean): void {
  void vscode.commands.executeCommand("setContext", key, has);
}
