import type { HubModel } from "../shared/hubApi/model.ts";

/** Reserved if the hub reports no limit for the model's answers. */
const usualAnswerTokens = 4_096;

/**
 * Tokens kept free for the answer: the model's limit, but at most a quarter of its context. Undefined if the context
 * length is unknown.
 */
export function reservedForAnswer(
  model: Pick<HubModel, "contextLength" | "maxOutputTokens">,
): number | undefined {
  const { contextLength, maxOutputTokens = usualAnswerTokens } = model;
  return contextLength === undefined
    ? undefined
    : Math.min(maxOutputTokens, Math.floor(contextLength / 4));
}

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
