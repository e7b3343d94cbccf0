import { decodeIndex, encodeIndex } from "./indexFile.ts";
import type { Corpus } from "./ranking/ranking.ts";
import { type Commit, type History, historyOf, noHistory } from "./segments/history.ts";
import { mergeSegments } from "./segments/mergeSegments.ts";
import { liveFiles, type Segment, segmentBytes } from "./segments/segment.ts";
import { type IndexedFile, SegmentBuilder } from "./segments/segmentBuilder.ts";
import { type SegmentView, viewOf } from "./segments/segmentView.ts";
import { contentHash } from "./text/contentHash.ts";
import { TermReader } from "./text/termReader.ts";

export interface FileStamp {
  readonly size: number;
  readonly mtimeMs: number;
}

interface LiveFile {
  readonly view: SegmentView;
  readonly file: number;
}

export interface IndexStats {
  readonly files: number;
  readonly chunks: number;
  readonly bytes: number;
  readonly segments: number;
}

const maxSegments = 16;
const maxDeletedShare = 0.1;
/** The size of the first part, small so that searches find something soon. */
const firstPostings = 150_000;
const morePostings = 2_000_000;

/**
 * A large segment, small segments for changes, and a mark for each removed file. `put` and the other writers only queue
 * work; `work` does some of it. Until then searches find the old content, except removed files.
 */
