import { anthropicBody } from "./anthropicRequest.ts";
import type { ChatRequest } from "./chatTypes.ts";
import { openAiBody } from "./openAiRequest.ts";

export type ChatFormat = "openai" | "anthropic";

/** `auto`: the model's own format by the hub's list, else `openai`. */
export type ChatFormatChoice = ChatFormat | "auto";

export interface EncodedRequest {
  readonly path: string;
  /** JSON, sent as UTF-8. */
  readonly body: string;
}

export function encodeRequest(request: ChatRequest, format: ChatFormat): EncodedRequest {
  return format === "anthropic"
    ? { path: "/hub/v1/messages", body: JSON.stringify(anthropicBody(request)) }
    : { path: "/hub/v1/chat/completions", body: JSON.stringify(openAiBody(request)) };
}
