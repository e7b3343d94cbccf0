import * as vscode from "vscode";

import { isOnAtAll } from "../completion/enabled.ts";
import type { Host } from "./composeHost.ts";
import { commandNames, sellerTabViewType, tabViewType } from "./editor/commandNames.ts";
import { completionSettings } from "./editor/completionSettings.ts";
import { askForInstruction } from "./editor/instructionBox.ts";
import { registerLanguageModels } from "./languageModels/lazyLanguageModels.ts";
import type { SellerNode, SellerTree } from "./seller/sellerTree.ts";
import { registerEditorTools } from "./tools/editorRegistration.ts";

/** Registers views, commands and tools; `load` builds the rest when the first of them is used. */
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

/** Loads the completion when a language is turned on. While all are off, only the setting is listened to. */
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
  // A completion that cannot be loaded is missing, nothing else.
  const safely = (): void => void follow().catch(() => undefined);
  safely();
  return completionSettings.onDidChange(safely);
}

const warmUp = "aiHub.warmUp";

/**
 * Opens the box for the instruction before the host is loaded: until it has the focus, what is typed
 * goes to the document. The editor asks the extension host before it runs a command for the first
 * time, and keys would overtake the command; so the first time is now, and does nothing.
 */
function registerInlineEdit(load: () => Promise<Host>): vscode.Disposable {
  const command = "aiHub.inlineEdit";
  const registered = vscode.commands.registerCommand(command, async (why: unknown) => {
    const asked = why === warmUp ? undefined : askForInstruction();
    await (asked && (await load()).editInPlace(asked));
  });
  void vscode.commands.executeCommand("runCommands", { commands: [{ command, args: warmUp }] });
  return registered;
}

/** The seller view's entries; loads the host when the view is first shown. */
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

  /** What cannot be loaded is tried again when the view asks again. */
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
