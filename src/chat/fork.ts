import type { Attachment } from "../context/attachment.ts";
import type { ChatEvent, Conversation, Message } from "../shared/conversation/conversation.ts";
import { visiblePath } from "../shared/conversation/transcript.ts";

export interface Fork {
  readonly events: readonly ChatEvent[];
  readonly attachments: readonly Attachment[];
}

/** Undefined if the message is missing or its answer is running. */
export function forkAt(
  conversation: Conversation,
  messageId: string,
  {
    title,
    attachment,
  }: {
    readonly title: string;
    readonly attachment: (id: string) => Attachment | undefined;
  },
): Fork | undefined {
  const path = visiblePath({ ...conversation, leafId: messageId });
  if (path.length === 0 || path.some(isStreaming)) {
    return undefined;
  }
  const isStartInside = path.some(({ id }) => id === conversation.contextStartId);
  return {
    events: [
      { kind: "titled", title },
      ...path.map(addedEvent),
      ...(isStartInside
        ? [{ kind: "contextStarted", fromId: conversation.contextStartId ?? null } as const]
        : []),
    ],
    attachments: path.flatMap((message) =>
      message.role === "user" ? message.attachments.flatMap(({ id }) => attachment(id) ?? []) : [],
    ),
  };
}

function isStreaming(message: Message): boolean {
  return message.role === "assistant" && message.state === "streaming";
}

function addedEvent(message: Message): ChatEvent {
  if (message.role === "user") {
    return { kind: "userMessageAdded", message };
  }
  const { comparisonId: _comparisonId, ...answer } = message;
  return { kind: "answerStarted", message: answer };
}
