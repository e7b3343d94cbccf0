/** The lines of a conversation file: a header, then events and attachment contents in the order they came. */
import * as z from "zod/mini";

import { StorageError, type StoredConversation } from "../../chat/conversationStore.ts";
import type { Attachment } from "../../context/attachment.ts";
import {
  attachmentInfoSchema,
  type ChatEvent,
  chatEventSchema,
} from "../../shared/conversation.ts";
import { emptyConversation, reduce } from "../../shared/transcript.ts";

const schemaVersion = 1;

export const attachmentSchema = z.object({ info: attachmentInfoSchema, content: z.string() });

const recordSchema = z.union([
  z.object({ event: chatEventSchema }),
  z.object({ attachment: attachmentSchema }),
  z.object({ schema: z.number(), id: z.string() }),
]);

type ConversationRecord = { readonly event: ChatEvent } | { readonly attachment: Attachment };

export function headerLine(id: string): string {
  return `${JSON.stringify({ schema: schemaVersion, id })}\n`;
}

export function formatRecords(records: readonly ConversationRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

/**
 * Reads what can be read: a torn last line, NUL bytes and foreign lines are passed over, because the rest
 * of the conversation is worth more. Throws a `StorageError` for a file of a newer version.
 */
export function readRecords(content: string): Omit<StoredConversation, "draft"> {
  let conversation = emptyConversation;
  const attachments = new Map<string, Attachment>();
  for (const record of parseRecords(content)) {
    if ("event" in record) {
      conversation = reduce(conversation, record.event);
    } else if ("attachment" in record) {
      attachments.set(record.attachment.info.id, record.attachment);
    } else if (record.schema > schemaVersion) {
      throw new StorageError("This conversation was written by a newer version of AI Hub");
    }
  }
  return { conversation, attachments };
}

/** The title in the first lines of a file. */
export function readHeadTitle(head: string): string | undefined {
  for (const record of parseRecords(head)) {
    if ("event" in record && record.event.kind === "titled") {
      return record.event.title;
    }
  }
  return undefined;
}

function* parseRecords(content: string): Generator<z.infer<typeof recordSchema>> {
  for (const line of content.split("\n")) {
    const record = recordSchema.safeParse(parseLine(line));
    if (record.success) {
      yield record.data;
    }
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // Torn by a crash, or not ours; the schema refuses undefined.
    return undefined;
  }
}
