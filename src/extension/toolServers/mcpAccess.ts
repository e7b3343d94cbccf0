import * as vscode from "vscode";

import type { McpTools } from "../../agent/mcpClient/mcpTools.ts";
import { settings } from "../editor/settings.ts";

export interface StoredValue {
  get(): unknown;
  set(value: unknown): void;
}

export interface McpSecrets {
  get(key: string): Thenable<string | undefined>;
  store(key: string, value: string): Thenable<void>;
  delete(key: string): Thenable<void>;
}

export interface McpWindowDeps {
  readonly takenOffers: StoredValue;
  readonly editorTools: StoredValue;
  readonly secrets: McpSecrets;
  readonly storage: string;
  readonly version: string;
}

export interface McpWindow extends Pick<McpTools, "tools"> {
  manage(): Promise<void>;
  close(): Promise<void>;
}

export type LoadMcp = (deps: McpWindowDeps) => Promise<McpWindow>;

export class McpAccess implements Pick<McpTools, "tools"> {
  readonly #deps: McpWindowDeps & { readonly load: LoadMcp | undefined };
  #window: Promise<McpWindow> | undefined;

  /** Without `load`, as in a browser, there are no servers. */
  constructor(deps: McpWindowDeps & { readonly load: LoadMcp | undefined }) {
    this.#deps = deps;
  }

  /** Loads nothing until the person configured a server or chose a tool. */
  async tools(request: Parameters<McpTools["tools"]>[0]): ReturnType<McpTools["tools"]> {
    const window = this.#isUsed() ? await this.#load() : undefined;
    return (await window?.tools(request)) ?? [];
  }

  async manage(): Promise<void> {
    const window = await this.#load();
    if (!window) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t("MCP servers need an editor on a machine; here is only a browser."),
      );
    }
    await window?.manage();
  }

  async close(): Promise<void> {
    await (await this.#window)?.close();
  }

  #isUsed(): boolean {
    const { takenOffers, editorTools } = this.#deps;
    return [settings.mcpServers(), takenOffers.get(), editorTools.get()].some(hasEntries);
  }

  async #load(): Promise<McpWindow | undefined> {
    const { load } = this.#deps;
    this.#window ??= load?.(this.#deps);
    return await this.#window;
  }
}

function hasEntries(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}
