import * as vscode from "vscode";

import type { Attachment } from "../../../context/attachment.ts";
import { maxTerminalText, terminalText } from "../../../context/terminalText.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import { DisposableStore, type Disposable } from "../../../shared/base/lifecycle.ts";
import { textAttachment } from "../files/fileAttachments.ts";
import { lastOutput } from "./terminal.ts";

const { l10n } = vscode;

/** A command line is shown in menus up to this length, in UTF-16 units. */
const maxCommand = 4_000;
/** Of a command line on a chip, in UTF-16 units. */
const maxName = 200;
/** Raw output holds sequences that are removed later. */
const maxRaw = 4 * maxTerminalText;
/** Commands whose output is read at the same time; a further one is not read. */
const maxReading = 20;
/** How long the last output may come after the command's end, in milliseconds. */
const maxLate = 1_000;
/** A shell's exit code for Ctrl+C: the person ended the command. */
const interrupted = 130;

/** For the model, in place of the output. */
const noOutput = "(no output: the command wrote none, or the editor passed none on)";

const contextKey = "aiHub.hasFailedCommand";

/** What is known of a command that failed in a terminal. */
export interface FailedCommand {
  readonly command: string;
  readonly terminal: vscode.Terminal;
  readonly exitCode: number;
  /** The end of what the editor passed on of its output, as text. */
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
      terminal,
      exitCode,
      output: terminalText(reading?.raw ?? ""),
    };
    void vscode.commands.executeCommand("setContext", contextKey, true);
  }
}

/** A failed command with its output; if none is known, the person is notified. */
export async function attachFailedCommand(
  failed: FailedCommand | undefined,
): Promise<readonly Attachment[]> {
  if (!failed) {
    void vscode.window.showInformationMessage(
      l10n.t("No command has failed in a terminal since AI Hub was opened."),
    );
    return [];
  }
  const { command, terminal, exitCode } = failed;
  const output = await outputOf(failed);
  if (output === "") {
    void vscode.window.showInformationMessage(
      l10n.t(
        "The editor gave no output of this command. If it wrote any, select it in the terminal and use Explain Terminal Selection.",
      ),
    );
  }
  const text = [`$ ${command}`, output || noOutput, `[exit code ${exitCode}]`].join("\n");
  const name = command.replaceAll(/\s+/gu, " ").slice(0, maxName);
  return [
    textAttachment({ kind: "terminal", name, path: terminal.name, languageId: "text" }, text),
  ];
}

/**
 * An editor on a server passes the start of a quick command and all its output in one message, and
 * drops the output: who reads from the start on is only heard after that message. Then the terminal
 * itself is asked, if this command is still the last one in the active terminal. A clipboard that
 * may not be read leaves the output unknown.
 */
async function outputOf({ command, terminal, output }: FailedCommand): Promise<string> {
  if (output !== "" || vscode.window.activeTerminal !== terminal) {
    return output;
  }
  const shown = await lastOutput(command).catch(() => undefined);
  return terminalText((shown ?? "").slice(-maxRaw));
}
