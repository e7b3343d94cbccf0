import { open, readdir, rename, stat } from "node:fs/promises";
import { join } from "node:path";

import {
  type JournalEntry,
  journalFileName,
  journalLine,
  SettledEntries,
} from "../../../seller/write/journalEntry.ts";
import type { JournalStore } from "../journalStore.ts";
import { AppendFile } from "./appendFile.ts";

/** A larger file is put aside and a new file begins. */
const maxFileBytes = 16 * 1024 * 1024;
/** Only this many of the newest files are read: some hundred thousand writes. */
const maxFiles = 8;

interface JournalFile {
  /** Identifies the file even after it was put aside. */
  readonly key: string;
  readonly path: string;
  readonly size: number;
}

/** The person's journal, as lines of JSON: every window, editor and MCP server appends to it. */
export class JournalFiles implements JournalStore {
  readonly #folder: string;
  readonly #file: AppendFile;
  #entries = new SettledEntries();
  /** How much of each file was read. */
  #read = new Map<string, number>();
  #reading: Promise<readonly JournalEntry[]> | undefined;
  #appended = 0;

  constructor(folder: string) {
    this.#folder = folder;
    this.#file = new AppendFile(join(folder, journalFileName), { isLog: true });
  }

  /** A `sending` entry survives a loss of power; without its end, the write counts as unknown. */
  async append(entry: JournalEntry): Promise<void> {
    const line = journalLine(entry);
    await this.#file.append(line, { isDurable: entry.outcome === "sending" });
    this.#appended += line.length;
    if (this.#appended > maxFileBytes / 16) {
      this.#appended = 0;
      // A file that stays too large must not prevent a write.
      await this.#putAside(entry).catch(() => undefined);
    }
  }

  async entries(): Promise<readonly JournalEntry[]> {
    await this.#file.settled();
    this.#reading ??= this.#readNew().finally(() => (this.#reading = undefined));
    return await this.#reading;
  }

  async #putAside({ at, id }: JournalEntry): Promise<void> {
    const path = join(this.#folder, journalFileName);
    if ((await stat(path)).size > maxFileBytes) {
      await this.#file.settled();
      const name = `journal-${String(at).padStart(15, "0")}-${id.replaceAll(/\W/gu, "")}.jsonl`;
      await rename(path, join(this.#folder, name));
    }
  }

  /** Reads only new lines: the journal is long, and a page reads it while an import writes. */
  async #readNew(): Promise<readonly JournalEntry[]> {
    const files = await this.#files();
    const known = new Map(files.map(({ key, size }) => [key, size]));
    if ([...this.#read].some(([key, read]) => (known.get(key) ?? 0) < read)) {
      this.#entries = new SettledEntries();
      this.#read = new Map();
    }
    for (const { key, path, size } of files) {
      const start = this.#read.get(key) ?? 0;
      if (size > start) {
        const end = await this.#readLines(path, start, size);
        this.#read.set(key, end);
      }
    }
    return this.#entries.all();
  }

  /** Returns where the next reading begins: a line without an end is read again. */
  async #readLines(path: string, start: number, size: number): Promise<number> {
    const file = await open(path, "r");
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), {
        position: start,
      });
      const length = buffer.subarray(0, bytesRead).lastIndexOf("\n") + 1;
      for (const line of buffer.toString("utf8", 0, length).split("\n")) {
        this.#entries.add(line);
      }
      return start + length;
    } finally {
      await file.close();
    }
  }

  /** Oldest first: files put aside sort by the time in their names, before the current file. */
  async #files(): Promise<readonly JournalFile[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const newest = names
      .filter((name) => /^journal(?:-\d{15}(?:-\w+)?)?\.jsonl$/u.test(name))
      .toSorted((one, other) => (timeOf(one) < timeOf(other) ? -1 : 1))
      .slice(-maxFiles);
    const files = await Promise.all(newest.map((name) => fileOf(join(this.#folder, name))));
    return files.filter((file) => file !== undefined);
  }
}

/** Undefined if it was put aside just now: the next read finds it under its new name. */
async function fileOf(path: string): Promise<JournalFile | undefined> {
  const stats = await stat(path).catch(() => undefined);
  return stats && { key: `${stats.dev}:${stats.ino}`, path, size: stats.size };
}

function timeOf(name: string): string {
  return name === journalFileName ? "~" : name;
}
