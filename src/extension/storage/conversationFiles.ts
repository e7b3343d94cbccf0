import { mkdir, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";

import * as z from "zod/mini";

import {
  type ConversationStore,
  type ConversationSummary,
  type Draft,
  emptyDraft,
  StorageError,
  type StoredConversation,
} from "../../chat/conversationStore.ts";
import type { Attachment } from "../../context/attachment.ts";
import type { ChatEvent } from "../../shared/conversation.ts";
import { writeFileAtomically } from "./atomicFile.ts";
import {
  attachmentSchema,
  formatRecords,
  headerLine,
  readHeadTitle,
  readRecords,
} from "./conversationRecords.ts";

const suffix = ".jsonl";

/** Enough to hold the header and the title, which are the first two lines. */
const headBytes = 4096;

const draftSchema = z.object({
  text: z.string(),
  version: z.optional(z.int()),
  attachments: z.array(attachmentSchema),
});

/**
 * Conversations as files in one folder: an append-only `<id>.jsonl` each, never rewritten, so neither a
 * crash nor a second window can take back what was written; and a `<id>.draft.json`, replaced atomically.
 */
export class ConversationFiles implements ConversationStore {
  readonly #folder: string;
  readonly #begun = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async load(id: string): Promise<StoredConversation> {
    return await guarded(`load conversation ${id}`, async () => {
      const [content, draft] = await Promise.all([
        readIfThere(this.#path(id)),
        this.#loadDraft(id),
      ]);
      return { ...readRecords(content ?? ""), draft };
    });
  }

  async append(id: string, events: readonly ChatEvent[]): Promise<void> {
    await this.#appendLines(id, formatRecords(events.map((event) => ({ event }))));
  }

  async keepAttachments(id: string, attachments: readonly Attachment[]): Promise<void> {
    await this.#appendLines(id, formatRecords(attachments.map((attachment) => ({ attachment }))));
  }

  async saveDraft(id: string, draft: Draft): Promise<void> {
    await guarded(`save the draft of ${id}`, async () => {
      const path = this.#draftPath(id);
      if (draft.text === "" && draft.version === 0 && draft.attachments.length === 0) {
        await rm(path, { force: true });
        return;
      }
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeFileAtomically(path, JSON.stringify(draft));
    });
  }

  async list(): Promise<readonly ConversationSummary[]> {
    return await guarded("list conversations", async () => {
      const names = await readdir(this.#folder).catch(emptyIfMissing);
      const summaries = await Promise.all(
        names.filter((name) => name.endsWith(suffix)).map((name) => this.#summary(name)),
      );
      return summaries.toSorted((a, b) => b.updatedAt - a.updatedAt);
    });
  }

  async #summary(name: string): Promise<ConversationSummary> {
    const path = join(this.#folder, name);
    const [{ mtimeMs }, head] = await Promise.all([stat(path), readHead(path)]);
    const id = name.slice(0, -suffix.length);
    return { id, title: readHeadTitle(head) ?? id, updatedAt: mtimeMs };
  }

  async #loadDraft(id: string): Promise<Draft> {
    const content = await readIfThere(this.#draftPath(id));
    if (content === undefined) {
      return emptyDraft;
    }
    const parsed = draftSchema.safeParse(parseJson(content));
    return parsed.success ? { ...parsed.data, version: parsed.data.version ?? 0 } : emptyDraft;
  }

  async #appendLines(id: string, lines: string): Promise<void> {
    await guarded(`write conversation ${id}`, async () => {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const file = await open(this.#path(id), "a+", 0o600);
      try {
        const prefix = this.#begun.has(id) ? "" : await beginning(file, id);
        await file.appendFile(prefix + lines, "utf8");
        await file.datasync();
        this.#begun.add(id);
      } finally {
        await file.close();
      }
    });
  }

  #path(id: string): string {
    return join(this.#folder, `${fileName(id)}${suffix}`);
  }

  #draftPath(id: string): string {
    return join(this.#folder, `${fileName(id)}.draft.json`);
  }
}

/** What must come before the first line that this process adds: a header, or an end to a torn line. */
async function beginning(file: Awaited<ReturnType<typeof open>>, id: string): Promise<string> {
  const { size } = await file.stat();
  if (size === 0) {
    return headerLine(id);
  }
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === 0x0a ? "" : "\n";
}

async function readHead(path: string): Promise<string> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (isMissing(error)) {
      return undefined;
    }
    throw error;
  }
}

function emptyIfMissing(error: unknown): string[] {
  if (isMissing(error)) {
    return [];
  }
  throw error;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function fileName(id: string): string {
  if (!/^[A-Za-z0-9-]{1,100}$/u.test(id)) {
    throw new StorageError(`Not a conversation id: ${JSON.stringify(id.slice(0, 100))}`);
  }
  return id;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A torn or foreign file: the caller's schema refuses it.
    return undefined;
  }
}

async function guarded<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StorageError
      ? error
      : new StorageError(`Could not ${what}`, { cause: error });
  }
}
