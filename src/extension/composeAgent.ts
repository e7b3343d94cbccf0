import * as vscode from "vscode";

import { recordPath } from "../agent/run/recordPath.ts";
import type { TextScanner } from "../chat/protection/textScanner.ts";
import type { StreamChat } from "../chat/turn.ts";
import { systemClock } from "../shared/base/clock.ts";
import { AgentAccess } from "./agent/agentAccess.ts";
import { Attention } from "./agent/editor/attention.ts";
import type { CodeSearch } from "./codeIndex/codeSearch.ts";
import { offeredSearch } from "./codeIndex/createCodeSearch.ts";
import type { HubConnection } from "./connection/hubConnection.ts";
import type { Models } from "./connection/models.ts";
import { settings } from "./editor/settings.ts";
import type { HostPlatform } from "./hostPlatform.ts";
import { McpAccess, type StoredValue } from "./toolServers/mcpAccess.ts";
import type { ChatPlaces } from "./view/chatPlaces.ts";
import type { SidebarChat } from "./view/webviewPage.ts";

const choicesKey = "aiHub.agent.choices";
const takenOffersKey = "aiHub.mcp.takenOffers";
const chosenToolsKey = "aiHub.mcp.editorTools";

export function agentOf(
  context: vscode.ExtensionContext,
  platform: HostPlatform,
  { connection, protection, codeSearch, version, ...hub }: AgentParts,
): AgentAccess {
  const { workspaceState, globalStorageUri } = context;
  const { scanner } = protection;
  return new AgentAccess({
    ...hub,
    policy: {
      read: (signal) => connection.agentPolicy({ signal }),
      onDidConnect: connection.onDidChange,
    },
    endRun: (run) => connection.endRun(run),
    sensitive: { mode: settings.dlpMode, scan: (text) => scanner.scan(text) },
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    memory: {
      get: () => workspaceState.get<unknown>(choicesKey),
      set: (value) => void workspaceState.update(choicesKey, value),
    },
    hasRecord: (id) => isThere(vscode.Uri.joinPath(globalStorageUri, "agent", recordPath(id))),
    load: platform.loadAgent,
    contextLength: (model) => hub.models.listed(model)?.contextLength,
    usesPatches: (model) => hub.models.listed(model)?.capabilities.patches === true,
    mcp: mcpOf(context, platform, version),
    readers: () => offeredSearch(codeSearch),
    storage: vscode.Uri.joinPath(globalStorageUri, "agent").fsPath,
    storageUri: vscode.Uri.joinPath(globalStorageUri, "agent").toString(),
  });
}

async function isThere(uri: vscode.Uri): Promise<boolean> {
  return await vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

function stored(memory: vscode.Memento, key: string): StoredValue {
  return { get: () => memory.get<unknown>(key), set: (value) => void memory.update(key, value) };
}

function mcpOf(
  context: vscode.ExtensionContext,
  { loadMcp }: HostPlatform,
  version: string,
): McpAccess {
  const { workspaceState, globalState, globalStorageUri, secrets } = context;
  return new McpAccess({
    takenOffers: stored(workspaceState, takenOffersKey),
    editorTools: stored(globalState, chosenToolsKey),
    secrets,
    storage: vscode.Uri.joinPath(globalStorageUri, "mcp").fsPath,
    version,
    load: loadMcp,
  });
}

export interface AgentParts {
  readonly streamChat: StreamChat;
  readonly models: Models;
  readonly connection: HubConnection;
  readonly protection: { readonly scanner: TextScanner };
  readonly codeSearch: CodeSearch;
  readonly version: string;
}

export function attentionOf(
  agent: AgentAccess,
  sidebar: SidebarChat,
  places: ChatPlaces,
): Attention {
  return new Attention({
    clock: systemClock,
    isWaiting: (id) => agent.isWaiting(id),
    onDidChange: agent.onDidChange,
    setBadge: (count, tooltip) => sidebar.setBadge(count, tooltip),
    show: async (id) => {
      await places.sidebar.show(id);
      await places.focus();
    },
  });
}
