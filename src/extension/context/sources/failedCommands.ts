import * as vscode from "vscode";

import type { Attachment } from "../../../context/attachment.ts";
import { maxTerminalText, terminalText } from "../../../context/terminalText.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import { DisposableStore, type Disposable } from "../../../shared/base/lifecycle.ts";
import { textAttachment } from "../files/fileAttachments.ts";
import { lastOutput } from "./terminal.ts";

const { l10n } = vscode;

const maxCommand = 4_000;
const maxName = 200;
const maxRaw = 4 * maxTerminalText;
const maxReading = 20;
const maxLate = 1_000;
/** Exit code for Ctrl+C: the person ended the command. */
const interrupted = 130;

const noOutput = "(no output: the command wrote none, or the editor passed none on)";

const contextKey = "aiHub.hasFailedCommand";

export interface FailedCommand {
  readonly command: string;
  readonly terminal: vscode.Terminal;
  readonly exitCode: number;
  readonly output: string;
}

interface Reading {
  raw: string;
  readonly isOver: Promise<void>;
}

/** Remembers the last failed terminal command, in memory only. Needs the terminal's shell integration. */
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
      // Read at once: the editor reports only output after `read`, and a short command prints right after its start. A
      // closing terminal ends the stream with an error; the text read so far remains.
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
 * A remote editor sends a quick command's start and all its output in one message, so that a reader started on the
 * start event misses the output. Then reads the terminal itself, if this command is still the last one of the active
 * terminal. Undefined output if the clipboard is unreadable.
 */
async function outputOf({ command, terminal, output }: FailedCommand): Promise<string> {
  if (output !== "" || vscode.window.activeTerminal !== terminal) {
    return output;
  }
  const shown = await lastOutput(command).catch(() => undefined);
  return terminalText((shown ?? "").slice(-maxRaw));
}
