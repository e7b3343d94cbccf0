import type { Attachment } from "../context/attachment.ts";
import type { Clock } from "../shared/clock.ts";
import type { ChatEvent } from "../shared/conversation.ts";
import { emptyAnswer } from "./turn.ts";

/** A message of the person, and what it follows; null at the beginning. */
export interface Question {
  readonly parentId: string | null;
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

export interface NewAnswers {
  readonly answers: readonly { readonly id: string; readonly model: string }[];
  /** More than one model answers; the person keeps one of the answers. */
  readonly isComparison: boolean;
  /** One `answerStarted` for each answer, in the order of the models. */
  readonly events: readonly ChatEvent[];
}

/** An empty answer to the message `parentId` for each model; more than one model makes a comparison. */
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
