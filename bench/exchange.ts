import type { ChatEvent } from "../src/shared/conversation/conversation.ts";

export interface Exchange {
  readonly questionId: string;
  readonly messageId: string;
  /** The answer before it; null for the first. */
  readonly parentId: string | null;
  readonly createdAt: number;
  readonly question: string;
  readonly model: string;
}

/** A question, and the beginning of its answer. */
export function begun(exchange: Exchange): readonly [ChatEvent, ChatEvent] {
  const { questionId, messageId, parentId, createdAt, question, model } = exchange;
  return [
    {
      kind: "userMessageAdded",
      message: {
        role: "user",
        id: questionId,
        parentId,
        createdAt,
        text: question,
        attachments: [],
      },
    },
    {
      kind: "answerStarted",
      message: {
        role: "assistant",
        id: messageId,
        parentId: questionId,
        createdAt,
        model,
        parts: [],
        state: "streaming",
        notices: [],
      },
    },
  ];
}