export class CodeIndex {
  readonly #now: () => number;
  readonly #reader = new TermReader();
  readonly #tasks: (() => Generator<void, void>)[] = [];
  #current: Generator<void, void> | undefined;
  #views: readonly SegmentView[] = [];
  #history: History = noHistory;
  #historyFiles: Int32Array | undefined;
  #builder: SegmentBuilder | undefined;
  readonly #live = new Map<string, LiveFile>();
  readonly #pending = new Map<string, FileStamp>();
  #generation = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  static decode(
    bytes: Uint8Array,
    now: () => number,
  ): { readonly index: CodeIndex; readonly note: string } | undefined {
    const content = decodeIndex(bytes);
    if (!content) {
      return undefined;
    }
    const index = new CodeIndex(now);
    index.#history = content.history;
    for (const segment of content.segments) {
      index.#adopt(viewOf({ ...segment, files: { ...segment.files } }));
    }
    return { index, note: content.note };
  }

  encode(note: string): Uint8Array<ArrayBuffer> {
    const segments = this.#views.map(({ segment }) => segment);
    return encodeIndex({ segments, history: this.#history, note });
  }

  get stats(): IndexStats {
    const segments = this.#views.map(({ segment }) => segment);
    return {
      files: this.#live.size,
      chunks: segments.reduce((sum, { chunkLengths }) => sum + chunkLengths.length, 0),
      bytes: segments.reduce((sum, segment) => sum + segmentBytes(segment), 0),
      segments: segments.length,
    };
  }

  get generation(): number {
    return this.#generation;
  }

  paths(): readonly string[] {
    return [...new Set([...this.#live.keys(), ...this.#pending.keys()])];
  }

  stampOf(path: string): FileStamp | undefined {
    const pending = this.#pending.get(path);
    if (pending) {
      return pending;
    }
    const live = this.#live.get(path);
    const files = live?.view.segment.files;
    return live && files
      ? { size: files.sizes[live.file] ?? 0, mtimeMs: files.mtimes[live.file] ?? 0 }
      : undefined;
  }

  hashOf(path: string): readonly [number, number] | undefined {
    const live = this.#live.get(path);
    const [first, second] = live?.view.segment.files.hashes.subarray(live.file * 2) ?? [];
    return first === undefined || second === undefined ? undefined : [first, second];
  }

  /** Cheap if the text is unchanged. */
  put(file: IndexedFile): void {
    const live = this.#pending.has(file.path) ? undefined : this.#live.get(file.path);
    if (live && isSame(live, contentHash(file.text))) {
      live.view.segment.files.sizes[live.file] = file.size;
      live.view.segment.files.mtimes[live.file] = file.mtimeMs;
      return;
    }
    const stamp = { size: file.size, mtimeMs: file.mtimeMs };
    this.#pending.set(file.path, stamp);
    const add = this.#add.bind(this, file, stamp);
    this.#tasks.push(add);
  }

  /** Searches stop finding the file at once. */
  remove(path: string): void {
    this.#pending.delete(path);
    const live = this.#live.get(path);
    if (live) {
      this.#delete(path, live);
    }
  }

  setHistory(commits: readonly Commit[]): void {
    this.#tasks.push(
      function* replace(this: CodeIndex): Generator<void, void> {
        this.#history = yield* historyOf(commits, this.#reader);
        this.#changed();
      }.bind(this),
    );
  }

  /** Makes queued changes visible, and merges segments if there are too many. */
  commit(): void {
    this.#tasks.push(
      () => this.#flush(),
      () => this.#compact(),
    );
  }

  /** Works for about this long. False if nothing is left to do. */
  work(budgetMs: number): boolean {
    const end = this.#now() + budgetMs;
    do {
      this.#current ??= this.#tasks.shift()?.();
      if (!this.#current) {
        return false;
      }
      if (this.#current.next().done === true) {
        this.#current = undefined;
      }
    } while (this.#now() < end);
    return this.#current !== undefined || this.#tasks.length > 0;
  }

  get corpus(): Corpus {
    this.#historyFiles ??= this.#placeHistory();
    return { views: this.#views, history: this.#history, historyFiles: this.#historyFiles };
  }

  *#add(file: IndexedFile, stamp: FileStamp): Generator<void, void> {
    if (this.#pending.get(file.path) !== stamp) {
      // Removed or replaced meanwhile.
      return;
    }
    this.#builder ??= new SegmentBuilder(this.#reader);
    yield* this.#builder.add(file);
    if (this.#builder.size > (this.#views.length === 0 ? firstPostings : morePostings)) {
      yield* this.#flush();
    }
  }

  *#flush(): Generator<void, void> {
    const builder = this.#builder;
    this.#builder = undefined;
    if (builder && builder.fileCount > 0) {
      const segment = yield* builder.finish();
      this.#keepOnlyNewest(segment);
      this.#adopt(viewOf(segment));
    }
  }

  /** Drops files that were removed meanwhile, or that occur twice. */
  #keepOnlyNewest({ files }: Segment): void {
    const last = new Map(files.paths.map((path, file) => [path, file]));
    for (const [file, path] of files.paths.entries()) {
      const stamp = this.#pending.get(path);
      const isNewest =
        stamp?.size === files.sizes[file] &&
        stamp?.mtimeMs === files.mtimes[file] &&
        last.get(path) === file;
      files.deleted[file] = isNewest ? 0 : 1;
    }
    for (const [file, path] of files.paths.entries()) {
      if (files.deleted[file] === 0) {
        this.#pending.delete(path);
      }
    }
  }

  #adopt(view: SegmentView): void {
    const { files } = view.segment;
    for (const [file, path] of files.paths.entries()) {
      if (files.deleted[file] === 0) {
        const before = this.#live.get(path);
        if (before) {
          before.view.segment.files.deleted[before.file] = 1;
        }
        this.#live.set(path, { view, file });
      }
    }
    this.#views = [...this.#views, view];
    this.#changed();
  }

  /** Merges all segments if a tenth of the files is gone, else the small segments if there are too many. */
  *#compact(): Generator<void, void> {
    const views = this.#views;
    const all = views.reduce((sum, { segment }) => sum + segment.files.paths.length, 0);
    const live = views.reduce((sum, { segment }) => sum + liveFiles(segment), 0);
    const largest = Math.max(0, ...views.map(({ segment }) => segment.chunkLengths.length));
    const small = views.filter(({ segment }) => segment.chunkLengths.length < largest * 0.1);
    const hasManyDeleted = all - live > all * maxDeletedShare;
    if (!hasManyDeleted && views.length <= maxSegments) {
      return;
    }
    const merged = hasManyDeleted || small.length < views.length / 2 ? views : small;
    const { segment, origins } = yield* mergeSegments(merged.map((view) => view.segment));
    const view = viewOf(segment);
    for (const [file, origin] of origins.entries()) {
      const path = segment.files.paths[file] ?? "";
      const now = this.#live.get(path);
      if (now?.view.segment === origin.segment && now.file === origin.file) {
        this.#live.set(path, { view, file });
      } else {
        segment.files.deleted[file] = 1;
      }
    }
    this.#views = [...views.filter((one) => !merged.includes(one)), view];
    this.#changed();
  }

  #delete(path: string, { view, file }: LiveFile): void {
    view.segment.files.deleted[file] = 1;
    this.#live.delete(path);
    this.#changed();
  }

  #changed(): void {
    this.#generation += 1;
    this.#historyFiles = undefined;
  }

  #placeHistory(): Int32Array {
    const firsts = new Map<SegmentView, number>();
    let first = 0;
    for (const view of this.#views) {
      firsts.set(view, first);
      first += view.fileLengths.length;
    }
    return Int32Array.from(this.#history.paths, (path) => {
      const live = this.#live.get(path);
      return live ? (firsts.get(live.view) ?? 0) + live.file : -1;
    });
  }
}

function isSame({ view, file }: LiveFile, [first, second]: readonly [number, number]): boolean {
  const { hashes } = view.segment.files;
  return hashes[file * 2] === first && hashes[file * 2 + 1] === second;
}
