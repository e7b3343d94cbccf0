import * as z from "zod/mini";

import { ConversationBuilder } from "../../chat/conversationBuilder.ts";
import {
  type ConversationStore,
  type Draft,
  StorageError,
  type StoredConversation,
} from "../../chat/conversationStore.ts";
import type { ConversationSummary } from "../../chat/search/conversationLibrary.ts";
import type { Attachment } from "../../context/attachment.ts";
import { parseJson } from "../../shared/base/json.ts";
import type { ChatEvent, Conversation } from "../../shared/conversation/conversation.ts";
import { formatRecord, headerLine, RecordReader } from "../storage/conversationRecords.ts";
import { readDraft } from "../storage/draftRecord.ts";
import type { TextFiles } from "./textFiles.ts";

/** From this number of pieces, opening a conversation merges them. */
const maxPieces = 40;

const summarySchema = z.object({ title: z.string(), updatedAt: z.number() });

type Content = { readonly event: ChatEvent } | { readonly attachment: Attachment };

export interface WebConversationsDeps {
  readonly files: TextFiles;
  readonly writer: string;
  readonly now: () => number;
}

/**
 * Conversations without appending: each write is a new piece of a conversation file. Lines have writer and number, so a
 * line in two pieces, after an interrupted merge, counts once.
 */
export class WebConversations implements ConversationStore {
  readonly #deps: WebConversationsDeps;
  readonly #summaries = new Map<string, ConversationSummary>();
  /** Lines whose write failed; written before newer lines. */
  readonly #unwritten = new Map<string, string>();
  #lines = 0;
  #pieces = 0;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(deps: WebConversationsDeps) {
    this.#deps = deps;
  }

  async load(id: string): Promise<StoredConversation> {
    const { files } = this.#deps;
    return await storageFailures(async () => {
      const names = await this.#pieceNames(id);
      const texts = await Promise.all(
        names.map(async (name) => (await files.read(`${id}/${name}`)) ?? ""),
      );
      const read = readPieces(texts);
      if (names.length > maxPieces && !read.isNewer) {
        await this.#putTogether(id, names, texts);
      }
      return {
        conversation: read.conversation,
        attachments: read.attachments,
        draft: draftFrom(await files.read(`${id}/draft.json`)),
        ...(read.isNewer && { isReadOnly: true }),
      };
    });
  }

  async append(id: string, events: readonly ChatEvent[]): Promise<void> {
    await this.#write(
      id,
      events.map((event) => ({ event })),
    );
    await this.#summarize(id, events);
  }

  async keepAttachments(id: string, attachments: readonly Attachment[]): Promise<void> {
    await this.#write(
      id,
      attachments.map((attachment) => ({ attachment })),
    );
  }

  async saveDraft(id: string, draft: Draft): Promise<void> {
    const { files } = this.#deps;
    const isEmpty = draft.text === "" && draft.attachments.length === 0;
    await storageFailures(async () => {
      const isNew = (await this.#pieceNames(id)).length === 0;
      await (isEmpty && isNew
        ? files.remove(`${id}/draft.json`)
        : files.write(`${id}/draft.json`, JSON.stringify(draft)));
    });
  }

  async list(): Promise<readonly ConversationSummary[]> {
    const { files } = this.#deps;
    return await storageFailures(async () => {
      const ids = await files.list("");
      const summaries = await Promise.all(ids.map((id) => this.#summary(id)));
      return summaries
        .filter((summary) => summary !== undefined)
        .toSorted((a, b) => b.updatedAt - a.updatedAt);
    });
  }

  /** Sequential, so that names give the order of pieces. */
  async #write(id: string, contents: readonly Content[]): Promise<void> {
    const { writer } = this.#deps;
    const text = contents
      .map((content) => formatRecord(content, writer, (this.#lines += 1)))
      .join("");
    const work = this.#writing.then(() => this.#writePiece(id, text));
    this.#writing = work.catch(() => undefined);
    await storageFailures(() => work);
  }

  async #writePiece(id: string, text: string): Promise<void> {
    const { files, now, writer } = this.#deps;
    const all = (this.#unwritten.get(id) ?? "") + text;
    if (all === "") {
      return;
    }
    this.#unwritten.set(id, all);
    this.#pieces += 1;
    const order = `${String(now()).padStart(15, "0")}-${String(this.#pieces).padStart(8, "0")}`;
    await files.write(`${id}/${order}-${writer}.jsonl`, headerLine(id, undefined) + all);
    this.#unwritten.delete(id);
  }

  /** Writes the merged piece before it removes the others: an interruption loses nothing. */
  async #putTogether(
    id: string,
    names: readonly string[],
    texts: readonly string[],
  ): Promise<void> {
    const { files } = this.#deps;
    const [first, ...others] = names;
    if (first === undefined) {
      return;
    }
    await files.write(`${id}/${first}`, texts.join(""));
    await Promise.all(others.map((name) => files.remove(`${id}/${name}`)));
  }

  async #pieceNames(id: string): Promise<readonly string[]> {
    const names = await this.#deps.files.list(id);
    return names.filter((name) => name.endsWith(".jsonl")).toSorted();
  }

  async #summarize(id: string, events: readonly ChatEvent[]): Promise<void> {
    const { files, now } = this.#deps;
    const titled = events.findLast((event) => event.kind === "titled");
    const hasMessage = events.some((event) => event.kind === "userMessageAdded");
    if (titled || hasMessage) {
      const title = titled?.title ?? (await this.#summary(id))?.title ?? "";
      const summary = { id, title, updatedAt: now() };
      this.#summaries.set(id, summary);
      await storageFailures(() => files.write(`${id}/summary.json`, JSON.stringify(summary)));
    }
  }

  async #summary(id: string): Promise<ConversationSummary | undefined> {
    const known = this.#summaries.get(id);
    if (known) {
      return known;
    }
    const text = await this.#deps.files.read(`${id}/summary.json`);
    const { data } = summarySchema.safeParse(parseJson(text ?? ""));
    return data && { id, ...data };
  }
}

function readPieces(texts: readonly string[]): {
  readonly conversation: Conversation;
  readonly attachments: ReadonlyMap<string, Attachment>;
  readonly isNewer: boolean;
} {
  const reader = new RecordReader();
  const attachments = new Map<string, Attachment>();
  const events: ChatEvent[] = [];
  for (const line of texts.flatMap((text) => text.split("\n"))) {
    const record = reader.read(line);
    if (record?.kind === "event") {
      events.push(record.event);
    } else if (record?.kind === "attachment") {
      attachments.set(record.attachment.info.id, record.attachment);
    }
  }
  const builder = new ConversationBuilder();
  builder.add(events);
  return { conversation: builder.conversation, attachments, isNewer: reader.isNewer };
}

function draftFrom(text: string | undefined): Draft {
  return readDraft(text ?? "");
}

async function storageFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new StorageError("The editor's storage refused", { cause: error });
  }
}
