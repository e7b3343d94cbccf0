import { readAnthropicRequest } from "./anthropicRequestReader.ts";
import { writeAnthropicRequest } from "./anthropicRequestWriter.ts";
import type { ChatFormat } from "./chatFormat.ts";
import type { Fields } from "./fields.ts";
import type { ModelRequest, ReadRequest } from "./modelRequest.ts";
import { readOpenAiRequest } from "./openAiRequestReader.ts";
import { writeOpenAiRequest } from "./openAiRequestWriter.ts";
import { readResponsesRequest } from "./responses/responsesRequestReader.ts";
import { writeResponsesRequest } from "./responses/responsesRequestWriter.ts";
import type { WrittenRequest } from "./writtenRequest.ts";

/** Throws an `ApiError` (400) for content that no other format has. */
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

/** `allowedTokens`: see `writeAnthropicRequest`. */
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
