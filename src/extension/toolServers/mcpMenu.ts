import * as vscode from "vscode";

import type { ServerState, ToolState } from "../../agent/mcpClient/mcpTools.ts";
import { secretNames, type ServerConfig } from "../../agent/mcpClient/serverConfig.ts";
import type { McpClients } from "../../agentNode/mcpClient/mcpClients.ts";
import { visibleLines, visibleText } from "../../shared/text/visibleText.ts";
import type { EditorModelTools } from "./editorModelTools.ts";
import { askToStart, reviewTools } from "./mcpQuestions.ts";
import type { OfferedServer } from "./offeredServers.ts";

const { l10n } = vscode;

export interface McpMenuDeps {
  readonly clients: McpClients;
  readonly editorTools: EditorModelTools;
  readonly offers: () => Promise<readonly OfferedServer[]>;
  readonly take: (name: string) => void;
  readonly setSecret: (server: ServerConfig, name: string, value: string) => Thenable<void>;
}

interface ActItem extends vscode.QuickPickItem {
  readonly act: () => Promise<unknown>;
}

const never = new AbortController().signal;

export async function showMcpMenu(deps: McpMenuDeps): Promise<void> {
  const { clients, editorTools, offers, take } = deps;
  await clients.refresh();
  const servers = clients.states().map((state): ActItem => ({
    label: `$(${icons[state.state]}) ${state.name}`,
    description: stateWord(state),
    detail: detailOf(state),
    act: () => showServer(state.name, deps),
  }));
  const offered = (await offers()).map(({ file, config }): ActItem => ({
    label: `$(add) ${config.name}`,
    description: l10n.t("offered by {0}", file),
    detail: l10n.t("Nothing of it runs before you add and start it."),
    act: async () => {
      take(config.name);
      await clients.refresh();
      await clients.start(config.name, askToStart, never);
      await showServer(config.name, deps);
    },
  }));
  const own: readonly ActItem[] = [
    ...(editorTools.isThere
      ? [{ label: l10n.t("Tools of the editor…"), act: () => editorTools.choose() }]
      : []),
    {
      label: l10n.t("Configure servers…"),
      act: async () => {
        const id = "@id:aiHub.mcp.servers";
        await vscode.commands.executeCommand("workbench.action.openSettings", id);
      },
    },
  ];
  await pick([...servers, ...offered, ...own], l10n.t("MCP servers"));
}

async function showServer(name: string, deps: McpMenuDeps): Promise<void> {
  const { clients, setSecret } = deps;
  const state = clients.states().find((one) => one.name === name);
  if (!state) {
    return;
  }
  const config = clients.configOf(name);
  const secrets = config ? secretNames(config).map((secret) => ({ config, secret })) : [];
  const withheld = state.tools.filter((tool) => tool.state === "withheld");
  const again = async (work: Promise<unknown>): Promise<void> => {
    await work;
    await showServer(name, deps);
  };
  const errors = clients.errors(name);
  const items: readonly ActItem[] = [
    state.state === "ready" || state.state === "starting"
      ? { label: l10n.t("Stop"), act: () => again(clients.stop(name)) }
      : {
          label: l10n.t("Start"),
          act: () => again(start(name, clients)),
        },
    ...(withheld.length > 0
      ? [
          {
            label: l10n.t("Look at {0} new or changed tools…", withheld.length),
            detail: l10n.t("The agent gets them only after that."),
            act: () => again(clients.review(reviewTools, never)),
          },
        ]
      : []),
    ...(state.tools.length > 0
      ? [{ label: l10n.t("Choose tools…"), act: () => again(chooseTools(state, clients)) }]
      : []),
    ...(state.tools.length > 0
      ? [
          {
            label: l10n.t("Copy pins for the hub…"),
            detail: l10n.t(
              "A profile with these pins allows these tools only in their present version.",
            ),
            act: () => again(copyPins(state)),
          },
        ]
      : []),
    ...(config?.kind === "http"
      ? [{ label: l10n.t("Sign in…"), act: () => again(signIn(name, clients)) }]
      : []),
    ...secrets.map(({ config: owner, secret }) => ({
      label: l10n.t("Set the secret “{0}”…", secret),
      act: () => again(askSecret(owner, secret, setSecret)),
    })),
    ...(errors === ""
      ? []
      : [{ label: l10n.t("Show its error output"), act: () => showErrors(errors) }]),
  ];
  await pick(items, `${name}: ${stateWord(state)}`, state.problem);
}

async function start(name: string, clients: McpClients): Promise<void> {
  await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: l10n.t("Starting “{0}”…", name) },
    async () => {
      await clients.start(name, askToStart, never);
    },
  );
}

