import type { TokenUsage } from "../store/records.ts";
import type { AnswerEvent, FinishReason } from "./answerEvent.ts";
import type { AnswerHead } from "./answerWriter.ts";

export type Finish = AnswerEvent & { readonly kind: "finish" };

/** OpenAI clients know four reasons; others go into `native_finish_reason`, as at OpenRouter. */
export function nativeOf({ reason, native }: Finish): object {
  const word = native ?? (reason === "pause" ? "pause_turn" : undefined);
  return word === undefined ? {} : { native_finish_reason: word };
}

/** A pause becomes `length`, for which clients offer to continue the answer. */
export function openAiFinishReason(reason: FinishReason, { hasOlderCalls }: AnswerHead): string {
  switch (reason) {
    case "length":
    case "pause":
      return "length";
    case "toolCalls":
      return hasOlderCalls === true ? "function_call" : "tool_calls";
    case "refusal":
      return "content_filter";
    default:
      return "stop";
  }
}

export function openAiUsageOf(usage: TokenUsage): object {
  const { inputTokens, outputTokens, cachedTokens, cacheWriteTokens } = usage;
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...(cachedTokens + cacheWriteTokens > 0 && {
      prompt_tokens_details: {
        cached_tokens: cachedTokens,
        ...(cacheWriteTokens > 0 && { cache_write_tokens: cacheWriteTokens }),
      },
    }),
  };
}
