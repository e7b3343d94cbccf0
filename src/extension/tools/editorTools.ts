import * as vscode from "vscode";

import { proposalText } from "../../seller/chatTools/proposalText.ts";
import type { Disposable } from "../../shared/base/lifecycle.ts";
import type { WriteProposal } from "../../shared/conversation/tool.ts";
import { signalOf } from "../editor/cancellation.ts";
import { wordsLocale } from "../editor/locale.ts";
import type { ChatTools } from "./chatTools.ts";
import { EditorCalls } from "./editorCalls.ts";
import { type McpSettings, mcpSettings, secretEnv } from "./mcpSettings.ts";

const { l10n } = vscode;

const editorToolPrefix = "aihub_";

export interface EditorToolsDeps {
  readonly chatTools: ChatTools;
  readonly findSandbox: () => Promise<unknown>;
  readonly mcpProgram: vscode.Uri | undefined;
  readonly version: string;
}

/** Seller tools for other extensions' models, with the chat's limits, journal and kill switch. */
export class EditorTools {
  readonly #deps: EditorToolsDeps;
  readonly #calls: EditorCalls;

  constructor(deps: EditorToolsDeps) {
    this.#deps = deps;
    this.#calls = new EditorCalls({
      tool: (name) =>
        deps.chatTools
          .offered("editorTool")
          .find(({ definition }) => `${editorToolPrefix}${definition.name}` === name),
      ask: askPerson,
    });
  }

  onDidChange(listener: () => void): Disposable {
    return this.#deps.chatTools.onDidChange(listener);
  }

  async prepare(
    name: string,
    input: unknown,
    token: vscode.CancellationToken,
  ): Promise<vscode.PreparedToolInvocation | undefined> {
    await this.#ready();
    const proposal = await this.#calls.prepare(name, input, signalOf(token));
    if (!proposal) {
      return undefined;
    }
    return {
      confirmationMessages: {
        title: proposal.act[language()],
        // Escaped as a whole, so that untrusted text cannot become a link.
        message: new vscode.MarkdownString().appendText(proposalText(proposal, language())),
      },
    };
  }

  async invoke(
    name: string,
    input: unknown,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    await this.#ready();
    const text = await this.#calls.invoke(name, input, signalOf(token));
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
  }

  async servers(): Promise<vscode.McpStdioServerDefinition[]> {
    await this.#ready();
    const settings = this.#settings();
    return settings ? [this.#definition(settings, settings.env)] : [];
  }

  /** Adds credentials when the editor starts the server; undefined if it is out of date. */
  async resolve(
    server: vscode.McpStdioServerDefinition,
  ): Promise<vscode.McpStdioServerDefinition | undefined> {
    await this.#ready();
    const settings = this.#settings();
    // Credentials go only to their own environment's address.
    if (!settings || JSON.stringify(settings.env) !== JSON.stringify(server.env)) {
      return undefined;
    }
    const credentials = await this.#deps.chatTools.access?.desk()?.credentials();
    return (
      credentials && this.#definition(settings, { ...settings.env, ...secretEnv(credentials) })
    );
  }

  async #ready(): Promise<void> {
    await this.#deps.findSandbox();
    await this.#deps.chatTools.ready();
  }

  #settings(): McpSettings | undefined {
    const { chatTools, mcpProgram } = this.#deps;
    const { limits } = chatTools.gate;
    const desk = chatTools.access?.desk();
    return mcpProgram && desk && limits.access !== "off"
      ? mcpSettings(desk.environment, limits)
      : undefined;
  }

  #definition(
    { label, flags }: McpSettings,
    env: McpSettings["env"],
  ): vscode.McpStdioServerDefinition {
    const { mcpProgram, version } = this.#deps;
    const args = [mcpProgram?.fsPath ?? "", ...flags];
    return new vscode.McpStdioServerDefinition(label, process.execPath, args, { ...env }, version);
  }
}

/** Asks in a dialog that no editor setting skips; for production the person types the environment's name. */
async function askPerson(proposal: WriteProposal): Promise<boolean> {
  const { environment } = proposal;
  const act = proposal.act[language()];
  const detail = proposalText(proposal, language());
  const answer = await vscode.window.showWarningMessage(act, { modal: true, detail }, act);
  if (answer !== act || !environment.isProduction) {
    return answer === act;
  }
  const typed = await vscode.window.showInputBox({
    title: act,
    prompt: l10n.t("Type “{0}” to confirm", environment.name),
    ignoreFocusOut: true,
  });
  return typed?.trim().toLowerCase() === environment.name.trim().toLowerCase();
}

function language(): "en" | "ptBr" {
  return wordsLocale() === "pt-br" ? "ptBr" : "en";
}
