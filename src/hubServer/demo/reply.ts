import type { ChatRequest } from "../api/chatRequest.ts";

export type Reply =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "toolCall";
      readonly name: string;
      readonly fields: Readonly<Record<string, unknown>>;
    };

export function replyTo(request: ChatRequest): Reply {
  return {
    kind: "text",
    text: `I am hub-demo, a built-in demonstration. ${request.messages.length}`,
  };
}
