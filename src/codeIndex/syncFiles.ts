import type { CodeIndex, FileStamp } from "./codeIndex.ts";
import { type LeftOut, leftOutUnread, sourceText } from "./text/sourceFile.ts";

export interface FileAccess {
  stat(path: string): Promise<FileStamp | undefined>;
  read(path: string): Promise<Uint8Array | undefined>;
}

export interface LeftOutFile extends FileStamp {
  readonly reason: LeftOut;
}

export interface SyncOptions {
  readonly access: FileAccess;
  readonly leftOut: Map<string, LeftOutFile>;
  readonly pause: () => Promise<void>;
  readonly sliceMs: number;
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number) => void;
}

export interface Synced {
  readonly read: number;
  readonly removed: number;
}

const filesAtOnce = 32;

/**
 * `paths` are all files that may be in the index. Reads only files with a changed size or time, and drops missing
 * files.
 */
export async function syncFiles(
  index: CodeIndex,
  paths: readonly string[],
  options: SyncOptions,
): Promise<Synced> {
  const wanted = new Set(paths);
  const gone = index.paths().filter((path) => !wanted.has(path));
  for (const path of gone) {
    index.remove(path);
  }
  for (const path of options.leftOut.keys()) {
    if (!wanted.has(path)) {
      options.leftOut.delete(path);
    }
  }
  const counts = await syncSome(index, paths, options);
  return { read: counts.read, removed: gone.length + counts.removed };
}

export async function syncSome(
  index: CodeIndex,
  paths: readonly string[],
  options: SyncOptions,
): Promise<Synced> {
  let [read, removed] = [0, 0];
  for (let start = 0; start < paths.length; start += filesAtOnce) {
    options.signal.throwIfAborted();
    const some = paths.slice(start, start + filesAtOnce);
    const changes = await Promise.all(some.map((path) => lookAt(index, path, options)));
    read += changes.filter(({ wasRead }) => wasRead).length;
    removed += changes.filter(({ wasRemoved }) => wasRemoved).length;
    do {
      await options.pause();
    } while (index.work(options.sliceMs));
    options.onProgress?.(Math.min(paths.length, start + filesAtOnce));
  }
  index.commit();
  do {
    await options.pause();
  } while (index.work(options.sliceMs));
  return { read, removed };
}

interface Change {
  readonly wasRead: boolean;
  readonly wasRemoved: boolean;
}

async function lookAt(
  index: CodeIndex,
  path: string,
  { access, leftOut }: SyncOptions,
): Promise<Change> {
  const known = index.stampOf(path);
  const drop = (reason: LeftOut | undefined, stamp?: FileStamp): void => {
    index.remove(path);
    if (reason !== undefined && reason !== "secret" && stamp) {
      leftOut.set(path, { ...stamp, reason });
    } else {
      leftOut.delete(path);
    }
  };
  const stamp = await access.stat(path);
  if (!stamp) {
    drop(undefined);
    return { wasRead: false, wasRemoved: known !== undefined };
  }
  const before = leftOut.get(path);
  // An unreadable file may be readable now; locks and permissions do not change size or time.
  if (isSame(stamp, known) || (before?.reason !== "unreadable" && isSame(stamp, before))) {
    return { wasRead: false, wasRemoved: false };
  }
  const unread = leftOutUnread(path, stamp.size);
  if (unread !== undefined) {
    drop(unread, stamp);
    return { wasRead: false, wasRemoved: known !== undefined };
  }
  const bytes = await access.read(path);
  const source = bytes ? sourceText(bytes, path) : "unreadable";
  if (typeof source === "string") {
    drop(source, stamp);
    return { wasRead: true, wasRemoved: known !== undefined };
  }
  leftOut.delete(path);
  index.put({ path, text: source.text, ...stamp });
  return { wasRead: true, wasRemoved: false };
}

function isSame(stamp: FileStamp, known: FileStamp | undefined): boolean {
  return known?.size === stamp.size && known.mtimeMs === stamp.mtimeMs;
}
