import type { Conversation, Message } from "../shared/conversation.ts";
import { textOf, visiblePath } from "../shared/transcript.ts";

/** The visible branch of a conversation as Markdown that reads well anywhere. */
export function exportMarkdown(conversation: Conversation): string {
  const title = conversation.title ?? "AI Hub";
  const sections = visiblePath(conversation).map(section);
  return [`# ${title}`, ...sections].join("\n\n") + "\n";
}

function section(message: Message): string {
  if (message.role === "assistant") {
    const note = message.state === "complete" ? "" : ` (${message.state})`;
    return `## ${message.answeredBy ?? message.model}${note}\n\n${textOf(message)}`;
  }
  const attached = message.attachments.map(({ path, startLine, endLine }) =>
    startLine === undefined ? `- ${path}` : `- ${path}:${startLine}-${endLine ?? startLine}`,
  );
  return [`## You`, attached.join("\n"), message.text].filter((part) => part !== "").join("\n\n");
}
