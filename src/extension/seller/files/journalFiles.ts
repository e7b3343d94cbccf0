import { readdir, readFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";

import {
  type JournalEntry,
  journalLine,
  settledEntries,
} from "../../../seller/journal/journalEntry.ts";
import type { JournalStore } from "../journalStore.ts";
import { AppendFile } from "./appendFile.ts";

const currentName = "journal.jsonl";
/** A file that is larger is put aside and another begun. */
const maxFileBytes = 16 * 1024 * 1024;
/** As many of the newest files are looked at: some hundred thousand writes. */
const maxFiles = 4;

/** The journal as lines of JSON in the extension's folder, shared by all windows and programs of the person. */
export class JournalFiles implements JournalStore {
  readonly #folder: string;
  readonly #file: AppendFile;
  #known: { readonly stamp: string; readonly entries: readonly JournalEntry[] } | undefined;
  #appended = 0;

  constructor(folder: string) {
    this.#folder = folder;
    this.#file = new AppendFile(join(folder, currentName));
  }

  async append(entry: JournalEntry): Promise<void> {
    const line = journalLine(entry);
    await this.#file.append(line);
    this.#appended += line.length;
    if (this.#appended > maxFileBytes / 16) {
      this.#appended = 0;
      // A file that stays too large is no reason not to write.
      await this.#putAside(entry.at).catch(() => undefined);
    }
  }

  async entries(): Promise<readonly JournalEntry[]> {
    await this.#file.settled();
    const names = await this.#names();
    const stamp = (await Promise.all(names.map((name) => this.#stampOf(name)))).join();
    if (this.#known?.stamp !== stamp) {
      const texts = await Promise.all(names.map((name) => this.#read(name)));
      const lines = texts.flatMap((text) => text.split("\n"));
      this.#known = { stamp, entries: settledEntries(lines.filter((line) => line !== "")) };
    }
    return this.#known.entries;
  }

  async #putAside(at: number): Promise<void> {
    const path = join(this.#folder, currentName);
    if ((await stat(path)).size > maxFileBytes) {
      await this.#file.settled();
      await rename(path, join(this.#folder, `journal-${String(at).padStart(15, "0")}.jsonl`));
    }
  }

  /** Oldest first; the names of those put aside sort by time, and before the current one. */
  async #names(): Promise<readonly string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    return names
      .filter((name) => /^journal(?:-\d{15})?\.jsonl$/u.test(name))
      .toSorted((one, other) => one.localeCompare(other, "en"))
      .slice(-maxFiles);
  }

  async #stampOf(name: string): Promise<string> {
    const { size, mtimeMs } = await stat(join(this.#folder, name));
    return `${name}:${size}:${mtimeMs}`;
  }

  async #read(name: string): Promise<string> {
    return await readFile(join(this.#folder, name), "utf8");
  }
}
