import type { HubModel } from "../shared/model.ts";

/** Room for the answer where the model does not say how long it may be. */
const usualAnswerTokens = 4_096;

/**
 * Tokens that are kept free for the answer: what the model may answer at most, but never more than a
 * quarter of its context. Undefined where the model's context is not known: there is nothing to keep free.
 */
export function reservedForAnswer(
  model: Pick<HubModel, "contextLength" | "maxOutputTokens">,
): number | undefined {
  const { contextLength, maxOutputTokens = usualAnswerTokens } = model;
  return contextLength === undefined
    ? undefined
    : Math.min(maxOutputTokens, Math.floor(contextLength / 4));
}

/** The most recent turns that fit into `budget` tokens, by where the first of them is; at least the last turn. */
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
