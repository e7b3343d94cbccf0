import * as vscode from "vscode";

import type { HubLanguageModels } from "./hubLanguageModels.ts";

const vendor = "ai-hub";

export function registerLanguageModels(load: () => Promise<HubLanguageModels>): vscode.Disposable {
  // Forks with this API version may lack the chat.
  const { registerLanguageModelChatProvider: register } = (vscode.lm ?? {}) as Partial<
    typeof vscode.lm
  >;
  return register?.(vendor, new LazyLanguageModels(load)) ?? new vscode.Disposable(() => undefined);
}

class LazyLanguageModels implements vscode.LanguageModelChatProvider {
  readonly #load: () => Promise<HubLanguageModels>;
  readonly #didChange = new vscode.EventEmitter<void>();
  #loaded: Promise<HubLanguageModels> | undefined;

  readonly onDidChangeLanguageModelChatInformation = this.#didChange.event;

  constructor(load: () => Promise<HubLanguageModels>) {
    this.#load = load;
  }

  async provideLanguageModelChatInformation(
    options: vscode.PrepareLanguageModelChatModelOptions,
  ): Promise<vscode.LanguageModelChatInformation[]> {
    const models = await this.#models();
    return await models.provideLanguageModelChatInformation(options);
  }

  async provideLanguageModelChatResponse(
    ...request: Parameters<HubLanguageModels["provideLanguageModelChatResponse"]>
  ): Promise<void> {
    const models = await this.#models();
    await models.provideLanguageModelChatResponse(...request);
  }

  async provideTokenCount(
    model: vscode.LanguageModelChatInformation,
    text: string | vscode.LanguageModelChatRequestMessage,
  ): Promise<number> {
    const models = await this.#models();
    return await models.provideTokenCount(model, text);
  }

  #models(): Promise<HubLanguageModels> {
    this.#loaded ??= this.#loadOnce();
    return this.#loaded;
  }

  async #loadOnce(): Promise<HubLanguageModels> {
    try {
      const models = await this.#load();
      models.onDidChange(() => this.#didChange.fire());
      return models;
    } catch (error) {
      this.#loaded = undefined;
      throw error;
    }
  }
}
