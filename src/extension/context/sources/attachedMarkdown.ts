import { exportMarkdown } from "../../../chat/export/exportMarkdown.ts";
import { englishExportWords } from "../../../chat/export/exportWords.ts";
import type { Conversation } from "../../../shared/conversation/conversation.ts";

export function attachedMarkdown(conversation: Conversation): string {
  return exportMarkdown(conversation, englishExportWords);
}
