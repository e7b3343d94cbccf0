import * as z from "zod/mini";

import type { ChatRequestMessage } from "../../hub/chatTypes.ts";
import { parseJson } from "../../shared/json.ts";
import { goOnText } from "./runPrompt.ts";
import type { RunResume, RunState } from "./runState.ts";
import { storedStateFields } from "./storedState.ts";

/** What a conversation's last run sent, so that the next one begins with exactly the same. */
export interface RunRecord {
  /** The answer that the run is. */
  readonly answerId: string;
  readonly model: string;
  /** Recognises the beginning of the conversation: it differs when the person lets the context start later. */
  readonly first: string;
  readonly state: RunState;
}

/** What the person wants now. */
export interface AskedRun {
  readonly answerId: string;
  /** The answer before the question. */
  readonly previousId: string | undefined;
  readonly model: string;
  /** Of the conversation, without a system text; the last is the question, or the wish to go on. */
  readonly conversation: readonly ChatRequestMessage[];
}

const maxFirst = 4_000;

/** For `RunRecord.first`. */
export function firstOf([first]: readonly ChatRequestMessage[]): string {
  return JSON.stringify(first ?? null).slice(0, maxFirst);
}

/**
 * How the run starts from the record: a run that goes on keeps its name, cap, cost and steps; a new message after it
 * begins a new run with the same messages. Undefined if the record is of another branch, or another model shall answer a
 * new message. A run that goes on with another model, or with a later beginning of the context, gets the conversation's
 * own messages, for which `fresh` makes the beginning.
 */
export function resumeOf(
  record: RunRecord | undefined,
  asked: AskedRun,
  fresh: (conversation: readonly ChatRequestMessage[]) => readonly ChatRequestMessage[],
): RunResume | undefined {
  const { conversation, model, previousId } = asked;
  const isOn = record?.answerId === asked.answerId;
  const isSame = record?.model === model && record.first === firstOf(conversation);
  if (!record || !(isOn || (isSame && record.answerId === previousId))) {
    return undefined;
  }
  const before = conversation.slice(0, -1);
  const messages = isSame
    ? [...record.state.messages, ...unrecorded(record.state.messages, before)]
    : fresh(before);
  if (isOn) {
    return { state: { ...record.state, messages }, message: goOnText };
  }
  const question = conversation.at(-1);
  return question?.role === "user"
    ? {
        state: { messages, steps: 0, cost: "0", mode: record.state.mode },
        message: question.content,
      }
    : undefined;
}

/**
 * What the conversation has behind the record: the steps of an answer that a crash interrupted, in which a call may be
 * of unknown outcome, and the text of one that broke off.
 */
function unrecorded(
  recorded: readonly ChatRequestMessage[],
  conversation: readonly ChatRequestMessage[],
): readonly ChatRequestMessage[] {
  const known = new Set(recorded.flatMap(callIds));
  const end = conversation.findLastIndex((message) => callIds(message).some((id) => known.has(id)));
  const later = conversation
    .slice(end + 1)
    .filter((message) => message.role === "tool" && !known.has(message.callId));
  const results = new Set(later.map((message) => message.role === "tool" && message.callId));
  const steps = conversation
    .slice(end + 1)
    .filter((message) => later.includes(message) || callIds(message).some((id) => results.has(id)));
  const last = conversation.at(-1);
  const isAnswered = isText(recorded.at(-1)) && steps.length === 0;
  const text = isText(last) && !isAnswered ? withoutSteering(last.content) : "";
  return [...steps, ...(text === "" ? [] : [{ role: "assistant" as const, content: text }])];
}

function callIds(message: ChatRequestMessage): readonly string[] {
  return message.role === "assistant" ? (message.toolCalls ?? []).map(({ id }) => id) : [];
}

function isText(
  message: ChatRequestMessage | undefined,
): message is Extract<ChatRequestMessage, { role: "assistant" }> {
  return message?.role === "assistant" && callIds(message).length === 0;
}

/** What the person said meanwhile is quoted in the answer, and has a message of its own in the record. */
function withoutSteering(text: string): string {
  return text.replaceAll(/^> .*$/gmu, "").trim();
}

const lineSchema = z.object({
  answerId: z.string(),
  model: z.string(),
  first: z.string(),
  /** Messages of the lines before that stay; those of this line follow. */
  keep: z.number(),
  ...storedStateFields,
});

/** The line that leads from one record to the next. `isWhole`: it needs none of the lines before it. */
export function recordLine(
  before: RunRecord | undefined,
  { state, ...head }: RunRecord,
): { readonly line: string; readonly isWhole: boolean } {
  const { messages, ...rest } = state;
  const known = before?.state.messages ?? [];
  const differs = messages.findIndex((message, index) => message !== known[index]);
  const keep = differs < 0 ? messages.length : differs;
  const line = { ...head, ...rest, keep, messages: messages.slice(keep) };
  return { line: `${JSON.stringify(line)}\n`, isWhole: keep === 0 };
}

/** The record that the lines lead to. A line that is torn or not ours ends it. */
export function parseRecord(text: string): RunRecord | undefined {
  let record: RunRecord | undefined;
  for (const line of text.split("\n").filter((one) => one !== "")) {
    const parsed = lineSchema.safeParse(parseJson(line));
    if (!parsed.success) {
      return record;
    }
    const { answerId, model, first, keep, messages: added, ...state } = parsed.data;
    const messages = [...(record?.state.messages.slice(0, keep) ?? []), ...added];
    record = { answerId, model, first, state: { ...state, messages } };
  }
  return record;
}
