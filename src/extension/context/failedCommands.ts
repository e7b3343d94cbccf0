import * as vscode from "vscode";

import type { Attachment } from "../../context/attachment.ts";
import { maxTerminalText, terminalText } from "../../context/terminalText.ts";
import type { Clock } from "../../shared/clock.ts";
import { DisposableStore, type Disposable } from "../../shared/lifecycle.ts";
import { textAttachment } from "./fileAttachments.ts";

const { l10n } = vscode;

/** A command line is shown in menus up to this length, in UTF-16 units. */
const maxCommand = 4_000;
/** Raw output holds sequences that are removed later. */
const maxRaw = 4 * maxTerminalText;
/** Commands whose output is read at the same time; a further one is not read. */
const maxReading = 20;
/** How long the last output may come after the command's end, in milliseconds. */
const maxLate = 1_000;
/** A shell's exit code for Ctrl+C: the person ended the command. */
const interrupted = 130;

const contextKey = "aiHub.hasFailedCommand";

/** What is known of a command that failed in a terminal. */
export interface FailedCommand {
  readonly command: string;
  /** The terminal's name. */
  readonly terminal: string;
  readonly exitCode: number;
  /** The end of its output, as text. */
  readonly output: string;
}

interface Reading {
  raw: string;
  /** Resolves when all output was read. Never rejects. */
  readonly isOver: Promise<void>;
}

/**
 * Remembers the last command that failed in a terminal, in memory only. Needs the shell integration
 * of the terminal; without it nothing is known and nothing offered.
 */
export class FailedCommands implements Disposable {
  readonly #clock: Clock;
  readonly #disposables = new DisposableStore();
  readonly #reading = new Map<vscode.TerminalShellExecution, Reading>();
  #last: FailedCommand | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#disposables.add(
      vscode.window.onDidStartTerminalShellExecution(({ execution }) => this.#read(execution)),
    );
    this.#disposables.add(
      vscode.window.onDidEndTerminalShellExecution((event) => void this.#ended(event)),
    );
  }

  get last(): FailedCommand | undefined {
    return this.#last;
  }

  dispose(): void {
    this.#reading.clear();
    this.#disposables.dispose();
  }

  #read(execution: vscode.TerminalShellExecution): void {
    if (this.#reading.size >= maxReading) {
      return;
    }
    const read = async (): Promise<void> => {
      for await (const data of execution.read()) {
        reading.raw = (reading.raw + data).slice(-maxRaw);
      }
    };
    const reading: Reading = {
      raw: "",
      // Begun at once: a short command's output may come right after its start, and the editor
      // passes on only what comes after `read`. A terminal that closes ends its output with an
      // error: what was read remains.
      isOver: read().catch(() => undefined),
    };
    this.#reading.set(execution, reading);
  }

  async #ended(event: vscode.TerminalShellExecutionEndEvent): Promise<void> {
    const { execution, exitCode, terminal } = event;
    const reading = this.#reading.get(execution);
    this.#reading.delete(execution);
    if (exitCode === undefined || exitCode === 0 || exitCode === interrupted) {
      return;
    }
    const late = new Promise<void>((resolve) => {
      this.#clock.startTimer(resolve, maxLate);
    });
    await Promise.race([reading?.isOver, late]);
    this.#last = {
      command: terminalText(execution.commandLine.value).slice(0, maxCommand),
      terminal: terminal.name,
      exitCode,
      output: terminalText(reading?.raw ?? ""),
    };
    void vscode.commands.executeCommand("setContext", contextKey, true);
  }
}

/** A failed command with its output; if none is known, the person is notified. */
export function attachFailedCommand(failed: FailedCommand | undefined): readonly Attachment[] {
  if (!failed) {
    void vscode.window.showInformationMessage(
      l10n.t("No command has failed in a terminal since AI Hub was opened."),
    );
    return [];
  }
  const { command, terminal, exitCode, output } = failed;
  const text = [`$ ${command}`, output, `[exit code ${exitCode}]`].filter((part) => part !== "");
  return [
    textAttachment({ kind: "terminal", path: terminal, languageId: "text" }, text.join("\n")),
  ];
}
