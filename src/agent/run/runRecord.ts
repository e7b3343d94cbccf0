import * as z from "zod/mini";

import type { ChatRequestMessage } from "../../hub/wire/chatTypes.ts";
import { parseJson } from "../../shared/base/json.ts";
import { goOnText } from "./runPrompt.ts";
import type { RunResume, RunState } from "./runState.ts";
import { storedStateFields } from "./storedState.ts";

/** The next run of the conversation begins with exactly these messages. */
export interface RunRecord {
  readonly answerId: string;
  readonly model: string;
  /** Differs after the person moved the start of the context. */
  readonly first: string;
  readonly state: RunState;
}

export interface AskedRun {
  readonly answerId: string;
  readonly previousId: string | undefined;
  readonly model: string;
  /** Has no system text; ends with the question, or with the request to continue. */
  readonly conversation: readonly ChatRequestMessage[];
}

const maxFirst = 4_000;

export function firstOf([first]: readonly ChatRequestMessage[]): string {
  return JSON.stringify(first ?? null).slice(0, maxFirst);
}

/**
 * The state with which the next run begins. Undefined if the record belongs to another branch, or a new message has
 * another model. A continued run keeps its name, cap, cost and steps. With another model or a later start of the
 * context, it begins with `fresh` and the conversation's own messages.
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
 * The steps of an answer that a crash interrupted, which may include a call with unknown outcome, and the text of an
 * incomplete answer.
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

/** Removes the person's messages that the answer quotes: the record has them as messages. */
function withoutSteering(text: string): string {
  return text.replaceAll(/^> .*$/gmu, "").trim();
}

const lineSchema = z.object({
  answerId: z.string(),
  model: z.string(),
  first: z.string(),
  keep: z.number(),
  ...storedStateFields,
});

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

/** A torn or foreign line ends the record. */
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
