import type { AnswerEvent } from "./answerEvent.ts";

/** Events of unreadable data: broken JSON loses a piece of the answer, other data, such as `[DONE]`, does not. */
export function unreadEvents(data: string): readonly AnswerEvent[] {
  const message = "The upstream sent an event that cannot be read.";
  return /^\s*\{/u.test(data.slice(0, 100))
    ? [{ kind: "error", error: { message, status: 502 } }]
    : [];
}
