import type { AssistantMessage, Message } from "./conversation.ts";

export function messageLength(message: Message | undefined): number {
  if (!message) {
    return 0;
  }
  return message.role === "user"
    ? message.text.length
    : message.parts.reduce((sum, part) => sum + partLength(part), 0);
}

function partLength(part: AssistantMessage["parts"][number]): number {
  return part.kind === "toolCall"
    ? part.arguments.length + (part.result?.length ?? 0)
    : part.text.length;
}
