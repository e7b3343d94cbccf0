import { randomUUID } from "node:crypto";

import { ApiError, type ErrorStyle } from "../http/apiError.ts";
import type { AnswerEvent, StreamError } from "./answerEvent.ts";
import type { AnswerReader } from "./answerReader.ts";
import type { AnswerHead, AnswerWriter } from "./answerWriter.ts";
import { AnthropicReader } from "./anthropicReader.ts";
import { anthropicAnswer, anthropicStreamError, AnthropicWriter } from "./anthropicWriter.ts";
import { openAiAnswer } from "./openAiAnswer.ts";
import { OpenAiReader } from "./openAiReader.ts";
import { openAiStreamError, OpenAiWriter } from "./openAiWriter.ts";

export type ChatFormat = ErrorStyle;

export function createReader(format: ChatFormat): AnswerReader {
  return format === "openai" ? new OpenAiReader() : new AnthropicReader();
}

export function createWriter(
  format: ChatFormat,
  head: AnswerHead,
  wantsUsage: boolean,
): AnswerWriter {
  return format === "openai" ? new OpenAiWriter(head, wantsUsage) : new AnthropicWriter(head);
}

export function wholeAnswer(
  format: ChatFormat,
  head: AnswerHead,
  events: readonly AnswerEvent[],
): object {
  return format === "openai" ? openAiAnswer(head, events) : anthropicAnswer(head, events);
}

export function answerId(format: ChatFormat): string {
  return `${format === "openai" ? "chatcmpl-" : "msg_"}${randomUUID().replaceAll("-", "")}`;
}

export function streamErrorText(
  format: ChatFormat,
  error: ApiError | StreamError,
  requestId: string,
): string {
  if (format === "anthropic") {
    return anthropicStreamError(error, requestId);
  }
  return error instanceof ApiError
    ? `data: ${JSON.stringify(error.toBody())}\n\n`
    : openAiStreamError(error);
}
