import type { AnswerEvent } from "./answerEvent.ts";

/**
 * What an event is that is no JSON object: an error if it begins like one, because a piece of the answer is lost
 * then; nothing for others, such as `[DONE]`.
 */
export function unreadEvents(data: string): readonly AnswerEvent[] {
  const message = "The upstream sent an event that cannot be read.";
  return /^\s*\{/u.test(data.slice(0, 100))
    ? [{ kind: "error", error: { message, status: 502 } }]
    : [];
}
