import { randomUUID } from "node:crypto";

import { ApiError, type ErrorStyle } from "../http/apiError.ts";
import { AnthropicReader } from "./anthropic/anthropicReader.ts";
import {
  anthropicAnswer,
  anthropicStreamError,
  AnthropicWriter,
} from "./anthropic/anthropicWriter.ts";
import type { AnswerEvent, StreamError } from "./base/answerEvent.ts";
import type { AnswerReader } from "./base/answerReader.ts";
import type { AnswerHead, AnswerWriter } from "./base/answerWriter.ts";
import { openAiAnswer } from "./openAi/openAiAnswer.ts";
import { OpenAiReader } from "./openAi/openAiReader.ts";
import { openAiStreamError, OpenAiWriter } from "./openAi/openAiWriter.ts";
import { ResponsesReader } from "./responses/responsesReader.ts";
import {
  responsesAnswer,
  responsesStreamError,
  ResponsesWriter,
} from "./responses/responsesWriter.ts";

export type ChatFormat = ErrorStyle | "responses";

export const chatFormats: readonly ChatFormat[] = ["openai", "anthropic", "responses"];

export function createReader(format: ChatFormat): AnswerReader {
  switch (format) {
    case "openai":
      return new OpenAiReader();
    case "anthropic":
      return new AnthropicReader();
    default:
      return new ResponsesReader();
  }
}

export function createWriter(
  format: ChatFormat,
  head: AnswerHead,
  wantsUsage: boolean,
): AnswerWriter {
  switch (format) {
    case "openai":
      return new OpenAiWriter(head, wantsUsage);
    case "anthropic":
      return new AnthropicWriter(head);
    default:
      return new ResponsesWriter(head);
  }
}

export function wholeAnswer(
  format: ChatFormat,
  head: AnswerHead,
  events: readonly AnswerEvent[],
): object {
  switch (format) {
    case "openai":
      return openAiAnswer(head, events);
    case "anthropic":
      return anthropicAnswer(head, events);
    default:
      return responsesAnswer(head, events);
  }
}

const idStarts = { openai: "chatcmpl-", anthropic: "msg_", responses: "resp_" };

export function answerId(format: ChatFormat): string {
  return `${idStarts[format]}${randomUUID().replaceAll("-", "")}`;
}

export function streamErrorText(
  format: ChatFormat,
  error: ApiError | StreamError,
  requestId: string,
): string {
  if (format === "anthropic") {
    return anthropicStreamError(error, requestId);
  }
  if (format === "responses") {
    const head = { id: answerId(format), requestId, created: 0, model: "", inputTokens: 0 };
    return responsesStreamError(head, error);
  }
  return error instanceof ApiError
    ? `data: ${JSON.stringify(error.toBody())}\n\n`
    : openAiStreamError(error);
}
