import { lstat, open } from "node:fs/promises";
import { join } from "node:path";

import type { FileAccess } from "../codeIndex/syncFiles.ts";
import { maxFileBytes } from "../codeIndex/text/sourceFile.ts";

/** The files below a folder of this machine. Links are not followed, and no more is read than the index takes. */
export function nodeFileAccess(root: string): FileAccess {
  return {
    async stat(path) {
      try {
        const found = await lstat(join(root, path));
        return found.isFile() ? { size: found.size, mtimeMs: found.mtimeMs } : undefined;
      } catch {
        // It is gone, or nobody may look at it.
        return undefined;
      }
    },
    async read(path) {
      try {
        return await readBounded(join(root, path));
      } catch {
        return undefined;
      }
    },
  };
}

async function readBounded(path: string): Promise<Uint8Array | undefined> {
  const file = await open(path, "r");
  try {
    const found = await file.stat();
    if (!found.isFile()) {
      return undefined;
    }
    // A file that grows while it is read is read up to here, and again after its next event.
    const bytes = new Uint8Array(Math.min(found.size, maxFileBytes + 1));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
