import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { StorageError } from "../../chat/conversationStore.ts";
import { isCode } from "../../shared/base/errorCode.ts";

const suffix = ".jsonl";

export class ConversationFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  get trash(): string {
    return join(this.path, "trash");
  }

  get quarantine(): string {
    return join(this.path, "quarantine");
  }

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

export function idOfFile(name: string): string | undefined {
  const id = name.slice(0, -suffix.length);
  return name.endsWith(suffix) && isId(id) ? id : undefined;
}

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
