import {
  type ConversationDigest,
  totalCost,
  digestEvent,
  emptyDigest,
} from "../../chat/search/conversationDigest.ts";
import type { LibraryEntry } from "../../chat/search/conversationLibrary.ts";
import { type ConversationRecord, RecordReader } from "./conversationRecords.ts";
import { readLines } from "./fileLines.ts";

export interface IndexItem {
  readonly size: number;
  readonly time: number;
  readonly end: number;
  readonly digest: ConversationDigest;
  readonly workspace?: string;
  readonly isFavourite?: boolean;
  readonly isReadOnly?: boolean;
}

export type FileFacts = Pick<IndexItem, "size" | "time">;

/** Lines that do not affect the digest, skipped without parsing. */
const silentLine = /^\{"(?:event":\{"kind":"partDelta|attachment)"/u;

/** Reads lines added since `known`, or the whole file if it is a different file. */
export async function readIndexItem(
  path: string,
  facts: FileFacts,
  known: IndexItem | undefined,
): Promise<IndexItem> {
  let item: IndexItem =
    known && known.end <= facts.size
      ? { ...known, ...facts }
      : { ...facts, end: 0, digest: emptyDigest };
  const reader = new RecordReader();
  for await (const { lines, end } of readLines(path, item.end)) {
    for (const line of lines) {
      const record = silentLine.test(line) ? undefined : reader.read(line);
      item = record ? withRecord(item, record) : item;
    }
    item = { ...item, end };
  }
  return reader.isNewer ? { ...item, isReadOnly: true } : item;
}

export function entryOf(id: string, item: IndexItem): LibraryEntry | undefined {
  const { digest, workspace, isFavourite = false, isReadOnly = false, time } = item;
  if (digest.messageCount === 0) {
    return undefined;
  }
  const cost = totalCost(digest);
  return {
    id,
    title: digest.title ?? id,
    createdAt: digest.createdAt ?? time,
    updatedAt: digest.updatedAt ?? time,
    messageCount: digest.messageCount,
    models: digest.models,
    isFavourite,
    isReadOnly,
    ...(workspace !== undefined && { workspace }),
    ...(cost && { cost }),
  };
}

function withRecord(item: IndexItem, record: ConversationRecord): IndexItem {
  switch (record.kind) {
    case "event":
      return { ...item, digest: digestEvent(item.digest, record.event) };
    case "favourite":
      return { ...item, isFavourite: record.isFavourite };
    case "header":
      return record.workspace === undefined || item.workspace !== undefined
        ? item
        : { ...item, workspace: record.workspace };
    case "attachment":
      return item;
    default:
      return record satisfies never;
  }
}
