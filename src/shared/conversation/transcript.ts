import { joinedLeft } from "../guarded/leftValues.ts";
import type { AssistantMessage, ChatEvent, Conversation, Message } from "./conversation.ts";

type AnswerEvent = Extract<ChatEvent, { messageId: string }>;

export const emptyConversation: Conversation = { title: undefined, messages: [], leafId: null };

/**
 * Host and page apply the same events, so stored and shown conversations cannot differ. Events about unknown messages
 * change nothing.
 */
export function reduce(conversation: Conversation, event: ChatEvent): Conversation {
  if ("messageId" in event) {
    return updated(conversation, event.messageId, (answer) => reduceAnswer(answer, event));
  }
  switch (event.kind) {
    case "titled":
      return { ...conversation, title: event.title };
    case "userMessageAdded":
    case "answerStarted":
      return added(conversation, event.message);
    case "branchSelected":
      return { ...conversation, leafId: event.leafId };
    case "contextStarted":
      return withContextStart(conversation, event.fromId);
    case "comparisonDecided":
      return decided(conversation, event);
    default:
      return event satisfies never;
  }
}

export function visiblePath(conversation: Conversation): readonly Message[] {
  const byId = new Map(conversation.messages.map((message) => [message.id, message]));
  const path: Message[] = [];
  let current = conversation.leafId === null ? undefined : byId.get(conversation.leafId);
  while (current && path.length <= conversation.messages.length) {
    path.push(current);
    current = current.parentId === null ? undefined : byId.get(current.parentId);
  }
  return path.toReversed();
}

/** Excludes the turns before `contextStartId`. */
export function sentPath(conversation: Conversation): readonly Message[] {
  const path = visiblePath(conversation);
  const start = path.findIndex(({ id }) => id === conversation.contextStartId);
  return path.slice(Math.max(0, start));
}

export function siblingsOf(conversation: Conversation, message: Message): readonly Message[] {
  return conversation.messages.filter(
    (other) => other.parentId === message.parentId && other.role === message.role,
  );
}

/** The answers of this comparison, itself included, until one is kept. */
export function comparedWith(
  conversation: Conversation,
  message: Message | undefined,
): readonly AssistantMessage[] {
  if (message?.role !== "assistant" || message.comparisonId === undefined) {
    return [];
  }
  const { comparisonId } = message;
  return conversation.messages.filter(
    (other): other is AssistantMessage =>
      other.role === "assistant" && other.comparisonId === comparisonId,
  );
}

/** Where the branch of a neighbouring sibling ends. */
export function leafBeside(
  conversation: Conversation,
  message: Message,
  offset: 1 | -1,
): string | undefined {
  const siblings = siblingsOf(conversation, message);
  const sibling = siblings[siblings.indexOf(message) + offset];
  return sibling && newestLeafBelow(conversation, sibling.id);
}

export function newestLeafBelow(conversation: Conversation, messageId: string): string {
  let leafId = messageId;
  for (const message of conversation.messages) {
    if (message.parentId === leafId) {
      leafId = newestChild(conversation, leafId) ?? leafId;
    }
  }
  return leafId;
}

export function messageText(message: Message): string {
  return message.role === "user"
    ? message.text
    : message.parts.flatMap((part) => (part.kind === "text" ? part.text : [])).join("\n\n");
}

function withContextStart(conversation: Conversation, fromId: string | null): Conversation {
  const { contextStartId: _previous, ...rest } = conversation;
  return fromId === null ? rest : { ...rest, contextStartId: fromId };
}

function decided(
  conversation: Conversation,
  { comparisonId, keptId }: Extract<ChatEvent, { kind: "comparisonDecided" }>,
): Conversation {
  const messages = conversation.messages.map((message) => {
    if (message.role === "user" || message.comparisonId !== comparisonId) {
      return message;
    }
    const { comparisonId: _decided, ...rest } = message;
    return rest;
  });
  return { ...conversation, messages, leafId: keptId };
}

export function reduceAnswer(answer: AssistantMessage, event: AnswerEvent): AssistantMessage {
  switch (event.kind) {
    case "answerResumed":
      return { ...withoutEnd(answer), model: event.model, state: "streaming" };
    case "answerIdentified":
      return identified(answer, event);
    case "partDelta":
      return { ...answer, parts: appended(answer.parts, event) };
    case "toolCallAdded":
      return { ...answer, parts: [...answer.parts, event.part] };
    case "toolCallChanged":
      return { ...answer, parts: answer.parts.map((part) => changedCall(part, event)) };
    case "noticeAdded":
      return { ...answer, notices: [...answer.notices, event.notice] };
    case "valuesLeft":
      return { ...answer, left: joinedLeft(answer.left, event.left) };
    case "usageReported":
      return { ...answer, usage: { ...answer.usage, ...event.usage } };
    case "answerEnded":
      return ended(answer, event);
    default:
      return event satisfies never;
  }
}

function identified(
  answer: AssistantMessage,
  { answeredBy, requestId }: Extract<ChatEvent, { kind: "answerIdentified" }>,
): AssistantMessage {
  return {
    ...answer,
    ...(answeredBy !== undefined && { answeredBy }),
    ...(requestId !== undefined && { requestId }),
  };
}

function ended(
  answer: AssistantMessage,
  { kind: _kind, messageId: _id, ...end }: Extract<ChatEvent, { kind: "answerEnded" }>,
): AssistantMessage {
  // A response that data-loss prevention withdrew must not stay readable.
  const parts = end.failure?.kind === "dlp_response" ? [] : answer.parts;
  return { ...withoutEnd(answer), ...end, parts };
}

function changedCall(
  part: AssistantMessage["parts"][number],
  { callId, state, result }: Extract<ChatEvent, { kind: "toolCallChanged" }>,
): AssistantMessage["parts"][number] {
  return part.kind === "toolCall" && part.callId === callId
    ? { ...part, state, ...(result !== undefined && { result }) }
    : part;
}

/**
 * The answer without its end: it ends twice if two windows have it, or if it was continued, and the last end counts.
 */
function withoutEnd(answer: AssistantMessage): AssistantMessage {
  const { failure: _failure, finishReason: _finishReason, checks: _checks, ...rest } = answer;
  return rest;
}

function appended(
  parts: AssistantMessage["parts"],
  delta: { readonly part: "text" | "reasoning"; readonly text: string },
): AssistantMessage["parts"] {
  const last = parts.at(-1);
  return last?.kind === delta.part
    ? parts.with(parts.length - 1, { kind: delta.part, text: last.text + delta.text })
    : [...parts, { kind: delta.part, text: delta.text }];
}

function added(conversation: Conversation, message: Message): Conversation {
  if (conversation.messages.some((other) => other.id === message.id)) {
    return conversation;
  }
  return {
    ...conversation,
    messages: [...conversation.messages, message],
    leafId: message.id,
  };
}

function updated(
  conversation: Conversation,
  messageId: string,
  change: (answer: AssistantMessage) => AssistantMessage,
): Conversation {
  const index = conversation.messages.findLastIndex((message) => message.id === messageId);
  const message = conversation.messages[index];
  if (message?.role !== "assistant") {
    return conversation;
  }
  return { ...conversation, messages: conversation.messages.with(index, change(message)) };
}

function newestChild(conversation: Conversation, parentId: string): string | undefined {
  return conversation.messages.findLast((message) => message.parentId === parentId)?.id;
}
