import { createInterface } from "node:readline/promises";

import { type Elicitation, elicitedValue } from "../../agent/mcpClient/elicitation.ts";
import type {
  AgentEvent,
  Approval,
  AskedAct,
  ChecksState,
  PassedEvent,
  RunEnd,
} from "../../agent/run/cards/agentEvents.ts";
import { type CardWarning, cardWarnings } from "../../agent/run/cards/cardWarnings.ts";
import { offeredRules } from "../../agent/run/cards/offeredRules.ts";
import type { PersonQuestion } from "../../agent/tools/askPerson.ts";
import type { TaintCause } from "../../agent/trust/taint.ts";
import { describeFailure } from "../../shared/failures/failureWords.ts";
import { visibleLines, visibleText } from "../../shared/text/visibleText.ts";

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints beside the result, on standard error. */
export function printNotice(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Undefined for events without a line. */
export function eventText(event: AgentEvent): string | undefined {
  switch (event.type) {
    case "text":
      return visibleLines(event.text);
    case "call":
      return visibleText(`· ${event.tool || "?"} ${JSON.stringify(event.args).slice(0, 200)}`);
    case "result": {
      const [first = ""] = event.text.split("\n", 1);
      return event.state === "done" ? undefined : visibleText(`  ${event.state}: ${first}`);
    }
    case "card":
      return undefined;
    case "checkpoint":
      return visibleText(`To go back: --restore ${event.id}`);
    case "compacted":
      return `· summarised: ${event.before} tokens became ${event.after}`;
    case "tainted":
      return `! ${taintWords[event.cause]}: commands and tools are asked about from now on.`;
    default:
      return endText(event);
  }
}

function endText(end: RunEnd): string {
  const { outcome, reason, steps, cost, isApproximate, files, checks } = end;
  const why = reason === undefined ? "" : ` (${reason})`;
  const sign = isApproximate === true ? "≈ " : "";
  const spent = Number(cost) > 0 ? `, cost ${sign}${cost}` : "";
  const changed = files.length === 0 ? "no files changed" : files.join(", ");
  const checked = checks === undefined ? "" : `, ${checkWords[checks]}`;
  return visibleText(`${outcome}${why}: ${steps} steps${spent}, ${changed}${checked}`);
}

export const checkWords: Readonly<Record<ChecksState, string>> = {
  passed: "checks passed",
  failed: "checks failed",
  notRun: "checks not run",
};

const taintWords: Readonly<Record<TaintCause, string>> = {
  toolServer: "A tool server has answered",
  webPage: "A page of the web was read",
  hiddenText: "A text has characters that people do not see",
};

type AskLine = (question: string, signal?: AbortSignal) => Promise<string>;

/** One question at a time, in the order of the acts. */
export class TerminalApprover {
  readonly #askLine: AskLine;
  #last: Promise<unknown> = Promise.resolve();

  constructor(ask: AskLine = askLine) {
    this.#askLine = ask;
  }

  /** The answer is a list if the act has several edits. */
  ask(asked: AskedAct, signal: AbortSignal): Promise<Approval | readonly Approval[]> {
    const answer = this.#last.then(() => this.#decide(asked, signal));
    // The caller gets the failure; the next question does not depend on it.
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #decide(asked: AskedAct, signal: AbortSignal): Promise<Approval | readonly Approval[]> {
    const { title, detail, taint, parts = [] } = asked;
    const offered = offeredRules(asked).map(({ shown }) => shown.kind);
    const also: readonly (readonly [text: string, answer: Approval, isOffered: boolean])[] = [
      ["r: yes, and the same text for this run", "approvedForRun", offered.includes("run")],
      ["e: yes, and all edits of this run", "approvedForRun", offered.includes("edits")],
      ["b: yes, and go on as before", "approvedAsBefore", taint !== undefined],
    ];
    const choices = also.filter(([, , isOffered]) => isOffered);
    const texts = [
      "y/N",
      ...choices.map(([text]) => text),
      ...(parts.length > 0 ? [oneByOne] : []),
    ];
    const lines = ["", title, detail, ...askedReasons(asked), `Do it? [${texts.join(", or ")}]`];
    const answer = (await this.#askLine(lines.join("\n"), signal)).toLowerCase();
    if (answer === "o" && parts.length > 0) {
      return await this.#decideEach(parts, signal);
    }
    const [, chosen] = choices.find(([text]) => text.startsWith(`${answer}:`)) ?? [];
    return chosen ?? (isYes(answer) ? "approved" : "rejected");
  }

  async #decideEach(
    parts: NonNullable<AskedAct["parts"]>,
    signal: AbortSignal,
  ): Promise<readonly Approval[]> {
    const answers: Approval[] = [];
    for (const [index, { title, detail }] of parts.entries()) {
      const lines = ["", title, detail, `${index + 1} of ${parts.length}: do it? [y/N]`];
      answers.push(isYes(await this.#askLine(lines.join("\n"), signal)) ? "approved" : "rejected");
    }
    return answers;
  }
}

export function askedReasons(asked: AskedAct): readonly string[] {
  return cardWarnings(asked).flatMap((warning) => reasonsOf(warning, asked));
}

function reasonsOf(warning: CardWarning, asked: AskedAct): readonly string[] {
  const { command, findings = [], links = [], taint } = asked;
  switch (warning) {
    case "followsLink":
      return links.map(({ named, target }) => `! ${named} is a link to ${target}.`);
    case "notUndoable":
      // The command's text shows it already.
      return command === undefined ? [`! ${warningWords[warning]}`] : [];
    case "tainted":
      return taint === undefined ? [] : [`! ${taintWords[taint]}.`];
    case "sensitiveData":
      return findings.map(({ kind, count }) => `! Private values: ${count} × ${kind}`);
    default:
      return [`! ${warningWords[warning]}`];
  }
}

const warningWords: Readonly<
  Record<Exclude<CardWarning, "followsLink" | "tainted" | "sensitiveData">, string>
> = {
  leavesSandbox:
    "It runs outside the sandbox, with network and with all that you can change on this machine.",
  savesFirst: "You have changes in this file that are not saved. They are saved first.",
  dropsMost: "More than half of the file would be gone.",
  runsByItself: "A file like this can run by itself.",
  otherNames:
    "The file has further names (hard links), which change too and may run by themselves.",
  changedByCommand:
    "A command in the sandbox has changed it. It runs when somebody builds, tests or installs. Otherwise it is put back.",
  excludedPath: "It may read files that your organisation excludes.",
  secretFile: "A file like this usually holds secrets.",
  outsideWorkspace: "This is outside the workspace.",
  notUndoable: "These changes cannot be undone here.",
  losesIgnored: "It deletes files that Git ignores. They cannot be restored.",
  invisibleCharacters: "It contains characters that cannot be seen. They are shown as codes.",
};

export function hasPerson(isJson: boolean): boolean {
  return process.stdin.isTTY && process.stderr.isTTY && !isJson;
}

export async function askQuestion(
  asked: PersonQuestion,
  signal: AbortSignal,
): Promise<string | undefined> {
  return chosenAnswer(asked, await askLine(questionText(asked), signal));
}

/** The question with numbered options. */
export function questionText({ question, options }: PersonQuestion): string {
  return ["", question, ...options.map((option, index) => `${index + 1}. ${option}`)].join("\n");
}

/** A number chooses an option. */
export function chosenAnswer(
  { options }: PersonQuestion,
  answer: string | undefined,
): string | undefined {
  return options[Number(answer) - 1] ?? answer;
}

export async function askYes(question: string, signal?: AbortSignal): Promise<boolean> {
  return isYes(await askLine(`${question} [y/N]`, signal));
}

const oneByOne = "o: one by one";

function isYes(answer: string): boolean {
  return /^y(?:es)?$/iu.test(answer);
}

async function askLine(question: string, signal?: AbortSignal): Promise<string> {
  const lines = openLines();
  try {
    return (await lines.ask(`${visibleLines(question)} `, signal)).trim();
  } finally {
    lines.close();
  }
}

interface Lines {
  /** Empty if the terminal is gone. */
  ask(question: string, signal?: AbortSignal): Promise<string>;
  close(): void;
}

/** Control-C ends the program as it does without a question. */
function openLines(): Lines {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<string>((resolve) => {
    lines.once("close", () => resolve(""));
  });
  lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  return {
    ask: async (question, signal) => {
      const answer = lines.question(question, signal ? { signal } : {});
      return await Promise.race([answer, closed]);
    },
    close: () => lines.close(),
  };
}

/** Asks field by field. Without a required field, the server gets no answer. */
export async function askElicited(
  { server, message, fields }: Elicitation,
  signal: AbortSignal,
): Promise<Readonly<Record<string, string | number | boolean>> | undefined> {
  const lines = openLines();
  const answer: Record<string, string | number | boolean> = {};
  try {
    process.stderr.write(`\nThe MCP server ${server} asks: ${message}\n`);
    for (const field of fields) {
      const options = field.kind === "flag" ? ["true", "false"] : field.options;
      const hint = options.length === 0 ? "" : ` (${options.map(visibleText).join(", ")})`;
      const text = await lines.ask(`${field.label}${hint}: `, signal);
      const value = text === "" ? undefined : elicitedValue(field, text);
      if (value !== undefined) {
        answer[field.name] = value;
      } else if (field.isRequired || (text !== "" && field.initial !== undefined)) {
        return undefined;
      }
    }
    return answer;
  } finally {
    lines.close();
  }
}

/** Reports what the hub did in each answer, and once each reason for which a model in house answers. */
export function dataNotices(tell: (line: string) => void): (event: PassedEvent) => void {
  const told = new Set<string>();
  return (event) => {
    if (event.kind !== "notice") {
      return;
    }
    const { kind } = event.failure;
    const line = describeFailure(event.failure, "en").headline;
    const isOfAnswer = kind === "dlp_answer_masked" || kind === "dlp_answer_alert";
    if (isOfAnswer || (kind === "dlp_routed" && !told.has(line))) {
      told.add(line);
      tell(line);
    }
  };
}
