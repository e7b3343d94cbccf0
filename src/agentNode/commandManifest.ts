import type { Stats } from "node:fs";
import { sep } from "node:path";

import * as z from "zod/mini";

/** Where the content of a file before a command is. */
const sourceSchema = z.discriminatedUnion("kind", [
  /** In the repository of this folder. */
  z.object({ kind: z.literal("git"), folder: z.string(), oid: z.string() }),
  /** In the pack: its place in bytes and its SHA-256. */
  z.object({ kind: z.literal("pack"), start: z.number(), hash: z.string() }),
  z.object({ kind: z.literal("link"), target: z.string() }),
  z.object({ kind: z.literal("notKept"), why: z.enum(["tooLarge", "unreadable"]) }),
]);

export type ContentSource = Readonly<z.infer<typeof sourceSchema>>;

const fileSchema = z.object({
  path: z.string(),
  /** By these numbers it is seen whether the file may have changed; none: its content must be compared. */
  mark: z.array(z.number()),
  size: z.number(),
  /** The permission bits. */
  mode: z.number(),
  source: sourceSchema,
});

/** A file before a command. */
export interface ManifestFile extends Readonly<Omit<z.infer<typeof fileSchema>, "mark">> {
  readonly mark: readonly number[];
}

const manifestSchema = z.object({
  /** The name of a manifest without a base, on which this one rests. */
  base: z.optional(z.string()),
  /** Those that are not in the base, or other there. */
  files: z.array(fileSchema),
  /** Paths of the base that were gone. */
  gone: z.array(z.string()),
  /** What was ignored; folders with a separator at the end. */
  ignored: z.array(z.string()),
});

/** What a command might change, as it is before it. Paths are absolute. */
export interface CommandManifest {
  readonly files: ReadonlyMap<string, ManifestFile>;
  readonly ignored: readonly string[];
}

/** A manifest that is on the disk by itself. */
export interface BaseManifest {
  readonly name: string;
  readonly files: ReadonlyMap<string, ManifestFile>;
}

/** A text with what differs from a base, which has the same objects for the same files; without a base all of it. */
export function serializeManifest(
  { files, ignored }: CommandManifest,
  base?: BaseManifest,
): { readonly text: string; readonly changes: number } {
  const other = [...files.values()].filter((file) => base?.files.get(file.path) !== file);
  const gone = [...(base?.files.keys() ?? [])].filter((path) => !files.has(path));
  const text = JSON.stringify({ base: base?.name, files: other, gone, ignored });
  return { text, changes: other.length + gone.length };
}

/** Throws if it cannot be read. `read` gives the text of a manifest by its name. */
export async function readManifest(
  name: string,
  read: (name: string) => Promise<string>,
): Promise<CommandManifest> {
  const { base, files, gone, ignored } = z.parse(manifestSchema, JSON.parse(await read(name)));
  const known = base === undefined ? [] : (await readManifest(base, read)).files;
  const all = new Map(known);
  for (const path of gone) {
    all.delete(path);
  }
  for (const file of files) {
    all.set(file.path, file);
  }
  return { files: all, ignored };
}

/**
 * Size, times, inode and mode of a file. The time of change (ctime) is among them, because tools that put back the time
 * of modification (`cp -p`, `touch -r`) cannot set it. Times are in milliseconds, exact to a quarter of a microsecond.
 */
export function markOf({ size, mtimeMs, ctimeMs, ino, mode }: Stats): readonly number[] {
  return [size, mtimeMs, ctimeMs, ino, mode];
}

/** Whether a file is certainly as it was. */
export function hasMark({ mark }: ManifestFile, found: Stats): boolean {
  return (
    mark[0] === found.size &&
    mark[1] === found.mtimeMs &&
    mark[2] === found.ctimeMs &&
    mark[3] === found.ino &&
    mark[4] === found.mode
  );
}

/** Whether a path is ignored by the list itself, or lies in a folder of it. */
export function isListed(ignored: ReadonlySet<string>, path: string): boolean {
  if (ignored.has(path)) {
    return true;
  }
  for (let end = path.lastIndexOf(sep); end > 0; end = path.lastIndexOf(sep, end - 1)) {
    if (ignored.has(path.slice(0, end + 1))) {
      return true;
    }
  }
  return false;
}
