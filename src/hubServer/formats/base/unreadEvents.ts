import type { AnswerEvent } from "./answerEvent.ts";

/**
 * An error for broken JSON, which loses a piece of the answer; empty for other data, such as
 * `[DONE]`.
 */
export function unreadEvents(data: string): readonly AnswerEvent[] {
  const message = "The upstream sent an event that cannot be read.";
  return /^\s*\{/u.test(data.slice(0, 100))
    ? [{ kind: "error", error: { message, status: 502 } }]
    : [];
}
