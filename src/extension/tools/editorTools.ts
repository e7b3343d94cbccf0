import * as vscode from "vscode";

import { maskJsonText } from "../../dlp/maskText.ts";
import { scanText } from "../../dlp/scanText.ts";
import { proposalText } from "../../seller/chatTools/proposalText.ts";
import { boundedResult } from "../../shared/boundedResult.ts";
import type { Disposable } from "../../shared/lifecycle.ts";
import type { PreparedCall, Tool, ToolOutcome } from "../../shared/tool.ts";
import { wordsLocale } from "../locale.ts";
import type { ChatTools } from "./chatTools.ts";
import { sellerServer, withCredentials } from "./mcpServer.ts";

const { l10n } = vscode;

/** What the names of our tools begin with among those of other extensions. */
const editorToolPrefix = "aihub_";

export interface EditorToolsDeps {
  readonly chatTools: ChatTools;
  /** Absent where no process can be started. */
  readonly mcpProgram: vscode.Uri | undefined;
  readonly version: string;
}

type PreparedWrite = Extract<PreparedCall, { kind: "write" }>;

const maxPrepared = 50;

/** The seller tools for models of other extensions: the same limits, journal and kill switch as in the chat. */
export class EditorTools {
  readonly #deps: EditorToolsDeps;
  /** Writes that the editor asks the person about, by tool and input; each is good for one call. */
  readonly #prepared = new Map<string, PreparedWrite>();

  constructor(deps: EditorToolsDeps) {
    this.#deps = deps;
  }

  /** `servers()` may give something else. */
  onDidChange(listener: () => void): Disposable {
    return this.#deps.chatTools.onDidChange(listener);
  }

  /** What the editor shows before a call; for a write, a question with everything that would be sent. */
  async prepare(
    name: string,
    input: unknown,
    token: vscode.CancellationToken,
  ): Promise<vscode.PreparedToolInvocation | undefined> {
    const tool = this.#tool(name);
    if (tool?.isWrite !== true) {
      return undefined;
    }
    const prepared = await tool.prepare(input, signalOf(token));
    if (prepared.kind !== "write") {
      return undefined;
    }
    this.#keep(keyOf(name, input), prepared);
    const language = wordsLocale() === "pt-br" ? "ptBr" : "en";
    const { proposal } = prepared;
    return {
      confirmationMessages: {
        title: proposal.act[language],
        // Escaped as a whole: nothing of a portal or a model becomes a link.
        message: new vscode.MarkdownString().appendText(proposalText(proposal, language)),
      },
    };
  }

  async invoke(
    name: string,
    input: unknown,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const outcome = await this.#outcomeOf(name, input, signalOf(token));
    const text = await boundedResult(outcome.text, maskPersonalData);
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
  }

  /** The MCP server of the chosen environment, still without its secrets. */
  servers(): vscode.McpStdioServerDefinition[] {
    const { chatTools, mcpProgram, version } = this.#deps;
    const desk = chatTools.access?.desk();
    const { access } = chatTools.gate.limits;
    return mcpProgram && desk && access !== "off"
      ? [sellerServer({ program: mcpProgram.fsPath, version, desk, limits: chatTools.gate.limits })]
      : [];
  }

  /** With the credentials, when the editor starts it; undefined if it is no longer the one to start. */
  async resolve(
    server: vscode.McpStdioServerDefinition,
  ): Promise<vscode.McpStdioServerDefinition | undefined> {
    const [current] = this.servers();
    // Credentials go to no other address than their own environment's.
    if (!current || JSON.stringify(current.env) !== JSON.stringify(server.env)) {
      return undefined;
    }
    const credentials = await this.#deps.chatTools.access?.desk()?.credentials();
    return credentials && withCredentials(current, credentials);
  }

  async #outcomeOf(name: string, input: unknown, signal: AbortSignal): Promise<ToolOutcome> {
    const key = keyOf(name, input);
    const confirmed = this.#prepared.get(key);
    this.#prepared.delete(key);
    const tool = this.#tool(name);
    if (!tool) {
      return { state: "refused", text: "The person chose no environment." };
    }
    const prepared = confirmed ?? (await tool.prepare(input, signal));
    if (prepared.kind === "refused") {
      return prepared;
    }
    const mayRun =
      prepared.kind === "read" || (await isConfirmed(prepared, confirmed !== undefined));
    return mayRun
      ? await prepared.run(signal)
      : { state: "refused", text: "The person rejected it. Nothing was changed." };
  }

  #tool(name: string): Tool | undefined {
    return this.#deps.chatTools
      .offered("editorTool")
      .find(({ definition }) => `${editorToolPrefix}${definition.name}` === name);
  }

  #keep(key: string, prepared: PreparedWrite): void {
    this.#prepared.delete(key);
    this.#prepared.set(key, prepared);
    for (const oldest of [...this.#prepared.keys()].slice(0, -maxPrepared)) {
      this.#prepared.delete(oldest);
    }
  }
}

/**
 * The editor asked already, unless it was told to ask nothing any more, which nobody can know. Production
 * and what needs an agreement of its own are therefore always asked for here, too.
 */
async function isConfirmed({ proposal }: PreparedWrite, wasAsked: boolean): Promise<boolean> {
  const { environment, act, acknowledgement } = proposal;
  const language = wordsLocale() === "pt-br" ? "ptBr" : "en";
  if (wasAsked && !environment.isProduction && !acknowledgement) {
    return true;
  }
  const detail = proposalText(proposal, language);
  const answer = await vscode.window.showWarningMessage(
    act[language],
    { modal: true, detail },
    act[language],
  );
  if (answer !== act[language] || !environment.isProduction) {
    return answer === act[language];
  }
  const typed = await vscode.window.showInputBox({
    title: act[language],
    prompt: l10n.t("Type “{0}” to confirm", environment.name),
    ignoreFocusOut: true,
  });
  return typed?.trim().toLowerCase() === environment.name.trim().toLowerCase();
}

/** Models of others are not on the way that protects; only what is certain is masked. */
function maskPersonalData(text: string): string {
  return maskJsonText(
    text,
    scanText(text).filter(({ certainty }) => certainty === "certain"),
  );
}

function keyOf(name: string, input: unknown): string {
  return JSON.stringify([name, input]);
}

function signalOf(token: vscode.CancellationToken): AbortSignal {
  const controller = new AbortController();
  token.onCancellationRequested(() => controller.abort());
  if (token.isCancellationRequested) {
    controller.abort();
  }
  return controller.signal;
}
