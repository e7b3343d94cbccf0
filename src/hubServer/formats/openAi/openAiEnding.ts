import type { TokenUsage } from "../../store/records.ts";
import type { AnswerEvent } from "../base/answerEvent.ts";
import type { AnswerHead } from "../base/answerWriter.ts";

export type Finish = AnswerEvent & { readonly kind: "finish" };

export function nativeOf({ reason, native }: Finish): object {
  const word = native ?? (reason === "pause" ? "pause_turn" : undefined);
  return word === undefined ? {} : { native_finish_reason: word };
}

/** The reason for an answer's end. An unknown reason stays: `stop` would claim a complete answer, `length` a limit. */
export function openAiFinishReason(
  { reason, native }: Finish,
  { hasOlderCalls }: AnswerHead,
): string {
  switch (reason) {
    case "length":
      return "length";
    case "pause":
      return "pause_turn";
    case "toolCalls":
      return hasOlderCalls === true ? "function_call" : "tool_calls";
    case "refusal":
      return "content_filter";
    default:
      return native ?? "stop";
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
