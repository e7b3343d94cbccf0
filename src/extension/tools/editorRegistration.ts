import * as vscode from "vscode";

import { editorToolNames } from "./editorToolNames.ts";
import type { EditorTools } from "./editorTools.ts";

const mcpProviderId = "aiHub.seller";

export function registerEditorTools(
  { subscriptions }: vscode.ExtensionContext,
  load: () => Promise<EditorTools>,
): void {
  // Forks may lack these functions in any version.
  const api: Partial<typeof vscode.lm> | undefined = vscode.lm;
  const { registerTool, registerMcpServerDefinitionProvider } = api ?? {};
  if (registerTool) {
    for (const name of editorToolNames) {
      subscriptions.push(registerTool(name, lazyTool(name, load)));
    }
  }
  if (registerMcpServerDefinitionProvider) {
    // With both, a model would see each tool twice.
    const servers = registerTool ? noServers : lazyServers(load);
    subscriptions.push(registerMcpServerDefinitionProvider(mcpProviderId, servers));
  }
}

const noServers: vscode.McpServerDefinitionProvider = { provideMcpServerDefinitions: () => [] };

function lazyTool(
  name: string,
  load: () => Promise<EditorTools>,
): vscode.LanguageModelTool<unknown> {
  return {
    prepareInvocation: async ({ input }, token) => (await load()).prepare(name, input, token),
    invoke: async ({ input }, token) => (await load()).invoke(name, input, token),
  };
}

function lazyServers(
  load: () => Promise<EditorTools>,
): vscode.McpServerDefinitionProvider<vscode.McpStdioServerDefinition> {
  const didChange = new vscode.EventEmitter<void>();
  let isWatched = false;
  return {
    onDidChangeMcpServerDefinitions: didChange.event,
    provideMcpServerDefinitions: async () => {
      const editorTools = await load();
      if (!isWatched) {
        isWatched = true;
        editorTools.onDidChange(() => didChange.fire());
      }
      return await editorTools.servers();
    },
    resolveMcpServerDefinition: async (server) => (await load()).resolve(server),
  };
}
