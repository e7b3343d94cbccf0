import type { Conversation, Message } from "../../shared/conversation/conversation.ts";
import { messageText, visiblePath } from "../../shared/conversation/transcript.ts";
import type { ExportWords } from "./exportWords.ts";
import { type MaskTally, shareable } from "./shareable.ts";

export function exportMarkdown(
  conversation: Conversation,
  words: ExportWords,
  tally?: MaskTally,
): string {
  const shared = shareable(conversation, tally);
  const sections = visiblePath(shared).map((message) => section(message, words));
  return [`# ${shared.title ?? "AI Hub"}`, ...sections].join("\n\n") + "\n";
}

function section(message: Message, words: ExportWords): string {
  if (message.role === "assistant") {
    const note = message.state === "complete" ? "" : ` (${words.states[message.state]})`;
    return `## ${message.answeredBy ?? message.model}${note}\n\n${messageText(message)}`;
  }
  const attached = message.attachments.map(({ path, startLine, endLine }) =>
    startLine === undefined ? `- ${path}` : `- ${path}:${startLine}-${endLine ?? startLine}`,
  );
  return [`## ${words.you}`, attached.join("\n"), message.text]
    .filter((part) => part !== "")
    .join("\n\n");
}
