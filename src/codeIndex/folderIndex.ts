import { isRecord, parseJson } from "../shared/base/json.ts";
import { isSecretText } from "../shared/guarded/secretContent.ts";
import { CodeIndex } from "./codeIndex.ts";
import type { FolderFiles, FolderPlace } from "./folderPlace.ts";
import type { FolderVectors } from "./folderVectors.ts";
import type { FolderProgress, FolderState, SearchParams } from "./indexCalls.ts";
import type { CodeAnswer } from "./searchCode.ts";
import {
  type LeftOutFile,
  type Synced,
  syncFiles,
  type SyncOptions,
  syncSome,
} from "./syncFiles.ts";
import { type LeftOut, leftOutReasons, sourceText } from "./text/sourceFile.ts";

const indexName = "code.index";
const maxHead = 100;

export class FolderIndex {
  readonly #place: FolderPlace;
  readonly #index: CodeIndex;
  #vectors: Promise<FolderVectors> | undefined;
  readonly #leftOut: Map<string, LeftOutFile>;
  readonly #texts = new Map<string, string>();
  #listed: Omit<FolderFiles, "files"> & { readonly files: ReadonlySet<string> } = {
    files: new Set(),
    secrets: 0,
    isCut: false,
    isIgnored: () => false,
  };
  #progress: FolderProgress = { done: 0, all: 0 };
  #head: string;
  #isUnwritten = false;

  private constructor(place: FolderPlace, kept: Kept) {
    this.#place = place;
    this.#index = kept.index;
    this.#leftOut = kept.leftOut;
    this.#head = kept.head;
  }

  /** Opens the stored index. It may be outdated until `refresh`. */
  static async open(place: FolderPlace): Promise<FolderIndex> {
    const bytes = await place.kept?.read(indexName);
    const kept = (bytes && keptIn(bytes, place.now)) ?? {
      index: new CodeIndex(place.now),
      leftOut: new Map(),
      head: "",
    };
    return new FolderIndex(place, kept);
  }

  get vectors(): Promise<FolderVectors> {
    this.#vectors ??= this.#openVectors();
    return this.#vectors;
  }

  get progress(): FolderProgress {
    return this.#progress;
  }

  async refresh(signal: AbortSignal): Promise<FolderState> {
    const listed = await this.#place.list(signal);
    this.#listed = { ...listed, files: new Set(listed.files) };
    const all = listed.files.length;
    const synced = await syncFiles(this.#index, listed.files, {
      ...this.#syncOptions(signal),
      onProgress: (done) => {
        this.#progress = { done, all };
      },
    });
    const log = await this.#place.history?.(this.#head, signal);
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

  async update(paths: readonly string[], signal: AbortSignal): Promise<FolderState> {
    for (const path of paths) {
      // The next key sets an unsaved text again.
      this.#texts.delete(path);
    }
    const { files, isIgnored } = this.#listed;
    const known = paths.filter((path) => files.has(path) && !this.#place.isRuleFile(path));
    const isWhole = paths.some(
      (path) =>
        path.startsWith(".git/") ||
        (!files.has(path) && !isIgnored(path)) ||
        this.#place.isRuleFile(path),
    );
    return isWhole
      ? await this.refresh(signal)
      : this.#synced(await syncSome(this.#index, known, this.#syncOptions(signal)));
  }

  async setText(path: string, text: string | undefined, signal: AbortSignal): Promise<void> {
    if (text === undefined) {
      if (this.#texts.has(path)) {
        await this.update([path], signal);
      }
    } else if (this.#listed.files.has(path)) {
      this.#texts.set(path, text);
      this.#putText(path, text);
      await this.#workAll();
    }
  }

  async write(): Promise<void> {
    const { kept } = this.#place;
    if (this.#isUnwritten && kept) {
      this.#isUnwritten = !(await kept.write(indexName, this.#index.encode(this.#note())));
    }
    await (await this.#vectors)?.write();
  }

  async delete(): Promise<void> {
    await this.#place.kept?.delete();
  }

  async search(params: Omit<SearchParams, "folder">): Promise<CodeAnswer> {
    const { query, limit, below, similar } = params;
    // A separate chunk, so that the thread starts faster.
    const { searchCode } = await import("./searchCode.ts");
    const near = similar && (await (await this.vectors).similar(similar.model, similar.vector));
    return await searchCode(this.#index, query, {
      ...(near && { similar: near }),
      limit,
      now: this.#place.now,
      ...(below !== undefined && { below }),
      read: async (path) => {
        const unsaved = this.#texts.get(path);
        if (unsaved !== undefined) {
          return unsaved;
        }
        const bytes = await this.#place.access.read(path);
        const source = bytes ? sourceText(bytes, path) : "unreadable";
        return typeof source === "string" ? undefined : source.text;
      },
    });
  }

  get leftOut(): ReadonlyMap<string, LeftOutFile> {
    return this.#leftOut;
  }

  async bytesOnDisk(): Promise<number> {
    return (await this.#place.kept?.size()) ?? 0;
  }

  async close(): Promise<void> {
    await this.write();
    await this.#place.kept?.close();
  }

  async #openVectors(): Promise<FolderVectors> {
    const { FolderVectors } = await import("./folderVectors.ts");
    return new FolderVectors(this.#place, this.#index);
  }

  #syncOptions(signal: AbortSignal): SyncOptions {
    const { access, pause, sliceMs } = this.#place;
    return { access, leftOut: this.#leftOut, pause, sliceMs, signal };
  }

  #putText(path: string, text: string): void {
    if (isSecretText(path, text)) {
      this.#index.remove(path);
    } else if (this.#listed.files.has(path)) {
      // A different time than the file's: the file is read again once it is saved.
      this.#index.put({ path, text, size: text.length, mtimeMs: 0 });
    }
  }

  async #workAll(): Promise<void> {
    this.#index.commit();
    do {
      await this.#place.pause();
    } while (this.#index.work(this.#place.sliceMs));
  }

  #synced({ read, removed }: Synced): FolderState {
    this.#isUnwritten ||= read > 0 || removed > 0;
    const { files, bytes } = this.#index.stats;
    const counts = new Map<LeftOut, number>([["secret", this.#listed.secrets]]);
    for (const { reason } of this.#leftOut.values()) {
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
    }
    const leftOut = [...counts].filter(([, count]) => count > 0);
    const { isCut, refused = [] } = this.#listed;
    const refusedRules = refused.map(({ path }) => path);
    return {
      files,
      read,
      leftOut,
      isCut,
      ...(refusedRules.length > 0 && { refusedRules }),
      bytes,
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
  const note = decoded && parseJson(decoded.note);
  if (!decoded || !isRecord(note)) {
    return undefined;
  }
  const { head, leftOut } = note;
  const files = Array.isArray(leftOut) ? leftOut.map(readLeftOut) : [undefined];
  const isWhole = files.every((file) => file !== undefined);
  return isWhole && typeof head === "string" && head.length <= maxHead
    ? { index: decoded.index, leftOut: new Map(files), head }
    : undefined;
}

function readLeftOut(entry: unknown): readonly [string, LeftOutFile] | undefined {
  const parts: readonly unknown[] = Array.isArray(entry) ? entry : [];
  const [path, reason, size, mtimeMs] = parts;
  const known = leftOutReasons.find((one) => one === reason);
  return typeof path === "string" && known && isAmount(size) && typeof mtimeMs === "number"
    ? [path, { reason: known, size, mtimeMs }]
    : undefined;
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && value >= 0;
}
