import type { HubModel } from "../shared/hubApi/model.ts";

/** Tokens reserved for the answer if the hub reports no limit for the model's answers. */
const usualAnswerTokens = 4_096;

/**
 * Tokens that are kept free for the answer: the most that the model may answer, but at most a quarter of its
 * context. Undefined if the model's context length is unknown.
 */
export function reservedForAnswer(
  model: Pick<HubModel, "contextLength" | "maxOutputTokens">,
): number | undefined {
  const { contextLength, maxOutputTokens = usualAnswerTokens } = model;
  return contextLength === undefined
    ? undefined
    : Math.min(maxOutputTokens, Math.floor(contextLength / 4));
}

/**
 * The index of the first of the most recent turns that fit into `budget` tokens together; at least the last turn
 * is kept.
 */
export function firstThatFits(turnTokens: readonly number[], budget: number): number {
  let left = budget;
  for (let index = turnTokens.length - 1; index >= 0; index -= 1) {
    left -= turnTokens[index] ?? 0;
    if (left < 0) {
      return Math.min(index + 1, turnTokens.length - 1);
    }
  }
  return 0;
}
