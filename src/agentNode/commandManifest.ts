import type { BigIntStats } from "node:fs";
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
  /** By this it is seen whether the file may have changed; empty: its content must be compared. */
  mark: z.string(),
  size: z.number(),
  /** The permission bits. */
  mode: z.number(),
  source: sourceSchema,
});

/** A file before a command. */
export type ManifestFile = Readonly<z.infer<typeof fileSchema>>;

const manifestSchema = z.object({
  files: z.array(fileSchema),
  /** What was ignored; folders with a separator at the end. */
  ignored: z.array(z.string()),
});

/** What a command might change, as it is before it. Paths are absolute. */
export interface CommandManifest {
  readonly files: ReadonlyMap<string, ManifestFile>;
  readonly ignored: readonly string[];
}

export function serializeManifest({ files, ignored }: CommandManifest): string {
  return JSON.stringify({ files: [...files.values()], ignored });
}

/** Throws if it cannot be read. */
export function parseManifest(text: string): CommandManifest {
  const { files, ignored } = z.parse(manifestSchema, JSON.parse(text));
  return { files: new Map(files.map((file) => [file.path, file])), ignored };
}

/**
 * Size, times, inode and mode of a file. The time of change (ctime) is among them, because tools that put back the time
 * of modification (`cp -p`, `touch -r`) cannot set it.
 */
export function markOf(found: BigIntStats): string {
  return `${found.size}:${found.mtimeNs}:${found.ctimeNs}:${found.ino}:${found.mode}`;
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
