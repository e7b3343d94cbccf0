import * as vscode from "vscode";

import { isOnAtAll } from "../completion/enabled.ts";
import type { Host } from "./composeHost.ts";
import { commandNames, sellerTabViewType, tabViewType } from "./editor/commandNames.ts";
import { completionSettings } from "./editor/completionSettings.ts";
import { askForInstruction } from "./editor/instructionBox.ts";
import { InstructionDrafts } from "./editor/instructionDrafts.ts";
import { registerLanguageModels } from "./languageModels/lazyLanguageModels.ts";
import type { SellerNode, SellerTree } from "./seller/sellerTree.ts";
import { registerEditorTools } from "./tools/editorRegistration.ts";

export function register(context: vscode.ExtensionContext, load: () => Promise<Host>): void {
  registerEditorTools(context, async () => await (await load()).loadEditorTools());
  context.subscriptions.push(
    vscode.window.registerWebviewViewProvider("aiHub.chat", {
      resolveWebviewView: async (view) => (await load()).showSidebar(view),
    }),
    vscode.window.registerWebviewPanelSerializer(tabViewType, {
      deserializeWebviewPanel: async (panel, state) => (await load()).showTab(panel, state),
    }),
    vscode.window.registerTreeDataProvider("aiHub.seller", new LazyTree(load)),
    vscode.window.registerWebviewPanelSerializer(sellerTabViewType, {
      deserializeWebviewPanel: async (panel) => {
        const { seller } = await load();
        (await seller?.get())?.restoreTab(panel);
      },
    }),
    registerLanguageModels(async () => await (await load()).languageModels.get()),
    vscode.window.registerUriHandler({
      handleUri: async (uri) => (await load()).openLink(uri),
    }),
    registerInlineEdit(load),
    followCompletion(load),
    ...commandNames
      .filter((name) => name !== "inlineEdit")
      .map((name) =>
        vscode.commands.registerCommand(`aiHub.${name}`, async (...args: readonly unknown[]) => {
          const { commands } = await load();
          return await commands[name](...args);
        }),
      ),
  );
}

/** Loads completion when a language is turned on. While all are off, only the setting is observed. */
function followCompletion(load: () => Promise<Host>): vscode.Disposable {
  let isOn = false;
  const follow = async (): Promise<void> => {
    const wasOn = isOn;
    isOn = isOnAtAll(completionSettings.enabled());
    if (isOn || wasOn) {
      const { completion } = await load();
      await completion.follow();
    }
  };
  // If completion cannot be loaded, only completion is missing.
  const safely = (): void => void follow().catch(() => undefined);
  safely();
  return completionSettings.onDidChange(safely);
}

const warmUp = "aiHub.warmUp";

/**
 * Opens the box before the host loads: until it has the focus, keys reach the document. The editor queries the
 * extension host before a command's first run, and keys would overtake it; so this runs the command once now, without
 * effect.
 */
function registerInlineEdit(load: () => Promise<Host>): vscode.Disposable {
  const command = "aiHub.inlineEdit";
  const drafts = new InstructionDrafts();
  const registered = vscode.commands.registerCommand(command, async (why: unknown) => {
    const asked = why === warmUp ? undefined : askForInstruction(drafts);
    await (asked && (await load()).editInPlace(asked));
  });
  void vscode.commands.executeCommand("runCommands", { commands: [{ command, args: warmUp }] });
  return registered;
}

class LazyTree implements vscode.TreeDataProvider<SellerNode> {
  readonly #load: () => Promise<Host>;
  readonly #didChange = new vscode.EventEmitter<undefined>();
  #tree: SellerTree | undefined;
  #loading: Promise<void> | undefined;

  readonly onDidChangeTreeData = this.#didChange.event;

  constructor(load: () => Promise<Host>) {
    this.#load = load;
  }

  async getChildren(node?: SellerNode): Promise<SellerNode[]> {
    this.#loading ??= this.#loadTree();
    await this.#loading;
    return (await this.#tree?.getChildren(node)) ?? [];
  }

  getTreeItem(node: SellerNode): vscode.TreeItem {
    return this.#tree?.getTreeItem(node) ?? new vscode.TreeItem("");
  }

  async #loadTree(): Promise<void> {
    try {
      const { seller } = await this.#load();
      this.#tree = (await seller?.get())?.tree;
      this.#tree?.onDidChangeTreeData(() => this.#didChange.fire(undefined));
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
  }
}
