import * as z from "zod/mini";

import { foldText } from "../../chat/search/foldText.ts";
import {
  mayContain,
  TrigramCollector,
  trigramHashes,
  trigramSignature,
} from "../../chat/search/trigrams.ts";
import type { ChatEvent } from "../../shared/conversation.ts";
import { parseJson } from "../../shared/json.ts";
import { textOf } from "../../shared/transcript.ts";
import { writeFileAtomically } from "./atomicFile.ts";
import { conversationFile, type ConversationFolder, readIfThere } from "./conversationFolder.ts";
import { RecordReader } from "./conversationRecords.ts";
import { readLines } from "./fileLines.ts";

const indexName = "search.index";
const magic = "AIHS1\n";
/** Answers that may still grow: the last two characters of each are needed to go on. */
const maxTails = 4;

const headSchema = z.object({
  id: z.string(),
  end: z.number(),
  tails: z.array(z.tuple([z.string(), z.string()])),
  length: z.number().check(z.nonnegative()),
});

interface Item {
  /** How far the file was read. */
  readonly end: number;
  readonly tails: readonly (readonly [messageId: string, text: string])[];
  readonly signature: Uint8Array;
}

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

  /** False if one of the terms is certainly not in any message of the conversation, whose file is `size` long. */
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
      const content = encode(await this.#load());
      // A disk that cannot be written: it is made anew when the editor is started again.
      await writeFileAtomically(this.#folder.file(indexName), content).catch(() => undefined);
    }
  }

  #load(): Promise<Map<string, Item>> {
    this.#items ??= readIfThere(this.#folder.file(indexName))
      .catch(() => undefined)
      .then((content) => (content ? decode(content) : new Map<string, Item>()));
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
        const record = reader.read(line);
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
    collector.add(foldText(textOf(event.message)));
  } else if (event.kind === "titled") {
    collector.add(foldText(event.title));
  } else if (event.kind === "partDelta" && event.part === "text") {
    const text = (tails.get(event.messageId) ?? "") + foldText(event.text);
    collector.add(text);
    tails.delete(event.messageId);
    tails.set(event.messageId, text.slice(-2));
  }
}

function encode(items: ReadonlyMap<string, Item>): Buffer {
  const pieces: Uint8Array[] = [Buffer.from(magic)];
  for (const [id, { end, tails, signature }] of items) {
    const head = JSON.stringify({ id, end, tails, length: signature.length });
    pieces.push(Buffer.from(`${head}\n`), signature);
  }
  return Buffer.concat(pieces);
}

/** As far as it is whole; what is missing is read from the conversations again. */
function decode(content: Buffer): Map<string, Item> {
  const items = new Map<string, Item>();
  if (!content.subarray(0, magic.length).equals(Buffer.from(magic))) {
    return items;
  }
  for (let at = magic.length; at < content.length;) {
    const lineEnd = content.indexOf(0x0a, at);
    const head = headSchema.safeParse(parseJson(content.toString("utf8", at, lineEnd)));
    const start = lineEnd + 1;
    if (lineEnd === -1 || !head.success || start + head.data.length > content.length) {
      break;
    }
    const { id, end, tails, length } = head.data;
    at = start + length;
    items.set(id, { end, tails, signature: content.subarray(start, at) });
  }
  return items;
}
