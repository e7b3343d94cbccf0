import {
  mayContain,
  TrigramCollector,
  trigramHashes,
  trigramSignature,
} from "../../chat/search/trigrams.ts";
import type { ChatEvent } from "../../shared/conversation/conversation.ts";
import { messageText } from "../../shared/conversation/transcript.ts";
import { foldText } from "../../shared/text/foldText.ts";
import { type CheckedContent, readChecked, writeChecked } from "./checkedFile.ts";
import { conversationFile, type ConversationFolder } from "./conversationFolder.ts";
import { RecordReader } from "./conversationRecords.ts";
import { readLines } from "./fileLines.ts";

const indexName = "search.index";
/** Change this with an item's shape or the folding of text. */
const format = "ai-hub-search-2";
/** Lines without searchable text, skipped without parsing, which is slow. */
const silentLine =
  /^\{"(?:attachment|isFavourite|event":\{"kind":"(?!userMessageAdded|answerStarted|titled|partDelta))/u;
/** The number of growing answers; each needs its last two characters to continue. */
const maxTails = 4;

interface Item {
  readonly end: number;
  readonly tails: readonly (readonly [messageId: string, text: string])[];
  readonly signature: Uint8Array;
}

/** An item's signature follows all heads, in the same order. */
type Head = readonly [id: string, end: number, length: number, tails: Item["tails"]];

const emptyItem: Item = { end: 0, tails: [], signature: new Uint8Array(0) };

/**
 * Finds conversations that may contain a word, by a set of trigrams for each (about 1 KB). Grown conversations are read
 * from the last position; a damaged index is rebuilt.
 */
export class SearchIndex {
  readonly #folder: ConversationFolder;
  #items: Promise<Map<string, Item>> | undefined;
  #hasChanged = false;
  #saving: Promise<void> = Promise.resolve();

  constructor(folder: ConversationFolder) {
    this.#folder = folder;
  }

  async prepare(): Promise<void> {
    await this.#load();
  }

  /** False if title and messages certainly lack a term. `size` is the file's. */
  async mayContain(
    id: string,
    size: number,
    terms: readonly (readonly number[])[],
  ): Promise<boolean> {
    const items = await this.#load();
    let item = items.get(id) ?? emptyItem;
    if (item.end !== size) {
      item = await this.#update(id, item.end < size ? item : emptyItem);
      items.set(id, item);
      this.#hasChanged = true;
    }
    return terms.every((term) => mayContain(item.signature, term));
  }

  async forget(id: string): Promise<void> {
    const items = await this.#load();
    this.#hasChanged = items.delete(id) || this.#hasChanged;
    await this.save();
  }

  /** Drops conversations that another window deleted, so that no trace of them is written again. */
  async keepOnly(isThere: (id: string) => boolean): Promise<void> {
    const items = await this.#load();
    for (const id of items.keys()) {
      this.#hasChanged = (!isThere(id) && items.delete(id)) || this.#hasChanged;
    }
  }

  save(): Promise<void> {
    this.#saving = this.#saving.then(() => this.#write());
    return this.#saving;
  }

  async #write(): Promise<void> {
    if (this.#hasChanged) {
      this.#hasChanged = false;
      const all = [...(await this.#load())];
      const items = all.map(([id, { end, tails, signature }]): Head => [
        id,
        end,
        signature.length,
        tails,
      ]);
      const bytes = all.map(([, { signature }]) => signature);
      await writeChecked(this.#folder.file(indexName), format, { items, bytes });
    }
  }

  #load(): Promise<Map<string, Item>> {
    this.#items ??= readChecked<Head>(this.#folder.file(indexName), format).then((kept) =>
      kept ? itemsOf(kept) : new Map<string, Item>(),
    );
    return this.#items;
  }

  async #update(id: string, item: Item): Promise<Item> {
    const collector = new TrigramCollector();
    const tails = new Map(item.tails);
    const reader = new RecordReader();
    let { end } = item;
    for await (const chunk of readLines(this.#folder.file(conversationFile(id)), item.end)) {
      end = chunk.end;
      for (const line of chunk.lines) {
        const record = silentLine.test(line) ? undefined : reader.read(line);
        if (record?.kind === "event") {
          collect(record.event, collector, tails);
        }
      }
    }
    const signature = trigramSignature(collector.hashes, item.signature);
    return { end, tails: [...tails].slice(-maxTails), signature };
  }
}

export function termHashes(terms: readonly string[]): readonly (readonly number[])[] {
  return terms.map(trigramHashes).filter((hashes) => hashes.length > 0);
}

function collect(event: ChatEvent, collector: TrigramCollector, tails: Map<string, string>): void {
  if (event.kind === "userMessageAdded" || event.kind === "answerStarted") {
    collector.add(foldText(messageText(event.message)));
  } else if (event.kind === "titled") {
    collector.add(foldText(event.title));
  } else if (event.kind === "partDelta" && event.part === "text") {
    const text = (tails.get(event.messageId) ?? "") + foldText(event.text);
    collector.add(text);
    tails.delete(event.messageId);
    tails.set(event.messageId, text.slice(-2));
  }
}

/** Skips damaged items; their conversations are read again. */
function itemsOf({ items: heads, bytes }: CheckedContent<Head>): Map<string, Item> {
  const items = new Map<string, Item>();
  let start = 0;
  for (const [id, end, length, tails] of heads) {
    const signature = bytes.subarray(start, start + length);
    start += length;
    if (signature.length === length) {
      items.set(id, { end, tails, signature });
    }
  }
  return items;
}
