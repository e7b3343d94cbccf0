import * as vscode from "vscode";

import type { LanguageModelAccess } from "../editor/settings.ts";

const { l10n } = vscode;

export interface AccessSettings {
  languageModelAccess(): LanguageModelAccess;
  setLanguageModelAccess(value: LanguageModelAccess): Thenable<void>;
  onDidChange(name: "languageModels.access", listener: () => void): vscode.Disposable;
}

/**
 * Whether others may use the hub's models at the person's cost. The editor does not reveal which extension asks, so one
 * answer covers all. Asks once per window; parallel requests wait for that answer.
 */
export class ModelAccess implements vscode.Disposable {
  readonly #settings: AccessSettings;
  readonly #subscription: vscode.Disposable;
  #inThisWindow: boolean | undefined;
  #question: Promise<boolean> | undefined;

  constructor(settings: AccessSettings) {
    this.#settings = settings;
    this.#subscription = settings.onDidChange("languageModels.access", () => {
      this.#inThisWindow = undefined;
    });
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  async isAllowed(): Promise<boolean> {
    const access = this.#settings.languageModelAccess();
    if (access !== "ask") {
      return access === "allow";
    }
    if (this.#inThisWindow !== undefined) {
      return this.#inThisWindow;
    }
    this.#question ??= this.#ask().finally(() => {
      this.#question = undefined;
    });
    return await this.#question;
  }

  async #ask(): Promise<boolean> {
    const always = l10n.t("Allow");
    const once = l10n.t("Allow in This Window");
    const never = l10n.t("Don't Allow");
    // Enter presses the first button. Escape denies until the window closes.
    const chosen = await vscode.window.showWarningMessage(
      l10n.t("Allow other extensions to use the hub's models?"),
      {
        modal: true,
        detail: l10n.t(
          "Another extension or the editor's own chat wants to send a request. Such requests use your token and your budget. The setting aiHub.languageModels.access changes your answer.",
        ),
      },
      never,
      once,
      always,
    );
    this.#inThisWindow = chosen === once || chosen === always;
    if (chosen === always || chosen === never) {
      await this.#remember(chosen === always ? "allow" : "deny");
    }
    return chosen === once || chosen === always;
  }

  async #remember(access: LanguageModelAccess): Promise<void> {
    try {
      await this.#settings.setLanguageModelAccess(access);
    } catch {
      // If settings cannot be written, the answer holds for this window only.
    }
  }
}
