import type { Attachment } from "../context/attachment.ts";
import type { Clock } from "../shared/base/clock.ts";
import type { ChatEvent } from "../shared/conversation/conversation.ts";
import { emptyAnswer } from "./turn.ts";

export interface Question {
  readonly parentId: string | null;
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

export interface NewAnswers {
  readonly answers: readonly { readonly id: string; readonly model: string }[];
  readonly isComparison: boolean;
  readonly events: readonly ChatEvent[];
}

export function newAnswers(
  parentId: string,
  models: readonly string[],
  { clock, newId }: { readonly clock: Clock; readonly newId: () => string },
): NewAnswers {
  const comparisonId = models.length > 1 ? newId() : undefined;
  const answers = models.map((model) => ({ id: newId(), model }));
  const events = answers.map(({ id, model }): ChatEvent => {
    const message = emptyAnswer({ id, parentId, createdAt: clock.now(), model });
    return {
      kind: "answerStarted",
      message: comparisonId === undefined ? message : { ...message, comparisonId },
    };
  });
  return { answers, isComparison: comparisonId !== undefined, events };
}
