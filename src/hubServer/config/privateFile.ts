import { closeSync, fstatSync, openSync, readFileSync, statSync, type Stats } from "node:fs";

const readable = 0o004;
const writable = 0o002;

export function readWithStats(path: string): { readonly bytes: Buffer; readonly stats: Stats } {
  const file = openSync(path, "r");
  try {
    return { stats: fstatSync(file), bytes: readFileSync(file) };
  } finally {
    closeSync(file);
  }
}

/** True if every user can read the file; always false on Windows, which has no such mode. */
export function isReadableByAll({ mode }: Stats): boolean {
  return process.platform !== "win32" && (mode & readable) !== 0;
}

export function isWritableByAll({ mode }: Stats): boolean {
  return process.platform !== "win32" && (mode & writable) !== 0;
}

export function foreignOwnerOf(folder: string): number | undefined {
  const { uid } = statSync(folder);
  const own = process.geteuid?.();
  return own === undefined || uid === own ? undefined : uid;
}
