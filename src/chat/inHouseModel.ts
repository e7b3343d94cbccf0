import type { Conversation } from "../shared/conversation/conversation.ts";

/** The model in house that last answered in the conversation because of its data. */
export function inHouseModelOf({ messages }: Pick<Conversation, "messages">): string | undefined {
  const notices = messages.flatMap((message) =>
    message.role === "assistant" ? message.notices : [],
  );
  return notices.findLast(({ kind }) => kind === "dlp_routed")?.hubCode;
}
