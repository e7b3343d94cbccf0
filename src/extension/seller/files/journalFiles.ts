import { readdir, rename, stat } from "node:fs/promises";
import { join } from "node:path";

import {
  asideJournalName,
  type JournalEntry,
  journalFileName,
  journalLine,
  maxJournalBytes,
  matchesSearch,
  parseJournalLine,
  settledEntry,
} from "../../../seller/write/journalEntry.ts";
import type { TidyAfter } from "../import/importStorage.ts";
import type { JournalEntries, JournalQuery, JournalStore } from "../journalStore.ts";
import { AppendFile } from "./appendFile.ts";
import { type LinePlace, linesAt, readLines } from "./journalLines.ts";

const maxFiles = 8;

interface JournalFile {
  /** Identifies the file even after it was archived. */
  readonly key: string;
  readonly path: string;
  readonly size: number;
}

interface Place extends LinePlace {
  readonly batch?: string;
}

const batchSize = 200;

/** Every window, editor and MCP server appends JSON lines. Only the place of each entry is in memory. */
export class JournalFiles implements JournalStore {
  readonly #folder: string;
  readonly #file: AppendFile;
  readonly #tidyAfter: TidyAfter;
  #places = new Map<string, Place>();
  #batches = new Map<string, number>();
  #read = new Map<string, number>();
  #paths: ReadonlyMap<string, string> = new Map();
  #reading: Promise<void> | undefined;
  #appended = 0;

  constructor(folder: string, tidyAfter: TidyAfter = () => undefined) {
    this.#folder = folder;
    this.#tidyAfter = tidyAfter;
    this.#file = new AppendFile(join(folder, journalFileName), { isLog: true });
  }

  /** A `sending` entry survives a loss of power; without an end, the write is unknown. */
  async append(entry: JournalEntry): Promise<void> {
    const line = journalLine(entry);
    await this.#file.append(line, { isDurable: entry.outcome === "sending" });
    this.#appended += line.length;
    if (this.#appended > maxJournalBytes / 16) {
      this.#appended = 0;
      // A file that stays too large must not prevent a write.
      await this.#putAside(entry).catch(() => undefined);
    }
  }

  async *entries(): AsyncGenerator<JournalEntry> {
    await this.#update();
    const places = [...this.#places.values()];
    for (let index = 0; index < places.length; index += batchSize) {
      yield* await this.#load(places.slice(index, index + batchSize));
    }
  }

  async page({
    search,
    offset,
    count,
    batch,
    isGrouped = false,
  }: JournalQuery): Promise<JournalEntries> {
    await this.#update();
    const all = [...this.#places.values()].toReversed();
    const places = batch === undefined ? all : all.filter((place) => place.batch === batch);
    const found =
      search !== "" ? await this.#matching(places, search) : isGrouped ? grouped(places) : places;
    return {
      matching: found.length,
      batches: this.#batches,
      entries: await this.#load(found.slice(offset, offset + count)),
    };
  }

  async find(id: string): Promise<JournalEntry | undefined> {
    await this.#update();
    const place = this.#places.get(id);
    const [entry] = place ? await this.#load([place]) : [];
    return entry;
  }

  async #matching(places: readonly LinePlace[], search: string): Promise<readonly LinePlace[]> {
    const found: LinePlace[] = [];
    for (let index = 0; index < places.length; index += batchSize) {
      const entries = await this.#load(places.slice(index, index + batchSize));
      for (const entry of entries) {
        const place = matchesSearch(entry, search) ? this.#places.get(entry.id) : undefined;
        if (place) {
          found.push(place);
        }
      }
    }
    return found;
  }

  async #load(places: readonly LinePlace[]): Promise<readonly JournalEntry[]> {
    const lines = await linesAt(places, (file) => this.#paths.get(file));
    return lines.flatMap((line) => {
      const entry = parseJournalLine(line);
      return entry ? [settledEntry(entry)] : [];
    });
  }

  async #update(): Promise<void> {
    await this.#file.settled();
    this.#reading ??= this.#readNew().finally(() => (this.#reading = undefined));
    await this.#reading;
  }

  async #putAside(entry: JournalEntry): Promise<void> {
    const path = join(this.#folder, journalFileName);
    if ((await stat(path)).size > maxJournalBytes) {
      await this.#file.settled();
      await rename(path, join(this.#folder, asideJournalName(entry)));
    }
  }

  /** Reads only new lines: a page reads the long journal while an import writes. */
  async #readNew(): Promise<void> {
    const files = await this.#files();
    const known = new Map(files.map(({ key, size }) => [key, size]));
    if ([...this.#read].some(([key, read]) => (known.get(key) ?? 0) < read)) {
      this.#places = new Map();
      this.#batches = new Map();
      this.#read = new Map();
    }
    this.#paths = new Map(files.map(({ key, path }) => [key, path]));
    for (const { key, path, size } of files) {
      const start = this.#read.get(key) ?? 0;
      if (size > start) {
        const end = await readLines(path, { start, end: size }, (text, at, length) => {
          const entry = parseJournalLine(text);
          if (entry) {
            this.#place(entry, { file: key, start: at, length });
          }
          this.#tidyAfter("read");
        });
        this.#read.set(key, end);
      }
    }
  }

  #place({ id, batch }: JournalEntry, place: LinePlace): void {
    if (batch !== undefined && !this.#places.has(id)) {
      this.#batches.set(batch, (this.#batches.get(batch) ?? 0) + 1);
    }
    this.#places.set(id, batch === undefined ? place : { ...place, batch });
  }

  /** Returns the oldest file first: archived files sort by the time in their names. */
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

/** Undefined if it was archived just now: the next read finds it under its new name. */
async function fileOf(path: string): Promise<JournalFile | undefined> {
  const stats = await stat(path).catch(() => undefined);
  return stats && { key: `${stats.dev}:${stats.ino}`, path, size: stats.size };
}

function grouped(newestFirst: readonly Place[]): readonly Place[] {
  const seen = new Set<string>();
  return newestFirst.filter(
    ({ batch }) => batch === undefined || (!seen.has(batch) && seen.add(batch)),
  );
}

function timeOf(name: string): string {
  return name === journalFileName ? "~" : name;
}
