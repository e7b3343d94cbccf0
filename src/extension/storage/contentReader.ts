import { ConversationBuilder } from "../../chat/conversationBuilder.ts";
import type { Attachment } from "../../context/attachment.ts";
import { isCode } from "../../shared/base/errorCode.ts";
import type { ChatEvent, Conversation } from "../../shared/conversation/conversation.ts";
import { RecordReader } from "./conversationRecords.ts";
import { readLines } from "./fileLines.ts";

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

/** `from` may be in the middle of a line. Omits messages that begin before it; later messages are complete. */
export async function readContentFrom(path: string, from: number): Promise<ContentReader> {
  const content = new ContentReader();
  let isFirst = true;
  for await (const { lines } of readLines(path, from)) {
    content.add(isFirst ? lines.slice(1) : lines);
    isFirst = false;
  }
  return content;
}

export class ContentReader {
  readonly reader = new RecordReader();
  end = 0;
  readonly #attachments = new Map<string, Attachment>();
  readonly #builder = new ConversationBuilder();
  #hasLines = false;

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
