import { lstatSync } from "node:fs";
import { join } from "node:path";

import type { FileAccess } from "../codeIndex/syncFiles.ts";
import { maxFileBytes } from "../codeIndex/text/sourceFile.ts";
import { readRegular } from "../sharedNode/regularFile.ts";

/**
 * For a separate thread: synchronous reads take a third of the time for many small files. Follows no links; reads are
 * bounded.
 */
export function nodeFileAccess(root: string): FileAccess {
  return {
    stat(path) {
      try {
        const found = lstatSync(join(root, path));
        const stamp = { size: found.size, mtimeMs: found.mtimeMs };
        return Promise.resolve(found.isFile() ? stamp : undefined);
      } catch {
        // Deleted, or not permitted.
        return Promise.resolve(undefined);
      }
    },
    read(path) {
      try {
        return Promise.resolve(readRegular(join(root, path), maxFileBytes));
      } catch {
        // As above.
        return Promise.resolve(undefined);
      }
    },
  };
}
