import type { ChatEvent, Conversation, Message } from "../shared/conversation/conversation.ts";
import { reduce } from "../shared/conversation/transcript.ts";
import type { ForeignChanges } from "./conversationStore.ts";

/** The mark is not stored: another window may still be streaming the answer. */
export function withoutInterrupted(conversation: Conversation): Conversation {
  return conversation.messages.flatMap(endOf).reduce(reduce, conversation);
}

export function foreignEvents(
  conversation: Conversation,
  { events }: ForeignChanges,
  runningIds: ReadonlySet<string>,
): readonly ChatEvent[] {
  const taken: ChatEvent[] = [];
  let known = conversation;
  for (const event of events) {
    if ("messageId" in event && runningIds.has(event.messageId)) {
      continue;
    }
    const resumed = resumedBy(known, event);
    for (const next of resumed ? [resumed, event] : [event]) {
      known = reduce(known, next);
      taken.push(next);
    }
  }
  return runningIds.size > 0 && known.leafId !== conversation.leafId && conversation.leafId
    ? [...taken, { kind: "branchSelected", leafId: conversation.leafId }]
    : taken;
}

function endOf(message: Message): readonly ChatEvent[] {
  if (message.role !== "assistant" || message.state !== "streaming") {
    return [];
  }
  const calls = message.parts.flatMap((part): readonly ChatEvent[] =>
    part.kind === "toolCall" && (part.state === "waiting" || part.state === "running")
      ? [
          {
            kind: "toolCallChanged",
            messageId: message.id,
            callId: part.callId,
            state: part.state === "waiting" ? "refused" : "unknown",
          },
        ]
      : [],
  );
  return [
    ...calls,
    {
      kind: "answerEnded",
      messageId: message.id,
      state: "incomplete",
      failure: { kind: "truncated" },
    },
  ];
}

/** Reopens an answer that looked interrupted when its window adds text. */
function resumedBy(conversation: Conversation, event: ChatEvent): ChatEvent | undefined {
  if (event.kind !== "partDelta") {
    return undefined;
  }
  const message = conversation.messages.findLast(({ id }) => id === event.messageId);
  return message?.role === "assistant" && message.state === "incomplete"
    ? { kind: "answerResumed", messageId: message.id, model: message.model }
    : undefined;
}
