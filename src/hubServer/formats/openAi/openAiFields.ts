import { isRecord } from "../../../shared/base/json.ts";
import type { TokenUsage } from "../../store/records.ts";
import type { AnswerEvent, FinishReason, StreamError } from "../base/answerEvent.ts";
import { countOf, type Fields, fieldsOf, listOf, stringOf } from "../base/fields.ts";

/** The calls of a message; servers of the older form send one `function_call`. */
export function callsIn({ tool_calls: calls, function_call: call }: Fields): readonly Fields[] {
  return isRecord(call) && calls === undefined ? [{ function: call }] : listOf(calls).map(fieldsOf);
}

/** The end of an answer, with a pause that another gateway renamed. */
export function endOf(
  reason: string,
  native: string | undefined,
  hasCalls: boolean,
): { readonly reason: FinishReason; readonly native?: string } {
  if (reason === "pause_turn" || native === "pause_turn") {
    return { reason: "pause" };
  }
  const known = finishReasonOf(reason, hasCalls);
  return knownReasons.has(reason)
    ? { reason: known }
    : { reason: known, native: reason.slice(0, 100) };
}

const knownReasons: ReadonlySet<string> = new Set([
  "stop",
  "length",
  "content_filter",
  "tool_calls",
  "function_call",
]);

/**
 * The real reason for the end: some servers send "stop" after tool calls, and a client that reads "stop" does not run
 * them.
 */
function finishReasonOf(reason: string, hasCalls: boolean): FinishReason {
  switch (reason) {
    case "length":
      return "length";
    case "content_filter":
      return "refusal";
    case "tool_calls":
    case "function_call":
      return "toolCalls";
    default:
      return hasCalls ? "toolCalls" : "stop";
  }
}

export function contentOf(content: unknown): string {
  return typeof content === "string"
    ? content
    : listOf(content)
        .map((part) => stringOf(fieldsOf(part)["text"]) ?? "")
        .join("");
}

export function usageEvents(answer: Fields): readonly AnswerEvent[] {
  const { usage } = answer;
  if (!isRecord(usage)) {
    return [];
  }
  const details = fieldsOf(usage["completion_tokens_details"]);
  const reasoningTokens = countOf(details["reasoning_tokens"]);
  return [
    { kind: "usage", usage: openAiUsage(usage), ...(reasoningTokens > 0 && { reasoningTokens }) },
  ];
}

export function openAiUsage(usage: Fields): TokenUsage {
  const details = fieldsOf(usage["prompt_tokens_details"]);
  return {
    inputTokens: countOf(usage["prompt_tokens"]),
    cachedTokens: countOf(details["cached_tokens"]),
    cacheWriteTokens: countOf(details["cache_write_tokens"]),
    outputTokens: countOf(usage["completion_tokens"]),
  };
}

export function hasError(chunk: Fields): boolean {
  return chunk["error"] !== undefined && chunk["error"] !== null;
}

export function openAiError(error: unknown): StreamError {
  const { message, code } = fieldsOf(error);
  const status = Number(code);
  return {
    message:
      stringOf(message)?.slice(0, 2_000) ??
      (typeof error === "string" ? error.slice(0, 2_000) : "The model failed."),
    status: status >= 400 && status < 600 ? status : 502,
  };
}
