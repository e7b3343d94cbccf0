import { withoutToolCalls } from "../../chat/toolMessages.ts";
import type { ChatRequestMessage } from "../../hub/wire/chatTypes.ts";
import { isNote, noteMessage } from "./runPrompt.ts";

/** The system text and the environment. */
const prefixLength = 2;
const maxSummary = 24_000;

const headings = [
  "## Decided",
  "## Done, and what shows it",
  "## Found out (files, names, commands that work)",
  "## Ended, not to be taken up again",
  "## Open, and the next act",
];

/**
 * The request has no tools, and results are cut to `maxResult` UTF-16 units: it must fit into the nearly full window.
 */
export function summaryRequest(
  messages: readonly ChatRequestMessage[],
  maxResult: number,
): readonly ChatRequestMessage[] {
  const cut = messages.map((message) =>
    message.role === "tool" && message.content.length > maxResult
      ? { ...message, content: `${message.content.slice(0, maxResult)} …` }
      : message,
  );
  const ask =
    "The conversation is about to be replaced by your summary. Write it for yourself, in at most 1,000 words, under " +
    `exactly these headings:\n${headings.join("\n")}\nSay under each only what happened; write "none" where there is ` +
    "nothing. What was finished, answered or cancelled belongs under Ended. Call no tool.";
  return [...withoutToolCalls(cut), noteMessage([ask])];
}

export interface KeptFacts {
  readonly ofTools: readonly string[];
  readonly files: readonly { readonly shown: string; readonly hash: string | undefined }[];
  readonly notes: readonly string[];
}

/**
 * The beginning, the person's messages and the last `steps` steps stay word for word. Earlier tasks are marked as
 * finished.
 */
export function compacted(
  messages: readonly ChatRequestMessage[],
  summary: string,
  facts: KeptFacts,
  steps: number,
): readonly ChatRequestMessage[] {
  const end = startOfLastSteps(messages, steps);
  const older = messages.slice(prefixLength, end);
  const said = older.filter((message) => message.role === "user" && !isNote(message));
  const answered = older.slice(0, older.findLastIndex(isAnswer) + 1);
  const endedCount = answered.filter((message) => said.includes(message)).length;
  const ended =
    endedCount === 0
      ? []
      : [
          `The person's first ${endedCount === 1 ? "message is" : `${endedCount} messages are`} answered and ended: ` +
            "do not take up again what they asked for.",
        ];
  const files = facts.files.map(({ shown, hash }) => `- ${shown} ${hash ?? "deleted"}`);
  return [
    ...messages.slice(0, prefixLength),
    ...said,
    noteMessage([
      "What came before was summarised, by you:",
      summary.slice(0, maxSummary),
      ...ended,
      ...facts.ofTools,
      ...(files.length === 0
        ? []
        : [`Files changed in this run, with SHA-256:\n${files.join("\n")}`]),
      ...facts.notes,
    ]),
    ...messages.slice(end),
  ];
}

/** True for an answer without calls that was not cut. */
function isAnswer(
  message: ChatRequestMessage,
  index: number,
  all: readonly ChatRequestMessage[],
): boolean {
  const next = all[index + 1];
  return (
    message.role === "assistant" &&
    (message.toolCalls ?? []).length === 0 &&
    !(next && isNote(next))
  );
}

function startOfLastSteps(messages: readonly ChatRequestMessage[], steps: number): number {
  const starts = messages.flatMap((message, index) =>
    message.role === "assistant" && (message.toolCalls ?? []).length > 0 ? [index] : [],
  );
  return starts.slice(-steps)[0] ?? messages.length;
}
