import * as vscode from "vscode";

import type { Clock } from "../../../shared/base/clock.ts";
import { type Disposable, DisposableStore } from "../../../shared/base/lifecycle.ts";

const { l10n } = vscode;

const showCommand = "aiHub.agent.showWaiting";

/** Longer waits are shown outside the chat. */
const patienceMs = 3_000;

export interface AttentionDeps {
  readonly clock: Clock;
  readonly isWaiting: (conversationId: string) => boolean;
  readonly onDidChange: (listener: (conversationId: string | undefined) => void) => Disposable;
  readonly setBadge: (count: number, tooltip: string) => void;
  readonly show: (conversationId: string) => Promise<void>;
}

/**
 * Shows waiting runs on the view and in the status bar, also for hidden chats, and notifies once if the window lacks
 * focus. Reveals nothing of the card's contents.
 */
export class Attention implements Disposable {
  readonly #deps: AttentionDeps;
  readonly #disposables = new DisposableStore();
  readonly #status: vscode.StatusBarItem;
  readonly #timers = new Map<string, () => void>();
  readonly #waiting = new Set<string>();
  #first: string | undefined;

  constructor(deps: AttentionDeps) {
    this.#deps = deps;
    this.#status = this.#disposables.add(
      vscode.window.createStatusBarItem("aiHub.agent", vscode.StatusBarAlignment.Left, 0),
    );
    this.#status.name = l10n.t("AI Hub: agent");
    this.#status.command = showCommand;
    this.#disposables.add(
      vscode.commands.registerCommand(showCommand, async () => {
        if (this.#first !== undefined) {
          await deps.show(this.#first);
        }
      }),
    );
    this.#disposables.add(
      deps.onDidChange((id) => {
        if (id !== undefined) {
          this.#look(id);
        }
      }),
    );
  }

  dispose(): void {
    for (const cancel of this.#timers.values()) {
      cancel();
    }
    this.#disposables.dispose();
  }

  #look(id: string): void {
    const { clock, isWaiting } = this.#deps;
    if (!isWaiting(id)) {
      this.#timers.get(id)?.();
      this.#timers.delete(id);
      if (this.#waiting.delete(id)) {
        this.#draw();
      }
    } else if (!this.#timers.has(id)) {
      this.#timers.set(
        id,
        clock.startTimer(() => this.#tell(id), patienceMs),
      );
    }
  }

  #tell(id: string): void {
    this.#waiting.add(id);
    this.#draw();
    if (!vscode.window.state.focused) {
      void this.#notify(id);
    }
  }

  async #notify(id: string): Promise<void> {
    const show = l10n.t("Show");
    const answer = await vscode.window.showInformationMessage(
      l10n.t("The agent waits for you."),
      show,
    );
    if (answer === show) {
      await this.#deps.show(id);
    }
  }

  #draw(): void {
    const { size } = this.#waiting;
    const text = l10n.t("The agent waits for you.");
    this.#deps.setBadge(size, size === 0 ? "" : text);
    const [first] = this.#waiting;
    if (first === undefined) {
      this.#status.hide();
      return;
    }
    this.#status.text = `$(person) ${text}`;
    this.#first = first;
    this.#status.show();
  }
}
