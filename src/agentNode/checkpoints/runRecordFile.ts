import {
  appendFile,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";

import { recordPath } from "../../agent/run/recordPath.ts";
import { isCode } from "../../shared/base/errorCode.ts";

/** In bytes. A larger record is ignored: the run then begins with the conversation's messages. */
const maxBytes = 64 * 1_048_576;

const maxAgeMs = 30 * 86_400_000;

export async function pruneRecords(dataFolder: string, now: number): Promise<void> {
  const folder = join(dataFolder, "runs");
  for (const name of await readdir(folder).catch(() => [])) {
    const { mtimeMs } = await stat(join(folder, name));
    if (now - mtimeMs > maxAgeMs) {
      await rm(join(folder, name), { force: true });
    }
  }
}

/** The messages of a conversation's last run: a cache, never the only copy. */
export class RunRecordFile {
  readonly #file: string;

  constructor(dataFolder: string, conversationId: string) {
    this.#file = join(dataFolder, recordPath(conversationId));
  }

  async read(): Promise<string | undefined> {
    try {
      const { size } = await stat(this.#file);
      return size > maxBytes ? undefined : await readFile(this.#file, "utf8");
    } catch (error) {
      if (isCode(error, "ENOENT")) {
        return undefined;
      }
      throw error;
    }
  }

  async write(line: string, isWhole: boolean): Promise<void> {
    if (!isWhole) {
      await appendFile(this.#file, line, { mode: 0o600 });
      return;
    }
    const temporary = `${this.#file}.${process.pid}.tmp`;
    await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
    await writeFile(temporary, line, { mode: 0o600 });
    await rename(temporary, this.#file);
  }

  async remove(): Promise<void> {
    await rm(this.#file, { force: true });
  }
}
