import { ConversationBuilder } from "../../chat/conversationBuilder.ts";
import type { Attachment } from "../../context/attachment.ts";
import { isCode } from "../../shared/base/errorCode.ts";
import type { ChatEvent, Conversation } from "../../shared/conversation/conversation.ts";
import { RecordReader } from "./conversationRecords.ts";
import { readLines } from "./fileLines.ts";

/** The content of a conversation file, built from its lines; empty if there is no such file. */
export async function readContent(path: string): Promise<ContentReader> {
  const content = new ContentReader();
  try {
    for await (const { lines, end } of readLines(path, 0)) {
      content.add(lines);
      content.end = end;
    }
  } catch (error) {
    if (!isCode(error, "ENOENT")) {
      throw error;
    }
  }
  return content;
}

/**
 * The content of the last lines. `from` is a byte that may be in the middle of a line. Messages
 * that begin before it are missing; later messages are as in the whole file.
 */
export async function readContentFrom(path: string, from: number): Promise<ContentReader> {
  const content = new ContentReader();
  let isFirst = true;
  for await (const { lines } of readLines(path, from)) {
    content.add(isFirst ? lines.slice(1) : lines);
    isFirst = false;
  }
  return content;
}

/** Builds a conversation from its lines. */
export class ContentReader {
  readonly reader = new RecordReader();
  /** The byte where the next line will begin. */
  end = 0;
  readonly #attachments = new Map<string, Attachment>();
  readonly #builder = new ConversationBuilder();
  #hasLines = false;

  /** Whether the file has lines, but no line is ours. */
  get isUnreadable(): boolean {
    return this.#hasLines && !this.reader.hasRecords;
  }

  get result(): {
    readonly conversation: Conversation;
    readonly attachments: ReadonlyMap<string, Attachment>;
  } {
    return { conversation: this.#builder.conversation, attachments: this.#attachments };
  }

  add(lines: readonly string[]): void {
    const events: ChatEvent[] = [];
    this.#hasLines ||= lines.length > 0;
    for (const line of lines) {
      const record = this.reader.read(line);
      if (record?.kind === "event") {
        events.push(record.event);
      } else if (record?.kind === "attachment") {
        this.#attachments.set(record.attachment.info.id, record.attachment);
      }
    }
    this.#builder.add(events);
  }
}
