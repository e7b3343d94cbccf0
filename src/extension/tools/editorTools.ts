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

/** Prefix of our tool names among the tools of other extensions. */
const editorToolPrefix = "aihub_";

export interface EditorToolsDeps {
  readonly chatTools: ChatTools;
  /** Checks for a local hub's sandbox, which may not have been checked in this window yet. */
  readonly findSandbox: () => Promise<unknown>;
  /** Absent where no process can be started. */
  readonly mcpProgram: vscode.Uri | undefined;
  readonly version: string;
}

/** The seller tools for other extensions' models; limits, journal, kill switch as in the chat. */
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

  /** The result of `servers()` may have changed. */
  onDidChange(listener: () => void): Disposable {
    return this.#deps.chatTools.onDidChange(listener);
  }

  /** For a write: a question with all the data that would be sent. */
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
        // Escaped as a whole: text from a portal or a model cannot become a link.
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

  /** The MCP server of the chosen environment, without its secrets. */
  async servers(): Promise<vscode.McpStdioServerDefinition[]> {
    await this.#ready();
    const settings = this.#settings();
    return settings ? [this.#definition(settings, settings.env)] : [];
  }

  /** Adds the credentials when the editor starts it; undefined if the server is out of date. */
  async resolve(
    server: vscode.McpStdioServerDefinition,
  ): Promise<vscode.McpStdioServerDefinition | undefined> {
    await this.#ready();
    const settings = this.#settings();
    // Credentials go only to the address of their own environment.
    if (!settings || JSON.stringify(settings.env) !== JSON.stringify(server.env)) {
      return undefined;
    }
    const credentials = await this.#deps.chatTools.access?.desk()?.credentials();
    return (
      credentials && this.#definition(settings, { ...settings.env, ...secretEnv(credentials) })
    );
  }

  /** Resolves when the portal is loaded, if there is an environment. */
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

/** A dialog that no editor setting skips; in production the person types the environment's name. */
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
