import { readAnthropicRequest } from "./anthropic/anthropicRequestReader.ts";
import { writeAnthropicRequest } from "./anthropic/anthropicRequestWriter.ts";
import type { Fields } from "./base/fields.ts";
import type { ModelRequest, ReadRequest } from "./base/modelRequest.ts";
import type { WrittenRequest } from "./base/writtenRequest.ts";
import type { ChatFormat } from "./chatFormat.ts";
import { readOpenAiRequest } from "./openAi/openAiRequestReader.ts";
import { writeOpenAiRequest } from "./openAi/openAiRequestWriter.ts";
import { readResponsesRequest } from "./responses/responsesRequestReader.ts";
import { writeResponsesRequest } from "./responses/responsesRequestWriter.ts";

export function readRequest(format: ChatFormat, fields: Fields): ReadRequest {
  switch (format) {
    case "openai":
      return readOpenAiRequest(fields);
    case "anthropic":
      return readAnthropicRequest(fields);
    default:
      return readResponsesRequest(fields);
  }
}

export function writeRequest(
  format: ChatFormat,
  request: ModelRequest,
  { model, allowedTokens }: { readonly model: string; readonly allowedTokens: number },
): WrittenRequest {
  switch (format) {
    case "openai":
      return writeOpenAiRequest(request, model);
    case "anthropic":
      return writeAnthropicRequest(request, model, allowedTokens);
    default:
      return writeResponsesRequest(request, model);
  }
}
