import * as vscode from "vscode";
import * as z from "zod/mini";

import { parseListedTool } from "../../agent/mcpClient/listedTool.ts";
import { definitionOf, mcpTool, type ToolCaller } from "../../agent/mcpClient/mcpTool.ts";
import { toolNames } from "../../agent/mcpClient/toolNames.ts";
import { type PinnedTool, pinTool } from "../../agent/mcpClient/toolPins.ts";
import type { AgentTool } from "../../agent/tools/base/agentTool.ts";
import type { AllowsTool } from "../../agent/trust/policyPin.ts";
import { estimateTokens } from "../../shared/text/tokenEstimate.ts";
import { visibleText } from "../../shared/text/visibleText.ts";
import type { StoredValue } from "./mcpAccess.ts";

const { l10n } = vscode;

/** The prefix of our own tools, which the agent has already or must not have. */
const ownPrefix = "aihub_";
const server = "editor";
const chosenSchema = z.record(z.string(), z.string());

/** The editor's tools, including those of its MCP servers. Off until the person chooses them. */
export class EditorModelTools {
  readonly #chosen: StoredValue;

  constructor(chosen: StoredValue) {
    this.#chosen = chosen;
  }

  get isThere(): boolean {
    return lm().tools !== undefined && lm().invokeTool !== undefined;
  }

  /** Chosen tools that are unchanged since, and that the hub's policy allows in this form. */
  async tools(
    taken: ReadonlySet<string>,
    allowsTool: AllowsTool = () => true,
  ): Promise<readonly AgentTool[]> {
    const chosen = this.#read();
    const all = await listed();
    const pinned = all.filter(
      (one) => chosen[one.tool.name] === one.pin && allowsTool(server, one),
    );
    const owners = pinned.map(({ tool }) => ({ server, tool: tool.name }));
    const names = toolNames(owners, taken);
    const caller = callerOf(new Map(all.map(({ tool, pin }) => [tool.name, pin])));
    return pinned.map((one, index) =>
      mcpTool({ server, name: names[index] ?? "", pinned: one, caller, isOfEditor: true }),
    );
  }

  async choose(): Promise<void> {
    const chosen = this.#read();
    const items = (await listed()).map((pinned) => ({
      label: visibleText(pinned.tool.name),
      description: l10n.t("{0} tokens", tokensOf(pinned)),
      detail: visibleText((pinned.tool.description ?? "").slice(0, 300)),
      picked: chosen[pinned.tool.name] === pinned.pin,
      pinned,
    }));
    const picked = await vscode.window.showQuickPick(items, {
      title: l10n.t("Tools of the editor that the agent may use"),
      placeHolder: l10n.t("Each call needs a card or your rule."),
      canPickMany: true,
      matchOnDetail: true,
    });
    if (picked) {
      const next = picked.map(({ pinned: { tool, pin } }) => [tool.name, pin] as const);
      this.#chosen.set(Object.fromEntries(next));
    }
  }

  #read(): Readonly<Record<string, string>> {
    return chosenSchema.safeParse(this.#chosen.get()).data ?? {};
  }
}

/** Functions may be missing in any editor version. */
function lm(): Partial<typeof vscode.lm> {
  const api: Partial<typeof vscode.lm> | undefined = vscode.lm;
  return api ?? {};
}

async function listed(): Promise<readonly PinnedTool[]> {
  const tools = (lm().tools ?? []).flatMap(({ name, description, inputSchema }) => {
    const tool = parseListedTool({ name, description, inputSchema: inputSchema ?? {} });
    return tool && !name.startsWith(ownPrefix) ? [tool] : [];
  });
  return await Promise.all(tools.map((tool) => pinTool(server, tool)));
}

function tokensOf(pinned: PinnedTool): number {
  return estimateTokens(JSON.stringify(definitionOf(pinned.tool.name, pinned)));
}

function callerOf(pins: ReadonlyMap<string, string>): ToolCaller {
  return {
    // Pinned at the run's start; the editor itself refuses removed tools.
    pinNow: (tool) => pins.get(tool),
    call: async (tool, input, signal) => {
      const cancel = new vscode.CancellationTokenSource();
      const stop = (): void => cancel.cancel();
      signal.addEventListener("abort", stop, { once: true });
      try {
        const options = { input, toolInvocationToken: undefined };
        const { content } = await vscode.lm.invokeTool(tool, options, cancel.token);
        return { kind: "answered", result: { content: content.map(partOf) } };
      } catch {
        signal.throwIfAborted();
        return { kind: "unknown", reason: "The editor or the person refused it, or it failed." };
      } finally {
        signal.removeEventListener("abort", stop);
        cancel.dispose();
      }
    },
  };
}

function partOf(part: unknown): { readonly type: string; readonly text?: string } {
  return part instanceof vscode.LanguageModelTextPart
    ? { type: "text", text: part.value }
    : { type: "other" };
}
