import { setImmediate } from "node:timers/promises";

import * as z from "zod";

import { walk } from "../agent/tools/walk.ts";
import { NodeWorkspace } from "../agentNode/nodeWorkspace.ts";
import { CodeIndex } from "../codeIndex/codeIndex.ts";
import { type CodeAnswer, searchCode } from "../codeIndex/searchCode.ts";
import {
  type FileAccess,
  type LeftOutFile,
  type Synced,
  syncFiles,
  type SyncOptions,
  syncSome,
} from "../codeIndex/syncFiles.ts";
import { leftOutReasons, sourceText } from "../codeIndex/text/sourceFile.ts";
import { parseJson } from "../shared/json.ts";
import { readGitLog } from "./gitHistory.ts";
import { IndexStore } from "./indexStore.ts";
import { nodeFileAccess } from "./nodeFileAccess.ts";

const maxFiles = 60_000;
const maxFolders = 50_000;
const maxDepth = 64;
const sliceMs = 50;

const noteSchema = z.object({
  head: z.string().max(100),
  leftOut: z.array(
    z.tuple([z.string(), z.enum(leftOutReasons), z.number().nonnegative(), z.number()]),
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
}

export interface Refreshed extends Synced {
  readonly files: number;
  readonly secrets: number;
  /** Whether there are more files than the index takes. */
  readonly isCut: boolean;
}

/** The index of one folder of this machine, for a program without an editor. */
export class FolderIndex {
  readonly #options: FolderIndexOptions;
  readonly #access: FileAccess;
  readonly #store: IndexStore | undefined;
  readonly #index: CodeIndex;
  readonly #leftOut: Map<string, LeftOutFile>;
  #head: string;

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

  /** Brings the index to what the folder has, reading only what changed, and keeps it. */
  async refresh(signal: AbortSignal): Promise<Refreshed> {
    const { folder, usesHistory, environment } = this.#options;
    const workspace = await NodeWorkspace.open(folder);
    const walked = await walk(workspace, await workspace.locate("."), {
      depth: maxDepth,
      maxFiles,
      maxFolders,
      signal,
    });
    const log = usesHistory ? await readGitLog(folder, environment, signal) : undefined;
    const isNewHead = log !== undefined && log.head !== this.#head;
    if (log && isNewHead) {
      this.#index.setHistory(log.commits);
      this.#head = log.head;
    }
    const synced = await syncFiles(this.#index, walked.files, this.#syncOptions(signal));
    if (synced.read > 0 || synced.removed > 0 || isNewHead) {
      await this.#store?.write(this.#index.encode(this.#note()));
    }
    const { files } = this.#index.stats;
    return { ...synced, files, secrets: walked.secrets, isCut: walked.isCut };
  }

  /** Looks at some files only, as after an event; what was found is kept with the next `refresh`. */
  update(paths: readonly string[], signal: AbortSignal): Promise<Synced> {
    return syncSome(this.#index, paths, this.#syncOptions(signal));
  }

  search(query: string, limit: number): Promise<CodeAnswer> {
    return searchCode(this.#index, query, {
      limit,
      now: this.#options.now,
      read: async (path) => {
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
    await this.#store?.close();
  }

  #syncOptions(signal: AbortSignal): SyncOptions {
    return {
      access: this.#access,
      leftOut: this.#leftOut,
      pause: setImmediate,
      sliceMs,
      signal,
    };
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
