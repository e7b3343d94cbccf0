import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";

import type { FileAccess } from "../codeIndex/syncFiles.ts";
import { maxFileBytes } from "../codeIndex/text/sourceFile.ts";

/**
 * The files below a folder of this machine, for a thread of its own: it waits for the disk, which for many small files
 * takes a third of the time. Links are not followed, and no more is read than the index takes.
 */
export function nodeFileAccess(root: string): FileAccess {
  return {
    stat(path) {
      try {
        const found = lstatSync(join(root, path));
        const stamp = { size: found.size, mtimeMs: found.mtimeMs };
        return Promise.resolve(found.isFile() ? stamp : undefined);
      } catch {
        // It is gone, or nobody may look at it.
        return Promise.resolve(undefined);
      }
    },
    read(path) {
      try {
        return Promise.resolve(readBounded(join(root, path)));
      } catch {
        // As above.
        return Promise.resolve(undefined);
      }
    },
  };
}

function readBounded(path: string): Uint8Array | undefined {
  // A link or a pipe that stands there meanwhile is neither followed nor waited for.
  // Windows has neither flag, which is no bit then.
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const found = fstatSync(file);
    if (!found.isFile()) {
      return undefined;
    }
    // A file that grows while it is read is read up to here, and again after its next event.
    const bytes = new Uint8Array(Math.min(found.size, maxFileBytes + 1));
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
}
