import { anthropicBody } from "./anthropicRequest.ts";
import type { ChatRequest } from "./chatTypes.ts";
import { openAiBody } from "./openAiRequest.ts";

/** The two forms of chat that a hub speaks. */
export type ChatFormat = "openai" | "anthropic";

/** Which form to use; `auto` is the model's own where the hub's list tells, else `openai`. */
export type ChatFormatChoice = ChatFormat | "auto";

/** What is sent for a request, byte for byte in UTF-8. */
export interface EncodedRequest {
  /** Below the base URL. */
  readonly path: string;
  /** JSON text. */
  readonly body: string;
}

/** One request as the hub gets it in a format. The same request gives the same bytes. */
export function encodeRequest(request: ChatRequest, format: ChatFormat): EncodedRequest {
  return format === "anthropic"
    ? { path: "/hub/v1/messages", body: JSON.stringify(anthropicBody(request)) }
    : { path: "/hub/v1/chat/completions", body: JSON.stringify(openAiBody(request)) };
}
