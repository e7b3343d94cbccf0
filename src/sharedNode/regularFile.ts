import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";

/**
 * At most `maxBytes` + 1 bytes, so that a longer file is recognised; undefined for a pipe or device. Never waits, and
 * follows a link only if `follows`.
 */
export function openRegular(
  path: string,
  maxBytes: number,
  follows = false,
): { readonly bytes: Buffer; readonly stats: Stats } | undefined {
  // A pipe may replace the file at any moment. Windows has neither flag; there it is 0.
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = openSync(path, O_RDONLY | O_NONBLOCK | (follows ? 0 : O_NOFOLLOW));
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) {
      return undefined;
    }
    const buffer = Buffer.alloc(Math.min(stats.size, maxBytes + 1));
    return { stats, bytes: buffer.subarray(0, readSync(file, buffer, 0, buffer.length, 0)) };
  } finally {
    closeSync(file);
  }
}

export function readRegular(path: string, maxBytes: number, follows = false): Buffer | undefined {
  return openRegular(path, maxBytes, follows)?.bytes;
}

/** Undefined if the file is missing, unreadable, too large or no regular file. */
export function regularText(path: string, maxBytes: number, follows = false): string | undefined {
  try {
    const bytes = readRegular(path, maxBytes, follows);
    return bytes && bytes.length <= maxBytes ? bytes.toString("utf8") : undefined;
  } catch {
    // Many of these files exist on few machines.
    return undefined;
  }
}

/** True if every user can read the file; always false on Windows, which has no such mode. */
export function isReadableByAll({ mode }: Pick<Stats, "mode">): boolean {
  return process.platform !== "win32" && (mode & 0o004) !== 0;
}
