import { homedir } from "node:os";
import { join } from "node:path";

import * as vscode from "vscode";
import * as z from "zod/mini";

import { parseServers, secretKey, type ServerConfig } from "../../agent/mcpClient/serverConfig.ts";
import { McpBook } from "../../agentNode/mcpClient/mcpBook.ts";
import { McpClients } from "../../agentNode/mcpClient/mcpClients.ts";
import { systemClock } from "../../shared/base/clock.ts";
import { readBounded } from "../editor/boundedFile.ts";
import { localFolders } from "../editor/localFolders.ts";
import { settings } from "../editor/settings.ts";
import { EditorModelTools } from "./editorModelTools.ts";
import type { McpWindow, McpWindowDeps } from "./mcpAccess.ts";
import { showMcpMenu } from "./mcpMenu.ts";
import { askElicited } from "./mcpQuestions.ts";
import { type OfferedServer, offeredServers } from "./offeredServers.ts";

const { l10n } = vscode;

const maxTools = 64;
const maxOfferFile = 1_048_576;
const namesSchema = z.array(z.string());

export function createMcpWindow(deps: McpWindowDeps): McpWindow {
  const { secrets, storage, version, takenOffers } = deps;
  const taken = (): readonly string[] => namesSchema.safeParse(takenOffers.get()).data ?? [];
  const configs = async (): Promise<readonly ServerConfig[]> => {
    const offered = (await offers()).map(({ config }) => config);
    const all = [...own(), ...offered.filter(({ name }) => taken().includes(name))];
    return all.filter(({ kind }) => kind === "http" || !isVirtual());
  };
  const clients = new McpClients({
    servers: configs,
    folders: () => localFolders().map(({ uri }) => uri.fsPath),
    home: homedir(),
    environment: process.env,
    book: new McpBook(join(storage, "servers.json")),
    readSecret: async (server, name) => await secrets.get(secretKey(server, name)),
    elicit: (question) => askElicited(question),
    clock: systemClock,
    fetch: globalThis.fetch,
    version,
    signIn: { folder: storage, secrets },
  });
  const editorTools = new EditorModelTools(deps.editorTools);
  const manage = (): Promise<void> =>
    showMcpMenu({
      clients,
      editorTools,
      offers: async () => (await offers()).filter(({ config }) => !taken().includes(config.name)),
      take: (name) => takenOffers.set([...new Set([...taken(), name])]),
      setSecret: (server, name, value) => secrets.store(secretKey(server, name), value),
    });
  const notice = new FailureNotice(manage);
  return {
    tools: async (request) => {
      const tools = await clients.tools(request);
      notice.tell(clients);
      const names = new Set(tools.map(({ definition }) => definition.name));
      const mayUse = request.allowsServer?.({ kind: "editor", name: "editor" }) !== false;
      return [
        ...tools,
        ...(mayUse ? await editorTools.tools(names, request.allowsTool) : []),
      ].slice(0, maxTools);
    },
    manage,
    close: () => clients.close(),
  };
}

function isVirtual(): boolean {
  return (vscode.workspace.workspaceFolders ?? []).length > 0 && localFolders().length === 0;
}

function own(): readonly ServerConfig[] {
  return parseServers(settings.mcpServers()).servers;
}

async function offers(): Promise<readonly OfferedServer[]> {
  return await offeredServers(vscode.workspace.isTrusted, own(), readWorkspaceFile);
}

async function readWorkspaceFile(file: string): Promise<string | undefined> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const uri = folder && vscode.Uri.joinPath(folder.uri, file);
  const bytes = uri && (await readBounded(uri, maxOfferFile));
  return bytes === undefined || bytes === "tooLarge" ? undefined : new TextDecoder().decode(bytes);
}

/** Notifies once per window of a failing server or forbidden tools; runs continue without them. */
class FailureNotice {
  readonly #manage: () => Promise<void>;
  #isTold = false;

  constructor(manage: () => Promise<void>) {
    this.#manage = manage;
  }

  tell(clients: McpClients): void {
    const states = clients.states();
    const hasFailed = states.some(({ state }) => state === "failed");
    const isPinned = states.some(({ tools }) => tools.some(({ state }) => state === "notPinned"));
    if ((hasFailed || isPinned) && !this.#isTold) {
      this.#isTold = true;
      void this.#ask(
        hasFailed
          ? l10n.t("The agent works without some tools of MCP servers, which failed.")
          : l10n.t(
              "The agent works without some tools of MCP servers: the hub allows only the version that an administrator reviewed.",
            ),
      );
    }
  }

  async #ask(text: string): Promise<void> {
    const show = l10n.t("MCP Servers…");
    const answer = await vscode.window.showInformationMessage(text, show);
    if (answer === show) {
      await this.#manage();
    }
  }
}
