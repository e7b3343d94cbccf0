import { anthropicBody } from "./anthropicRequest.ts";
import type { ChatRequest } from "./chatTypes.ts";
import { openAiBody } from "./openAiRequest.ts";

/** The two chat formats that a hub understands. */
export type ChatFormat = "openai" | "anthropic";

/** The format to use. `auto` takes the model's own format if the hub's list names it, else `openai`. */
export type ChatFormatChoice = ChatFormat | "auto";

/** The bytes that are sent for a request, in UTF-8. */
export interface EncodedRequest {
  /** Path below the base URL. */
  readonly path: string;
  /** JSON text. */
  readonly body: string;
}

/** Writes a request in a chat format. The same request always gives the same bytes. */
export function encodeRequest(request: ChatRequest, format: ChatFormat): EncodedRequest {
  return format === "anthropic"
    ? { path: "/hub/v1/messages", body: JSON.stringify(anthropicBody(request)) }
    : { path: "/hub/v1/chat/completions", body: JSON.stringify(openAiBody(request)) };
}
