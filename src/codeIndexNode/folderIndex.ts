import { setImmediate } from "node:timers/promises";

import * as z from "zod/mini";

import { walk, type Walked } from "../agent/tools/walk.ts";
import { NodeWorkspace } from "../agentNode/nodeWorkspace.ts";
import { CodeIndex } from "../codeIndex/codeIndex.ts";
import type { FolderState } from "../codeIndex/indexCalls.ts";
import { type CodeAnswer, searchCode } from "../codeIndex/searchCode.ts";
import {
  type FileAccess,
  type LeftOutFile,
  type Synced,
  syncFiles,
  type SyncOptions,
  syncSome,
} from "../codeIndex/syncFiles.ts";
import { type LeftOut, leftOutReasons, sourceText } from "../codeIndex/text/sourceFile.ts";
import { hasRules } from "../context/ignoreRules.ts";
import { baseName } from "../shared/baseName.ts";
import { parseJson } from "../shared/json.ts";
import { readGitLog } from "./gitHistory.ts";
import { IndexStore } from "./indexStore.ts";
import { nodeFileAccess } from "./nodeFileAccess.ts";

const defaultFiles = 60_000;
const maxFolders = 50_000;
const maxDepth = 64;
const sliceMs = 50;

const noteSchema = z.object({
  head: z.string().check(z.maxLength(100)),
  leftOut: z.array(
    z.tuple([z.string(), z.enum(leftOutReasons), z.number().check(z.nonnegative()), z.number()]),
  ),
});

export interface FolderIndexOptions {
  readonly folder: string;
  /** Where the index is kept; undefined keeps it in memory. */
  readonly data: string | undefined;
  /** Whether Git's history is read: only of a trusted folder. */
  readonly usesHistory: boolean;
  readonly environment: NodeJS.ProcessEnv;
  /** In milliseconds. */
  readonly now: () => number;
  readonly access?: FileAccess;
  readonly maxFiles?: number;
  /** Patterns of files to leave out, as in `.gitignore`. */
  readonly exclude?: readonly string[];
}

