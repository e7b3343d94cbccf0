import * as vscode from "vscode";

import type { Tokens } from "../../hub/tokens/tokenStore.ts";
import { DisposableStore, type Disposable } from "../../shared/base/lifecycle.ts";
import { parseBaseUrl } from "../../shared/text/baseUrl.ts";
import { addressWithout, type TokenInSettings, tokensInSettings } from "./tokensInSettings.ts";

const { l10n } = vscode;

/**
 * Removes tokens from `settings.json`: the person's own token moves to the secret store; a token in workspace settings
 * is reported, never used.
 */
export class SettingsGuard implements Disposable {
  readonly #tokens: Tokens;
  readonly #disposables = new DisposableStore();
  #isWatching = false;
  #hasToldOfWorkspace = false;

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
  }

  watch(): void {
    if (this.#isWatching) {
      return;
    }
    this.#isWatching = true;
    this.#disposables.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("aiHub")) {
          void this.#check();
        }
      }),
    );
    void this.#check();
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #check(): Promise<void> {
    const values = vscode.workspace.getConfiguration().inspect<unknown>("aiHub");
    for (const found of tokensInSettings(values?.globalValue)) {
      await this.#move(found);
    }
    const foreign = [values?.workspaceValue, values?.workspaceFolderValue].flatMap((value) =>
      tokensInSettings(value),
    );
    if (foreign.length > 0 && !this.#hasToldOfWorkspace) {
      this.#hasToldOfWorkspace = true;
      void vscode.window.showWarningMessage(
        l10n.t(
          "The settings of this workspace hold a token, for everybody who has the folder to read. AI Hub does not use it. Delete it there, and make a new one in the hub.",
        ),
      );
    }
  }

  async #move({ name, token }: TokenInSettings): Promise<void> {
    const configuration = vscode.workspace.getConfiguration("aiHub");
    const own = configuration.inspect<unknown>("baseUrl")?.globalValue;
    const address = typeof own === "string" ? own : "";
    const clean = name === "baseUrl" ? (addressWithout(token, address) ?? "") : address;
    const parsed = parseBaseUrl(clean);
    if (!parsed.ok) {
      void vscode.window.showWarningMessage(
        l10n.t(
          "Your settings hold a token, where it can be synced and read. Enter the address of your hub, and AI Hub moves it to the secret store.",
        ),
      );
      return;
    }
    const known = await this.#tokens.get(parsed.origin);
    const kept = known?.isKept === true || (await this.#tokens.set(parsed.origin, token)).isKept;
    if (!kept) {
      // Deleting it here would lose the token when the window closes.
      void vscode.window.showWarningMessage(
        l10n.t(
          "Your settings hold a token, where it can be synced and read. It stays there, because the editor's secret store does not answer: unlock it, then reload the window.",
        ),
      );
      return;
    }
    const rest = name === "baseUrl" ? parsed.baseUrl : undefined;
    await configuration.update(name, rest, vscode.ConfigurationTarget.Global);
    void vscode.window.showWarningMessage(
      l10n.t(
        "A token in your settings was moved to the editor's secret store and deleted from them. It may have been synced before: make a new one in the hub to be safe.",
      ),
    );
  }
}
