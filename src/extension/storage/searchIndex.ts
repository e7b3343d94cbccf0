import { foldText } from "../../chat/search/foldText.ts";
import {
  mayContain,
  TrigramCollector,
  trigramHashes,
  trigramSignature,
} from "../../chat/search/trigrams.ts";
import type { ChatEvent } from "../../shared/conversation.ts";
import { messageText } from "../../shared/transcript.ts";
import { type CheckedContent, readChecked, writeChecked } from "./checkedFile.ts";
import { conversationFile, type ConversationFolder } from "./conversationFolder.ts";
import { RecordReader } from "./conversationRecords.ts";
import { readLines } from "./fileLines.ts";

const indexName = "search.index";
/** Changes with the shape of an item and with the way text is folded. */
const format = "ai-hub-search-1";
/** Lines that say nothing to a search are not even parsed: most of the others' time would go into them. */
const silentLine =
  /^\{"(?:attachment|isFavourite|event":\{"kind":"(?!userMessageAdded|answerStarted|titled|partDelta))/u;
/** Answers that may still grow: the last two characters of each are needed to go on. */
const maxTails = 4;

interface Item {
  /** How far the file was read. */
  readonly end: number;
  readonly tails: readonly (readonly [messageId: string, text: string])[];
  readonly signature: Uint8Array;
}

/** How an item is kept: its signature stands behind all heads, in their order. */
type Head = readonly [id: string, end: number, length: number, tails: Item["tails"]];

const emptyItem: Item = { end: 0, tails: [], signature: new Uint8Array(0) };

/**
 * Which conversations may contain a word: for each a set of the trigrams of its text, about a kilobyte. A
 * conversation that has grown is read from where it was left; a damaged index is made anew from the files.
 */
export class SearchIndex {
  readonly #folder: ConversationFolder;
  #items: Promise<Map<string, Item>> | undefined;
  #hasChanged = false;
  #saving: Promise<void> = Promise.resolve();

  constructor(folder: ConversationFolder) {
    this.#folder = folder;
  }

  /** Reads the index, so that the first search need not. */
  async prepare(): Promise<void> {
    await this.#load();
  }

  /** False if one of the terms is certainly neither in the title nor in any message of the conversation, whose file is `size` long. */
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

  /** Nothing of this conversation stays in the index. */
  async forget(id: string): Promise<void> {
    const items = await this.#load();
    this.#hasChanged = items.delete(id) || this.#hasChanged;
    await this.save();
  }

  /** Writes what has changed. */
  save(): Promise<void> {
    this.#saving = this.#saving.then(() => this.#write());
    return this.#saving;
  }

  async #write(): Promise<void> {
    if (this.#hasChanged) {
      this.#hasChanged = false;
      const items = [...(await this.#load())];
      const head = items.map(([id, { end, tails, signature }]): Head => [
        id,
        end,
        signature.length,
        tails,
      ]);
      const bytes = items.map(([, { signature }]) => signature);
      await writeChecked(this.#folder.file(indexName), format, { head, bytes });
    }
  }

  #load(): Promise<Map<string, Item>> {
    this.#items ??= readChecked<readonly Head[]>(this.#folder.file(indexName), format).then(
      (kept) => (kept ? itemsOf(kept) : new Map<string, Item>()),
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

/** What a search looks for in signatures; terms that are too short to say anything are left out. */
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

/** As far as it is whole; what is missing is read from the conversations again. */
function itemsOf({ head, bytes }: CheckedContent<readonly Head[]>): Map<string, Item> {
  const items = new Map<string, Item>();
  let start = 0;
  for (const [id, end, length, tails] of head) {
    const signature = bytes.subarray(start, start + length);
    start += length;
    if (signature.length === length) {
      items.set(id, { end, tails, signature });
    }
  }
  return items;
}
