import type { Stats } from "node:fs";
import { sep } from "node:path";

import * as z from "zod/mini";

const sourceSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("git"), folder: z.string(), oid: z.string() }),
  /** `start` is in bytes; `hash` is SHA-256. */
  z.object({ kind: z.literal("pack"), start: z.number(), hash: z.string() }),
  z.object({ kind: z.literal("link"), target: z.string() }),
  z.object({ kind: z.literal("notKept"), why: z.enum(["tooLarge", "unreadable"]) }),
]);

export type ContentSource = Readonly<z.infer<typeof sourceSchema>>;

const fileSchema = z.object({
  path: z.string(),
  /** Shows whether the file may have changed; empty if its content must be compared. */
  mark: z.array(z.number()),
  size: z.number(),
  mode: z.number(),
  source: sourceSchema,
});

export interface ManifestFile extends Readonly<Omit<z.infer<typeof fileSchema>, "mark">> {
  readonly mark: readonly number[];
}

const manifestSchema = z.object({
  /** The manifest that this one extends; it has no base itself. */
  base: z.optional(z.string()),
  files: z.array(fileSchema),
  gone: z.array(z.string()),
  ignored: z.array(z.string()),
});

export interface CommandManifest {
  readonly files: ReadonlyMap<string, ManifestFile>;
  readonly ignored: readonly string[];
}

export interface BaseManifest {
  readonly name: string;
  readonly files: ReadonlyMap<string, ManifestFile>;
}

/** With a base, writes the difference only. Equal files must be the same objects in both. */
export function serializeManifest(
  { files, ignored }: CommandManifest,
  base?: BaseManifest,
): { readonly text: string; readonly changes: number } {
  const other = [...files.values()].filter((file) => base?.files.get(file.path) !== file);
  const gone = [...(base?.files.keys() ?? [])].filter((path) => !files.has(path));
  const text = JSON.stringify({ base: base?.name, files: other, gone, ignored });
  return { text, changes: other.length + gone.length };
}

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

/** Includes ctime, because `cp -p` and `touch -r` can restore the other times. */
export function markOf({ size, mtimeMs, ctimeMs, ino, mode }: Stats): readonly number[] {
  return [size, mtimeMs, ctimeMs, ino, mode];
}

/** True if the file certainly did not change. */
export function hasMark({ mark }: ManifestFile, found: Stats): boolean {
  return (
    mark[0] === found.size &&
    mark[1] === found.mtimeMs &&
    mark[2] === found.ctimeMs &&
    mark[3] === found.ino &&
    mark[4] === found.mode
  );
}

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
