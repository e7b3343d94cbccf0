import * as vscode from "vscode";

import type { Disposable } from "../../../shared/base/lifecycle.ts";
import type { CommandOutput } from "../../../shared/calls/agentCalls.ts";

export class TerminalMirrors implements Disposable {
  readonly #mirrors = new Map<string, Mirror>();

  print(output: CommandOutput): void {
    this.#mirrors.get(output.callId)?.show(output);
  }

  open(output: CommandOutput): void {
    const { callId } = output;
    const mirror =
      this.#mirrors.get(callId) ?? new Mirror(callId, () => this.#mirrors.delete(callId));
    this.#mirrors.set(callId, mirror);
    mirror.show(output);
    mirror.reveal();
  }

  dispose(): void {
    for (const mirror of this.#mirrors.values()) {
      mirror.dispose();
    }
  }
}

class Mirror implements vscode.Pseudoterminal {
  readonly #didWrite = new vscode.EventEmitter<string>();
  readonly #terminal: vscode.Terminal;
  readonly #onClose: () => void;
  #shown = "";
  #isOpen = false;

  readonly onDidWrite = this.#didWrite.event;

  constructor(callId: string, onClose: () => void) {
    this.#onClose = onClose;
    this.#terminal = vscode.window.createTerminal({
      name: vscode.l10n.t("Agent: {0}", callId.slice(-4)),
      pty: this,
    });
  }

  open(): void {
    this.#isOpen = true;
    this.#didWrite.fire(lines(this.#shown));
  }

  close(): void {
    this.#didWrite.dispose();
    this.#onClose();
  }

  show({ tail }: CommandOutput): void {
    const added = tail.startsWith(this.#shown)
      ? tail.slice(this.#shown.length)
      : `\u{1B}[2J\u{1B}[3J\u{1B}[H${tail}`;
    this.#shown = tail;
    if (this.#isOpen && added !== "") {
      this.#didWrite.fire(lines(added));
    }
  }

  reveal(): void {
    this.#terminal.show(true);
  }

  dispose(): void {
    this.#terminal.dispose();
  }
}

function lines(text: string): string {
  return text.replaceAll(/\r?\n/gu, "\r\n");
}