async function signIn(name: string, clients: McpClients): Promise<void> {
  await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: l10n.t("Waiting for the sign-in at “{0}” in the browser…", name),
      cancellable: true,
    },
    async (_progress, token) => {
      const cancelled = new AbortController();
      token.onCancellationRequested(() => cancelled.abort());
      try {
        await clients.signIn(name, askToStart, openBrowser, cancelled.signal);
      } catch {
        // Servers report failures in many ways; their texts add nothing.
        void vscode.window.showErrorMessage(l10n.t("The sign-in at “{0}” did not work.", name));
      }
    },
  );
}

async function openBrowser(url: URL): Promise<void> {
  await vscode.env.openExternal(vscode.Uri.parse(url.href));
}

async function chooseTools({ name, tools }: ServerState, clients: McpClients): Promise<void> {
  const picked = await vscode.window.showQuickPick(
    tools.map((tool) => ({
      label: visibleText(tool.name),
      description: `${l10n.t("{0} tokens", tool.tokens)} · ${toolWord(tool)}`,
      picked: tool.state !== "off",
      tool,
    })),
    {
      title: l10n.t("Tools of “{0}” that the agent may have", name),
      placeHolder: l10n.t("Each tool adds its tokens to every request; at most 64 tools are sent."),
      canPickMany: true,
    },
  );
  if (picked) {
    const kept = new Set(picked.map(({ tool }) => tool.name));
    const off = tools.map((tool) => tool.name).filter((tool) => !kept.has(tool));
    await clients.setOff(name, off);
  }
}

async function copyPins({ name, tools }: ServerState): Promise<void> {
  const picked = await vscode.window.showQuickPick(
    tools.map((tool) => ({
      label: visibleText(tool.name),
      description: toolWord(tool),
      picked: tool.state === "offered",
      tool,
    })),
    {
      title: l10n.t("Tools of “{0}” that the hub should allow in their present version", name),
      placeHolder: l10n.t("Paste them into Pins of MCP tools in the profile's form."),
      canPickMany: true,
    },
  );
  if (picked && picked.length > 0) {
    await vscode.env.clipboard.writeText(picked.map(({ tool }) => tool.policyPin).join("\n"));
  }
}

async function askSecret(
  server: ServerConfig,
  name: string,
  setSecret: McpMenuDeps["setSecret"],
): Promise<void> {
  const value = await vscode.window.showInputBox({
    title: l10n.t("Secret “{0}” of the MCP server “{1}”", name, server.name),
    prompt: l10n.t("It is kept by the editor and given to this server only."),
    password: true,
    ignoreFocusOut: true,
  });
  if (value !== undefined) {
    await setSecret(server, name, value);
  }
}

async function showErrors(errors: string): Promise<void> {
  const content = visibleLines(errors);
  const document = await vscode.workspace.openTextDocument({ content, language: "log" });
  await vscode.window.showTextDocument(document, { preview: true });
}

async function pick(items: readonly ActItem[], title: string, hint?: string): Promise<void> {
  const options = { title, ...(hint !== undefined && { placeHolder: visibleText(hint) }) };
  const picked = await vscode.window.showQuickPick(items, options);
  await picked?.act();
}

const icons: Readonly<Record<ServerState["state"], string>> = {
  waiting: "question",
  stopped: "circle-outline",
  starting: "loading~spin",
  ready: "pass",
  failed: "error",
};

function stateWord({ state }: ServerState): string {
  switch (state) {
    case "waiting":
      return l10n.t("its start is not approved");
    case "stopped":
      return l10n.t("not running");
    case "starting":
      return l10n.t("starting");
    case "ready":
      return l10n.t("running");
    default:
      return l10n.t("failed");
  }
}

function toolWord({ state }: ToolState): string {
  switch (state) {
    case "offered":
      return l10n.t("the agent has it");
    case "withheld":
      return l10n.t("not looked at yet");
    case "off":
      return l10n.t("off");
    case "notPinned":
      return l10n.t("the hub does not allow its present version: ask an administrator to pin it");
    default:
      return l10n.t("left out: more than 64");
  }
}

function detailOf({ problem, tools }: ServerState): string {
  if (problem !== undefined) {
    return visibleText(problem);
  }
  const offered = tools.filter(({ state }) => state === "offered");
  const tokens = offered.reduce((sum, tool) => sum + tool.tokens, 0);
  return tools.length === 0
    ? ""
    : l10n.t("{0} of {1} tools, {2} tokens in each request", offered.length, tools.length, tokens);
}