/** The index of one folder of this machine. Its calls that bring it up to date follow one another. */
export class FolderIndex {
  readonly #options: FolderIndexOptions;
  readonly #access: FileAccess;
  readonly #store: IndexStore | undefined;
  readonly #index: CodeIndex;
  readonly #leftOut: Map<string, LeftOutFile>;
  /** Texts of files that are not saved. */
  readonly #texts = new Map<string, string>();
  #walked: Omit<Walked, "files"> & { readonly files: ReadonlySet<string> } = {
    files: new Set(),
    secrets: 0,
    isCut: false,
    isIgnored: () => false,
  };
  #head: string;
  #isUnwritten = false;

  private constructor(options: FolderIndexOptions, kept: Kept, store: IndexStore | undefined) {
    this.#options = options;
    this.#access = options.access ?? nodeFileAccess(options.folder);
    this.#store = store;
    this.#index = kept.index;
    this.#leftOut = kept.leftOut;
    this.#head = kept.head;
  }

  /** Opens what was kept; it may be behind the folder until `refresh`. */
  static async open(options: FolderIndexOptions): Promise<FolderIndex> {
    const { data, now } = options;
    const store = data === undefined ? undefined : new IndexStore({ folder: data, now });
    const bytes = await store?.read();
    const kept = (bytes && keptIn(bytes, now)) ?? {
      index: new CodeIndex(now),
      leftOut: new Map(),
      head: "",
    };
    return new FolderIndex(options, kept, store);
  }

  /** Brings the index to what the folder has, reading only what changed. */
  async refresh(signal: AbortSignal): Promise<FolderState> {
    const { folder, usesHistory, environment, maxFiles = defaultFiles, exclude } = this.#options;
    const workspace = await NodeWorkspace.open(folder);
    const walked = await walk(workspace, await workspace.locate("."), {
      depth: maxDepth,
      maxFiles,
      maxFolders,
      ...(exclude && { exclude }),
      signal,
    });
    this.#walked = { ...walked, files: new Set(walked.files) };
    const synced = await syncFiles(this.#index, walked.files, this.#syncOptions(signal));
    const log = usesHistory
      ? await readGitLog(folder, environment, { known: this.#head, signal })
      : undefined;
    if (log) {
      this.#index.setHistory(log.commits);
      this.#head = log.head;
      this.#isUnwritten = true;
    }
    for (const [path, text] of this.#texts) {
      this.#putText(path, text);
    }
    await this.#workAll();
    return this.#synced(synced);
  }

  /** The same after events for some paths. A path that is new, or has rules in it, makes it look at the whole folder. */
  async update(paths: readonly string[], signal: AbortSignal): Promise<FolderState> {
    for (const path of paths) {
      // What is unsaved comes again with the next key.
      this.#texts.delete(path);
    }
    const { files, isIgnored } = this.#walked;
    const known = paths.filter((path) => files.has(path) && !hasRules(baseName(path)));
    const isWhole = paths.some(
      (path) =>
        path.startsWith(".git/") ||
        (!files.has(path) && !isIgnored(path)) ||
        hasRules(baseName(path)),
    );
    return isWhole
      ? await this.refresh(signal)
      : this.#synced(await syncSome(this.#index, known, this.#syncOptions(signal)));
  }

  /** The text of a file that is not saved; undefined when the disk's counts again. */
  async setText(path: string, text: string | undefined, signal: AbortSignal): Promise<void> {
    if (text === undefined) {
      if (this.#texts.has(path)) {
        await this.update([path], signal);
      }
    } else if (this.#walked.files.has(path)) {
      this.#texts.set(path, text);
      this.#putText(path, text);
      await this.#workAll();
    }
  }

  /** Writes what is not kept yet; nothing where the index is in memory only. */
  async write(): Promise<void> {
    if (this.#isUnwritten && this.#store) {
      this.#isUnwritten = !(await this.#store.write(this.#index.encode(this.#note())));
    }
  }

  /** Deletes what is kept. */
  async delete(): Promise<void> {
    await this.#store?.delete();
  }

  /** `below` is a folder, relative to this one. */
  search(query: string, limit: number, below?: string): Promise<CodeAnswer> {
    return searchCode(this.#index, query, {
      limit,
      now: this.#options.now,
      ...(below !== undefined && { below }),
      read: async (path) => {
        const unsaved = this.#texts.get(path);
        if (unsaved !== undefined) {
          return unsaved;
        }
        const bytes = await this.#access.read(path);
        const source = bytes ? sourceText(bytes) : "unreadable";
        return typeof source === "string" ? undefined : source.text;
      },
    });
  }

  /** Files that were left out after a look at them, by path. */
  get leftOut(): ReadonlyMap<string, LeftOutFile> {
    return this.#leftOut;
  }

  async bytesOnDisk(): Promise<number> {
    return (await this.#store?.size()) ?? 0;
  }

  async close(): Promise<void> {
    await this.write();
    await this.#store?.close();
  }

  #syncOptions(signal: AbortSignal): SyncOptions {
    return { access: this.#access, leftOut: this.#leftOut, pause: setImmediate, sliceMs, signal };
  }

  #putText(path: string, text: string): void {
    if (this.#walked.files.has(path)) {
      // Another time than the file's: once it is saved it is read.
      this.#index.put({ path, text, size: text.length, mtimeMs: 0 });
    }
  }

  async #workAll(): Promise<void> {
    this.#index.commit();
    while (this.#index.work(sliceMs)) {
      await setImmediate();
    }
  }

  #synced({ read, removed }: Synced): FolderState {
    this.#isUnwritten ||= read > 0 || removed > 0;
    const { files, bytes } = this.#index.stats;
    const counts = new Map<LeftOut, number>([["secret", this.#walked.secrets]]);
    for (const { reason } of this.#leftOut.values()) {
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
    }
    const leftOut = [...counts].filter(([, count]) => count > 0);
    return { files, read, leftOut, isCut: this.#walked.isCut, bytes };
  }

  #note(): string {
    const leftOut = [...this.#leftOut].map(([path, { reason, size, mtimeMs }]) => [
      path,
      reason,
      size,
      mtimeMs,
    ]);
    return JSON.stringify({ head: this.#head, leftOut });
  }
}

interface Kept {
  readonly index: CodeIndex;
  readonly leftOut: Map<string, LeftOutFile>;
  readonly head: string;
}

function keptIn(bytes: Uint8Array, now: () => number): Kept | undefined {
  const decoded = CodeIndex.decode(bytes, now);
  const note = noteSchema.safeParse(decoded && parseJson(decoded.note));
  if (!decoded || !note.success) {
    return undefined;
  }
  const leftOut = note.data.leftOut.map(([path, reason, size, mtimeMs]): [string, LeftOutFile] => [
    path,
    { reason, size, mtimeMs },
  ]);
  return { index: decoded.index, leftOut: new Map(leftOut), head: note.data.head };
}
