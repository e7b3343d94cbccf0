import { closeSync, fstatSync, openSync, readFileSync, statSync, type Stats } from "node:fs";

/** The bits of "others" in the mode of a file. */
const readable = 0o004;
const writable = 0o002;

/** The bytes of a file, with its state at the same moment. Throws an error of the system. */
export function readWithStats(path: string): { readonly bytes: Buffer; readonly stats: Stats } {
  const file = openSync(path, "r");
  try {
    return { stats: fstatSync(file), bytes: readFileSync(file) };
  } finally {
    closeSync(file);
  }
}

/** Whether every user of this machine may read the file. Windows has no such mode. */
export function isReadableByAll({ mode }: Stats): boolean {
  return process.platform !== "win32" && (mode & readable) !== 0;
}

export function isWritableByAll({ mode }: Stats): boolean {
  return process.platform !== "win32" && (mode & writable) !== 0;
}

/** The number of the user to whom the folder belongs; undefined if that is this process's user. */
export function foreignOwnerOf(folder: string): number | undefined {
  const { uid } = statSync(folder);
  const own = process.geteuid?.();
  return own === undefined || uid === own ? undefined : uid;
}
