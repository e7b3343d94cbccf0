import { styleText } from "node:util";

import { visibleLines } from "../../shared/text/visibleText.ts";
import { approverOf } from "../run/composeRun.ts";
import { type ShownRun, troubleText } from "../run/endLines.ts";
import type { ProgramOptions } from "../run/programOptions.ts";
import type { RunScreen } from "../run/runScreen.ts";
import {
  chosenAnswer,
  eventText,
  print,
  questionText,
  dataNotices,
  TerminalApprover,
} from "../run/terminal.ts";
import type { ChatTerminal } from "./chatTerminal.ts";

type Style = Parameters<typeof styleText>[0];

/** Plain without a terminal and with NO_COLOR. */
export function styled(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}

export interface ChatScreenDeps {
  /** Undefined: nobody can be asked. */
  readonly terminal: ChatTerminal | undefined;
  readonly ended: (end: Parameters<RunScreen["showEnd"]>[0], run: ShownRun) => void;
  readonly checkpoint: (id: string) => void;
}

/** Answers appear as they arrive; calls in a weaker tone. */
export function chatScreen(options: ProgramOptions, deps: ChatScreenDeps): RunScreen {
  const { terminal, ended, checkpoint } = deps;
  let isStreamed = false;
  const tellData = dataNotices(print);
  const approver =
    terminal &&
    new TerminalApprover(async (text, signal) => terminal.readKey(coloured(text), signal));
  return {
    approve: approverOf(options, approver),
    ask:
      terminal &&
      (async (asked, signal) => {
        print(visibleLines(questionText(asked)));
        return chosenAnswer(asked, await terminal.readAnswer("? ", signal));
      }),
    elicit: () => Promise.resolve(undefined),
    askYes: terminal && (async (question) => (await terminal.readKey(`${question} [y/N]`)) === "y"),
    notice: print,
    tell: (event) => {
      tellData(event);
      if (event.kind === "textDelta") {
        isStreamed = true;
        process.stdout.write(visibleLines(event.text));
      }
    },
    show: (event) => {
      if (event.type === "text" && isStreamed) {
        isStreamed = false;
        process.stdout.write("\n");
        return;
      }
      if (event.type === "checkpoint") {
        checkpoint(event.id);
        return;
      }
      const text = eventText(event);
      if (text !== undefined) {
        print(event.type === "text" ? text : styled("dim", oneLine(text)));
      }
    },
    showEnd: (end, run) => {
      if (isStreamed) {
        process.stdout.write("\n");
      }
      const lines = [troubleText(end), styled("dim", eventText(end) ?? "")];
      print(lines.filter((line) => line !== undefined).join("\n"));
      ended(end, run);
    },
  };
}

/** Cut to the terminal's width. */
function oneLine(text: string): string {
  const { columns, isTTY } = process.stdout;
  return isTTY && text.length > columns ? `${text.slice(0, columns - 1)}…` : text;
}

/** The lines of a difference. */
function coloured(text: string): string {
  return visibleLines(text)
    .split("\n")
    .map((line) =>
      line.startsWith("+")
        ? styled("green", line)
        : line.startsWith("-")
          ? styled("red", line)
          : line,
    )
    .join("\n");
}
