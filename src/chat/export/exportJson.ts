import * as z from "zod/mini";

import type { Attachment } from "../../context/attachment.ts";
import {
  attachmentInfoSchema,
  type Conversation,
  messageSchema,
} from "../../shared/conversation/conversation.ts";
import { type MaskTally, newTally, shareable, shareableText } from "./shareable.ts";

export const exportFormat = "ai-hub-conversation";
export const exportVersion = 1;

export const exportSchema = z.object({
  format: z.literal(exportFormat),
  version: z.literal(exportVersion),
  exportedAt: z.optional(z.string().check(z.maxLength(40))),
  /** The number of masked values; they cannot be restored. */
  masked: z.optional(z.int().check(z.nonnegative())),
  title: z.string().check(z.maxLength(300)),
  leafId: z.nullable(z.string()),
  messages: z.array(messageSchema).check(z.minLength(1), z.maxLength(50_000)),
  attachments: z
    .array(z.object({ info: attachmentInfoSchema, content: z.string() }))
    .check(z.maxLength(10_000)),
});

export type ExportedConversation = z.infer<typeof exportSchema>;

export function exportJson(
  conversation: Conversation,
  attachments: readonly Attachment[],
  exportedAt: number,
  tally: MaskTally = newTally(),
): string {
  const { title, messages, leafId } = shareable(conversation, tally);
  const shared = attachments.map(({ info: { uri: _uri, ...info }, content }) => ({
    info: { ...info, name: shareableText(info.name, tally), path: shareableText(info.path, tally) },
    content: info.kind === "image" ? content : shareableText(content, tally),
  }));
  const exported = {
    format: exportFormat,
    version: exportVersion,
    exportedAt: new Date(exportedAt).toISOString(),
    ...(tally.masked > 0 && { masked: tally.masked }),
    title: title ?? "AI Hub",
    leafId,
    messages,
    attachments: shared,
  };
  return `${JSON.stringify(exported, undefined, 2)}\n`;
}
