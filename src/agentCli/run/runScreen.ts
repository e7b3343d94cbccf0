import type { AgentRunDeps } from "../../agent/run/agentRun.ts";
import type { AgentEvent, RunEnd } from "../../agent/run/cards/agentEvents.ts";
import type { Ask } from "../../agent/tools/askPerson.ts";
import type { AskElicited } from "../../agentNode/mcpClient/mcpConnection.ts";
import type { AnswerSchema } from "./answerSchema.ts";
import { type ApproveAct, approverOf } from "./composeRun.ts";
import { endLines, type ShownRun, troubleText } from "./endLines.ts";
import type { ProgramOptions } from "./programOptions.ts";
import {
  askElicited,
  askQuestion,
  askYes,
  eventText,
  hasPerson,
  print,
  printNotice,
  dataNotices,
} from "./terminal.ts";

/** The place where a run is shown and its questions are asked. */
export interface RunScreen extends Pick<AgentRunDeps, "tell"> {
  readonly approve: ApproveAct;
  /** Asks the person; undefined if nobody can be asked. */
  readonly ask: Ask | undefined;
  readonly elicit: AskElicited;
  readonly askYes: ((question: string) => Promise<boolean>) | undefined;
  readonly notice: (line: string) => void;
  readonly show: (event: Exclude<AgentEvent, RunEnd>) => void;
  readonly showEnd: (end: RunEnd, run: ShownRun) => void;
}

/** A screen of text or of JSON lines. With an answer by a schema, only the answer is printed. */
export function plainScreen(options: ProgramOptions, answer?: AnswerSchema): RunScreen {
  const { isJson } = options;
  const isPerson = hasPerson(isJson);
  const write = answer && !isJson ? printNotice : print;
  const show = (event: Exclude<AgentEvent, RunEnd>): void => {
    const text = isJson ? JSON.stringify(jsonEvent(event)) : eventText(event);
    if (text !== undefined) {
      write(text);
    }
  };
  const tellData = dataNotices(printNotice);
  /** The text of an answer whose end has not come: a broken answer has no event with its text. */
  let unshown = "";
  return {
    approve: approverOf(options),
    ask: isPerson ? askQuestion : undefined,
    elicit: async (question, signal) => (isPerson ? askElicited(question, signal) : undefined),
    askYes: isPerson ? askYes : undefined,
    notice: printNotice,
    tell: (event) => {
      tellData(event);
      unshown += event.kind === "textDelta" ? event.text : "";
    },
    show: (event) => {
      unshown = event.type === "text" ? "" : unshown;
      show(event);
    },
    showEnd: (end, run) => {
      if (unshown !== "") {
        show({ type: "text", text: unshown });
      }
      const trouble = troubleText(end);
      if (trouble !== undefined) {
        printNotice(trouble);
      }
      write(endLines(end, { ...run, answer: answer?.value }).join("\n"));
      if (answer?.value !== undefined && !isJson) {
        print(JSON.stringify(answer.value));
      }
    },
  };
}

/** A card has the difference; whole files would make the line too long. */
function jsonEvent(event: AgentEvent): object {
  if (event.type !== "card") {
    return event;
  }
  return { ...event, planned: { ...event.planned, files: undefined } };
}
