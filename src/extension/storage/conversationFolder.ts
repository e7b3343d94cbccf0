import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { StorageError } from "../../chat/conversationStore.ts";
import { isCode } from "../../shared/base/errorCode.ts";

const suffix = ".jsonl";

/** The file names in the folder of conversations. */
export class ConversationFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Folder of deleted conversations, until they are restored or purged. */
  get trash(): string {
    return join(this.path, "trash");
  }

  /** Folder for files without a readable line. */
  get quarantine(): string {
    return join(this.path, "quarantine");
  }

  /** Folder of the marks of open conversations. */
  get open(): string {
    return join(this.path, "open");
  }

  file(name: string): string {
    return join(this.path, name);
  }

  conversation(id: string): string {
    return join(this.path, conversationFile(id));
  }

  draft(id: string): string {
    return join(this.path, draftFile(id));
  }

  /** Creates the folder and its parents, for the owner only. */
  async create(path = this.path): Promise<void> {
    await mkdir(path, { recursive: true, mode: 0o700 });
  }
}

export function conversationFile(id: string): string {
  return `${checked(id)}${suffix}`;
}

export function draftFile(id: string): string {
  return `${checked(id)}.draft.json`;
}

/** The id of the conversation in this file; undefined for other files. */
export function idOfFile(name: string): string | undefined {
  const id = name.slice(0, -suffix.length);
  return name.endsWith(suffix) && isId(id) ? id : undefined;
}

/** The content; undefined if there is no such file. */
export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isCode(error, "ENOENT")) {
      return undefined;
    }
    throw error;
  }
}

/** Runs `work` and turns its errors into a `StorageError`. */
export async function guarded<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StorageError
      ? error
      : new StorageError(`Could not ${what}`, { cause: error });
  }
}

function isId(id: string): boolean {
  return /^[A-Za-z0-9-]{1,100}$/u.test(id);
}

function checked(id: string): string {
  if (!isId(id)) {
    throw new StorageError(`Not a conversation id: ${JSON.stringify(id.slice(0, 100))}`);
  }
  return id;
}
